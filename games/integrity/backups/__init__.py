"""Backups: writing one of the database and the keys, checking it, and restoring a site from it."""
