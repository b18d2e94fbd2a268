"""HTML pages of clubs, leagues and tournaments: one noun per file."""
