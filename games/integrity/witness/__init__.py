"""The witness: what this machine has seen of the database, remembered in a file beside the keys (docs/decisions/0038).

Whoever owns the tables can rewrite everything in them, and make it fit. What the site itself has seen is outside: the
last checkpoint with the size of what it covered, and the guards that it has made. `file` is what is remembered and
where; `history` holds the checkpoints in the database against it, and `guards` the triggers.
"""
