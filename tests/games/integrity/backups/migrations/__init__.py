"""Migrations of a version of the site that is still to come."""
