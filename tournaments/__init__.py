"""Clubs, leagues, tournaments and ratings: everything that arranges games. So far there are clubs."""
