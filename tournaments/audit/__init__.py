"""The audit of tournaments: their logs against themselves, their rows against the logs, their results against those of
the games. `whole` is the way in; `rebuilding` makes the rows anew.
"""
