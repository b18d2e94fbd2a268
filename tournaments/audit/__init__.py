"""The audit of tournaments: their logs against themselves, their rows against the logs, their results against those of
the games; ratings and the solo table against results. `tournaments` is the way in; `rebuild` makes the rows anew.
"""
