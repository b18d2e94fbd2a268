"""Signed checkpoints: made over the heads of all logs that have changed, proven for one of them, and kept elsewhere.

A chain can be rewritten from its first event to its last by whoever holds the database. It cannot be made to fit a
note that was signed before and is kept by somebody else.
"""
