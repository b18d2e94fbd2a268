"""The keys of this installation, all of them kept outside the database (docs/decisions/0010).

`signing` holds the key that signs checkpoints, and the public keys of it and of those that signed before; `sealing` the
key that keeps the seeds of deals unreadable at rest; `sources` where keys come from. `usage` tells what the database
needs, and `fit` whether the keys at hand are those.
"""
