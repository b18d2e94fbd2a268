"""What is stored of clubs: fields, constraints and tiny properties. Every write is a service, every read a selector."""

from tournaments.models.clubs import Club, Membership

__all__ = ["Club", "Membership"]
