"""The log of a game: its row is locked, its events are folded into what they mean, new ones are chained to the end.

Written in plain SQL, because here every millisecond counts twice. Only `games.play` append.
"""
