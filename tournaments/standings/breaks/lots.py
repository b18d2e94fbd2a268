"""Lots: drawn from the public seed, so that anybody can draw them again."""

from hashlib import sha256
from typing import Final

from tournaments.standings.field import Field, Line
from tournaments.standings.standing import Break

DIGITS: Final = 12
"""Hexadecimal digits of a lot: so few that every program reads it as a whole number, enough never to be equal."""


def lots(field: Field, line: Line) -> Break:
    """The lot of an entrant."""
    return Break("lots", lot_of(field.seed, line.entry.number), 1)


def lot_of(seed: str, entry: int) -> int:
    """The first digits of SHA-256 over the seed, a bar and the number of the entry."""
    return int(sha256(f"{seed}|{entry}".encode()).hexdigest()[:DIGITS], 16)
