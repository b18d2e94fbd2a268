"""What came of a game, as values that every part can hold without loading those that read or write games."""

from typing import NamedTuple


class SeatOutcome(NamedTuple):
    """How a seat came out of a game."""

    score: int
    place: int | None
    """None if the game was voided."""
    forfeited: bool
    rows: int | None
    """The points from rows alone, None in a game that has none."""


class GameResult(NamedTuple):
    """What came of a game, and the event up to which its log was read."""

    status: str
    """That of the game, or `voided` by a ruling."""
    seq: int
    hash: str
    seats: tuple[SeatOutcome, ...]
    """By seat; empty as long as there is no result, and if the game was called off."""
