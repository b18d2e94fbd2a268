"""The programming interface of clubs and tournaments."""
