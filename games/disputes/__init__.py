"""Disputes about games: who may flag one, answer and rule, what a ruling needs, and who sees all of it."""
