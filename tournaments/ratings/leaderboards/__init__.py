"""Leaderboards of periods and clubs: what stands in them, kept as rows and copied to Redis, and how they are shown."""
