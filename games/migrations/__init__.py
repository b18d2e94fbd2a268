"""How the tables of games came about."""
