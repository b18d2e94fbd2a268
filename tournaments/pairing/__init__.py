"""Who plays whom, at which table, on which seat, and why.

Pure computation on `tournaments.values`: the same history gives the same pairings, in whatever order its entries and
results are told. Whatever is left open by the rules is drawn from the tournament's public seed.
"""
