"""The audit: everything that is stored is checked against the logs, the logs against themselves, and what differs is
named.

`whole` is the way in. A batch of games is read at a time (`batches`, `stored`); their logs are walked through once
(`chain`), then all are replayed (`replay`) and compared with everything beside them (`deal`, `head`, `projection`,
`snapshot`). What does not belong to one game is checked apart (`checkpoints`, `kept`, `imported`, `leftovers`).
`rebuilding` makes anew what can be derived, `recalling` replays all games under another version of the rules.
"""
