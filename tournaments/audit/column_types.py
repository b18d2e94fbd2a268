"""Values of odd types in the tables of clubs, leagues, tournaments and ratings, which only SQLite stores."""

from typing import Final

from games.integrity.audit.database import AuditedTables, check_column_types
from games.integrity.audit.findings import Report

_OF_THE_ROUND: Final = "(SELECT r.tournament_id FROM tournaments_round r WHERE r.id = round_id)"
TOURNAMENTS: Final = AuditedTables(
    "tournaments",
    elsewhere=("TournamentEvent",),
    codes={
        "Tournament": "head/{}",
        "Entrant": "entrant/type",
        "Round": "round/type",
        "PairingRun": "run/type",
        "Table": "table/type",
        "Place": "place/type",
        "LedgerEntry": "rating/type",
        "Rating": "rating/type",
        "BoardRow": "board/type",
        "BoardBucket": "board/type",
        "SoloRun": "solo/type",
    },
    kept={
        "Tournament": ("id", "name", "invite", "created_at"),
        "Entrant": ("id", "tournament_id", "account_id", "person_id"),
        "Round": ("tournament_id", "remind_at", "looks_at"),
        **dict.fromkeys(("PairingRun", "Table", "Place"), ("round_id",)),
        **dict.fromkeys(("LedgerEntry", "Rating", "BoardRow", "BoardBucket"), ("pool", "generation")),
        "SoloRun": ("game_id", "player_id", "level", "ended_at"),
    },
    tournaments=dict.fromkeys(("PairingRun", "Table", "Place"), _OF_THE_ROUND),
)


def check_types(since: str | None = None) -> Report:
    """Every value of an odd type; no row says since when it is what it is, so there is nothing to say of some."""
    report = Report()
    report.add(check_column_types(TOURNAMENTS) if since is None else ())
    return report
