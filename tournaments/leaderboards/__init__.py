"""Leaderboards: pools in periods, for everybody or for a club; from tables, or from Redis where there is one."""
