"""What organisers do to leagues: found them, draft and publish seasons, and say who plays in which division."""
