"""The programming interface of tournaments."""
