"""Ratings: what a result does to how good somebody is thought to be, and the ledger in which all of it stands."""
