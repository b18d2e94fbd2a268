"""Records: our games as documents that anybody can check offline, and games of others taken in as such documents.

docs/record.md is the contract. What is exported is read through the selector that decides what a viewer may see; what
is imported is kept apart from our own logs.
"""
