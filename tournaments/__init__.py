"""Clubs, leagues, tournaments and ratings: everything that arranges games. Empty so far."""
