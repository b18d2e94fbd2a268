"""Tournaments from their announcement to the final table: settings, entrants, rounds, pairing, standings, their log."""
