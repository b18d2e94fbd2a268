"""Who plays whom, at which table, on which seat, and why.

Pure computation on `tournaments.events.values`: the same history gives the same pairings, in whatever order its
entrants and results are told. Whatever is left open by the rules is drawn from the tournament's public seed. `rules`
says what counts and in which order, also for byes; `seats` who begins; `duels` and `tables` find the best pairing.
"""
