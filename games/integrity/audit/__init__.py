"""The audit: everything that is stored is checked against the logs, the logs against themselves, and what differs is
named.

`full_audit` is the way in. A batch of games is read at a time (`batches`, `game_rows`); their logs are walked through
once (`chain`), then all are replayed (`replay`, `platform_events`) and compared with everything beside them (`game`,
`game_rows`). What does not belong to one game is checked apart (`checkpoints`, `imported_games`, `cross_game`), and
so is the database itself (`schema`, `database`). `rebuild` makes anew what can be derived, `recall`
replays all games under another version of the rules.
"""
