"""The three ways to play, and the state of a game between two events: an immutable value, and the small questions
everything asks of it.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from engine.brikks.blocks import FACE_LIST, Face
from engine.brikks.board import Bitboard
from engine.brikks.sheet import Sheet, new, new_sheet
from engine.protocol import OVER


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A way to play; what follows from it in a round is in `rounds`."""

    key: str
    fewest: int
    most: int
    has_reroll: bool
    is_duel: bool
    """Whether lasting longer wins: then a cross is a mini block, points do not count, and a forfeit ends the game."""
    may_stop: bool
    """Whether the last seat may stop when all others have forfeited."""


SOLO: Final = Variant("solo", 1, 1, has_reroll=False, is_duel=False, may_stop=False)
STANDARD: Final = Variant("standard", 2, 4, has_reroll=True, is_duel=False, may_stop=True)
DUEL: Final = Variant("duel", 2, 2, has_reroll=True, is_duel=True, may_stop=False)

VARIANTS: Final = {variant.key: variant for variant in (SOLO, STANDARD, DUEL)}

Seats: TypeAlias = int
"""A set of seats, one bit each."""
Sheets: TypeAlias = tuple[Sheet, ...]
Fresh: TypeAlias = tuple[Bitboard, ...]
"""Mini blocks drawn at the end of a round, by the seat on whose sheet they are."""

START: Final = "start"
ROLL: Final = "roll"
DECIDE: Final = "decide"
MOVES: Final = "moves"
MINIS: Final = "minis"

SEAT_BITS: Final = (1, 2, 4, 8)
BOTH: Final = SEAT_BITS[0] | SEAT_BITS[1]
"""The two seats of a duel."""


def _next_seat(seats: Seats, after: int) -> int:
    clockwise = [(after + step) % 4 for step in (1, 2, 3, 4)]
    return next((seat for seat in clockwise if seats & SEAT_BITS[seat]), after)


NEXT_SEAT: Final = tuple(tuple(_next_seat(seats, after) for after in range(4)) for seats in range(16))
"""Of a set of seats, by the seat after which it is asked, the next one clockwise."""


class State(NamedTuple):
    """Everything that a game is at one moment."""

    variant: Variant
    phase: str
    round: int
    """How many rolls have been made, rerolls not counted."""
    active: int
    """The seat whose turn it is: to draw its start block, to roll, to decide."""
    roll: Face
    """The dice as they lie; before the first roll, any."""
    waiting: Seats
    """Who must still answer the roll, or still has mini blocks to draw."""
    playing: Seats
    """Who is still in."""
    sheets: Sheets
    public: Sheets
    """The sheets as everybody may see them: without the answers to a roll that others still have to answer."""
    forfeits: tuple[int, ...]
    """Who forfeited, in that order."""
    fresh: Fresh
    """The mini blocks drawn at the end of this round."""


Bare: TypeAlias = tuple[Variant, str, int, int, Face, Seats, Seats, Sheets, Sheets, tuple[int, ...], Fresh]
"""The fields of a state without their names.

The rules that a replay spends its time in take these apart and put them together, which costs a third of doing so with
named ones; whoever asks for a state gets it with its names back.
"""


def named(bare: Bare) -> State:
    """A state with its names."""
    return new(State, bare)


def first_state(variant: Variant, levels: tuple[int, ...]) -> State:
    """A game before anything has happened; the last seat draws its start block first."""
    players = len(levels)
    sheets = tuple([new_sheet(level, players) for level in levels])
    playing = (1 << players) - 1
    fresh = (0,) * players
    return State(variant, START, 0, players - 1, FACE_LIST[0], 0, playing, sheets, sheets, (), fresh)


def turn(state: State, phase: str, active: int, waiting: Seats, playing: Seats, sheets: Sheets) -> State:
    """The state in which it is another's turn, and everybody sees the sheets as they are."""
    variant, _, round_, _, face, _, _, _, _, forfeits, fresh = state
    return named((variant, phase, round_, active, face, waiting, playing, sheets, sheets, forfeits, fresh))


def replaced(sheets: Sheets, seat: int, sheet: Sheet) -> Sheets:
    """The sheets with one of them exchanged."""
    return (*sheets[:seat], sheet, *sheets[seat + 1 :])


def seats_of(seats: Seats) -> list[int]:
    """A set of seats as a list."""
    return [seat for seat, mark in enumerate(SEAT_BITS) if seats & mark]


def in_play(sheets: Sheets) -> Seats:
    """The seats that have not left, as the sheets say."""
    return sum(SEAT_BITS[seat] for seat, sheet in enumerate(sheets) if not sheet.left)


def awaited(state: State) -> list[int]:
    """The seats that must act now."""
    if state.phase in (MOVES, MINIS):
        return seats_of(state.waiting)
    return [] if state.phase == OVER else [state.active]
