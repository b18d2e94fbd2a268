"""The log of a tournament: its row is locked, new events are chained to its end, and the rows that follow from it are
kept in the same transaction.

Text, hash and guards are those of a game's log. No name and no free word is in it: people are known by ids whose
owners can be forgotten, and reasons by the salted hash of words that can be erased.
"""
