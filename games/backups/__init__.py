"""Backups of the embedded database: copied while games are played, and put back only after every check.

On PostgreSQL its own tools do this. Keys are outside the database on purpose, and so in no backup.
"""
