"""What programs send and get about tournaments, as JSON and as the shapes that document it."""
