"""How much of everything a run measures."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Sizes:
    """The amounts of material, and how often what runs in this process is measured."""

    rounds: int
    """At least 15; more where they cost little, because the machine may be busy with other things."""
    chess_games: int
    games: int
    """Brikks games of all set-ups together."""
    boards: int
    plain_boards: int
    """Boards for the plain search, which is far slower than the others."""
    solo_games: int
    records: int
    """Whole records for the command line."""
    growth: tuple[int, ...]
    """Numbers of short records for the command line, each ten times the one before."""
    append_rounds: int
    commands: int
    """Commands of all writers together, in one run."""
    audit_rounds: int
    audited: tuple[int, ...]
    """Numbers of events in the database for the audit, each ten times the one before."""

    streamed: int
    """Moves that are made while everybody listens."""
    fields: tuple[int, ...]
    """Players of a tournament whose round is closed, each ten times the one before."""
    idle: tuple[int, ...]
    """Tournaments that wait while a sweep looks for others."""
    rated: int
    """Matches that are rated against the library alone."""
    rerated: tuple[int, ...]
    """Matches of a pool that is computed again, each ten times the one before."""
    ranked: tuple[int, int]
    """Players on a leaderboard, few and many."""


FULL: Final = Sizes(
    rounds=30,
    chess_games=40,
    games=100,
    boards=10_000,
    plain_boards=20,
    solo_games=40,
    records=1_000,
    growth=(1_000, 10_000, 100_000),
    append_rounds=15,
    commands=320,
    audit_rounds=5,
    audited=(10_000, 100_000, 1_000_000),
    streamed=120,
    fields=(100, 1_000, 10_000),
    idle=(100, 100_000),
    rated=10_000,
    rerated=(10_000, 100_000),
    ranked=(10_000, 1_000_000),
)
QUICK: Final = Sizes(
    rounds=15,
    chess_games=6,
    games=20,
    boards=1_000,
    plain_boards=4,
    solo_games=10,
    records=100,
    growth=(500, 5_000),
    append_rounds=3,
    commands=160,
    audit_rounds=3,
    audited=(2_000, 20_000),
    streamed=30,
    fields=(50, 500),
    idle=(100, 5_000),
    rated=2_000,
    rerated=(500, 5_000),
    ranked=(1_000, 100_000),
)
