"""What is stored of clubs, leagues and tournaments: fields, constraints and tiny properties.

Every write is a service, every read a selector.
"""

from tournaments.models.chain import TournamentActor, TournamentEvent, TournamentLeaf, TournamentText
from tournaments.models.clubs import Club, Membership
from tournaments.models.leagues import Assignment, Division, League, Season
from tournaments.models.notices import MailWish, Notice
from tournaments.models.people import Announcement, ClubPerson, JoinRequest
from tournaments.models.ratings import (
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
from tournaments.models.tournaments import Entrant, PairingRun, Place, Round, Table, Tournament

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
