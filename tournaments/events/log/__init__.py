"""The log of a tournament: commands append to it in one transaction, and nothing that can be erased stands in it."""
