"""How far a tournament is, and how far a round is; apart from the tables, so that pure modules can speak of it."""

from typing import Final

DRAFT: Final = "draft"
ANNOUNCED: Final = "announced"
REGISTRATION: Final = "registration"
CHECK_IN: Final = "check-in"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CANCELLED: Final = "cancelled"
TOURNAMENT_STATUSES: Final = (DRAFT, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING, FINISHED, CANCELLED)
PAIRED: Final = "paired"
PUBLISHED: Final = "published"
OPENING: Final = "opening"
OPEN: Final = "open"
CLOSING: Final = "closing"
CLOSED: Final = "closed"
ROUND_STATUSES: Final = (PAIRED, PUBLISHED, OPENING, OPEN, CLOSING, CLOSED)
