"""Who stands where, and why: points, tie-breaks, the crosstable and its export.

Pure computation over `tournaments.events.values`: no database, no clock, no texts. Everything follows from a
history, whatever the order in which its results came in.
"""
