"""What keeps the stored logs true: signed checkpoints over their heads, the witness beside the keys, backups, and the
audit.

A chain can be rewritten from its first event to its last by whoever holds the database. It cannot be made to fit a note
that was signed before and is kept by somebody else.
"""
