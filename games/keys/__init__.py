"""The keys of this installation, all of them kept outside the database (docs/decisions/0010).

`signing` holds the key that signs checkpoints, `retired` those that did, `known` the public keys of both, `sealing` the
key that keeps the seeds of deals unreadable at rest, and `places` where keys come from. `used` tells what the database
needs, and `fitting` whether the keys at hand are those.
"""
