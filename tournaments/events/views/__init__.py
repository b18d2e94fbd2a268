"""HTML pages of tournaments."""
