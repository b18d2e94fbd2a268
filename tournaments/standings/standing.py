"""Where somebody stands, with the numbers that it is made of; pages put them in words."""

from typing import Literal, NamedTuple, TypeAlias

from tournaments.values import EntrantId, TieBreakKey

PartKind: TypeAlias = Literal["opponent", "virtual", "round", "dropped"]
"""Somebody they met; a virtual opponent in place of a game that was not played; a round of their own; or a number that
is shown, but left out of the sum."""


class Part(NamedTuple):
    """One of the numbers that a tie-break is made of."""

    kind: PartKind
    round: int
    entrant: EntrantId | None
    """The opponent; None for a virtual one and where a round counts by itself."""
    base: int
    """What it comes from: the opponent's points as they count here (in the unit of points), the halves of a win against
    them (direct encounter), or the score, the rows or the win of the round."""
    value: int
    """What it adds, in the unit of the tie-break."""


class Break(NamedTuple):
    """The value of one tie-break for one entrant: the sum of its parts, higher is better."""

    key: TieBreakKey
    value: int
    unit: int
    """How much of the value is shown as one."""
    parts: tuple[Part, ...] = ()


class Standing(NamedTuple):
    """Where one entrant stands."""

    entrant: EntrantId
    place: int
    """From 1; those whom no tie-break tells apart share one, as in sport."""
    points: int
    breaks: tuple[Break, ...]
    """In the order that was agreed on."""
    played: int
    """Games that were played: won, tied and lost."""
    won: int
    tied: int
    lost: int
    byes: int
    forfeits: int
    """Their own, with or without a game."""
    walkovers: int
    """Tables decided without a game, though they were there."""
