"""The events of the rules as values. They name pieces and faces that exist; whether one is legal is up to the rules."""

from typing import NamedTuple, TypeAlias

from engine.brikks.blocks import Face, Piece


class Start(NamedTuple):
    """A seat draws its start block."""

    seat: int
    piece: Piece


class Roll(NamedTuple):
    """The active seat rolls both dice."""

    seat: int
    face: Face


class Keep(NamedTuple):
    """The active seat lets the roll stand."""

    seat: int


class Reroll(NamedTuple):
    """The active seat rolls both dice again; the second roll stands."""

    seat: int
    face: Face


class Place(NamedTuple):
    """A seat draws the rolled block, or another one that it pays for."""

    seat: int
    piece: Piece


class Bomb(NamedTuple):
    """A seat crosses out its next bomb and draws nothing."""

    seat: int


class Drop(NamedTuple):
    """A seat leaves the game."""

    seat: int
    reason: str


class Mini(NamedTuple):
    """A seat draws one of its mini blocks on the opponent's sheet."""

    seat: int
    piece: Piece


class Waive(NamedTuple):
    """A seat gives up the mini blocks it could still draw this round."""

    seat: int


Event: TypeAlias = Start | Roll | Keep | Reroll | Place | Bomb | Drop | Mini | Waive
