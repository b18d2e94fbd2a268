"""Leagues of clubs: their rules, seasons and divisions, each division a tournament, and who goes up and down."""
