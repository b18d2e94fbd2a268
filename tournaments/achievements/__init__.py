"""Achievements: a few things worth telling of somebody, and when they came about; pure functions over stored facts."""
