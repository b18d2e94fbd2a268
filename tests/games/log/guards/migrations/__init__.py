"""The migrations of games as a later version might have them: one more, which rebuilds the table of events."""
