"""Live streams: what happens in a game, sent to everybody who watches it as soon as it is committed.

A stream reads nothing by itself. One watcher in each process learns that something has changed, reads the new events
of every watched game once, asks whether those who watch may still do so, and wakes their streams.
"""
