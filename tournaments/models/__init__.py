"""What is stored of clubs, leagues and tournaments: fields, constraints and tiny properties.

Every write is a service, every read a selector.
"""

from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.events.models import (
    Entrant,
    PairingRun,
    Place,
    Round,
    Table,
    Tournament,
    TournamentActor,
    TournamentEvent,
    TournamentLeaf,
    TournamentText,
)
from tournaments.leagues.models import Assignment, Division, League, Season
from tournaments.notices.models import MailWish, Notice
from tournaments.ratings.models import (
    BoardBucket,
    BoardRow,
    CountingLease,
    FormerSeat,
    LedgerEntry,
    RatedMatch,
    RatedPlayer,
    RatedSeat,
    Rating,
    RatingPool,
    SoloRun,
)

__all__ = [
    "Announcement",
    "Assignment",
    "BoardBucket",
    "BoardRow",
    "Club",
    "ClubPerson",
    "CountingLease",
    "Division",
    "Entrant",
    "FormerSeat",
    "JoinRequest",
    "League",
    "LedgerEntry",
    "MailWish",
    "Membership",
    "Notice",
    "PairingRun",
    "Place",
    "RatedMatch",
    "RatedPlayer",
    "RatedSeat",
    "Rating",
    "RatingPool",
    "Round",
    "Season",
    "SoloRun",
    "Table",
    "Tournament",
    "TournamentActor",
    "TournamentEvent",
    "TournamentLeaf",
    "TournamentText",
]
