"""The lessons of the tutorial: each a real position, made by the rules from events, and one thing to be done in it.

What is said in a lesson is short; the rules page says the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.brikks.blocks import FACES, PIECES, START_COLUMN, price
from engine.brikks.events import Bomb, Event, Place, Roll, Start
from engine.brikks.game import BRIKKS
from engine.brikks.options import Gains, Placement, gains, path
from engine.brikks.state import State

LESSON_SEAT: Final = 0
LESSON_SETUP: Final = {"variant": "solo", "levels": [2]}
"""At this level dots of other colours change nothing, so that they distract from no lesson."""
RolledBlock: TypeAlias = tuple[str, int]
"""The colour and the number that the dice show."""
DrawnBlock: TypeAlias = tuple[str, int, int, int]
"""A block, and the place of its lower left corner."""
LessonTest: TypeAlias = Callable[[State, Event], bool]
"""Whether something that the rules allow is what a lesson asks for."""


@dataclass(frozen=True)
class Lesson:
    """One step of the tutorial."""

    title: Promise
    told: Promise
    """What is to be known, and what is to be done."""
    praise: Promise
    """What has come of it."""
    hint: Promise
    """What to try instead of something that the rules allow, but that is not what this is about."""
    start: tuple[str, int]
    """The colour of the start block and its column."""
    drawn: tuple[DrawnBlock, ...]
    """The blocks that were rolled and placed since."""
    rolled: RolledBlock
    is_reached: LessonTest
    has_neighbours: bool = False
    """Whether the other blocks of the rolled colour are there to choose."""
    has_bomb: bool = False

    @property
    def state(self) -> State:
        """The position in which something is to be done."""
        return _state_of(self.start, self.drawn, self.rolled)


@cache
def _state_of(start: tuple[str, int], drawn: tuple[DrawnBlock, ...], rolled: RolledBlock) -> State:
    """What the rules make of the blocks, one after the other; they refuse whatever could not have been played."""
    color, x = start
    events: list[Event] = [Start(LESSON_SEAT, PIECES[color, START_COLUMN, x, 0])]
    for place in drawn:
        events += [Roll(LESSON_SEAT, FACES[place[:2]]), Place(LESSON_SEAT, PIECES[place])]
    return BRIKKS.replay(BRIKKS.start(LESSON_SETUP), [*events, Roll(LESSON_SEAT, FACES[rolled])])


def _is_placed(state: State, event: Event) -> bool:
    return isinstance(event, Place)


def _brings_two(state: State, event: Event) -> bool:
    """Whether the dot is of the block's own colour, which is the only way to so much energy."""
    return isinstance(event, Place) and _placement_gains(state, event).energy > 1


def _is_bought_for_a_row(state: State, event: Event) -> bool:
    return (
        isinstance(event, Place) and price(state.roll, event.piece.face) > 0 and _placement_gains(state, event).rows > 0
    )


def _slides(state: State, event: Event) -> bool:
    if not isinstance(event, Place):
        return False
    way = path(state.sheets[LESSON_SEAT], event.piece)
    return way is not None and set(way.moves) != {"down"}


def _completes_rows(state: State, event: Event) -> bool:
    return isinstance(event, Place) and _placement_gains(state, event).rows > 1


def _is_bomb(state: State, event: Event) -> bool:
    return isinstance(event, Bomb)


def _placement_gains(state: State, event: Place) -> Gains:
    cost = price(state.roll, event.piece.face)
    return gains(state.sheets[LESSON_SEAT], state.variant, Placement(event.piece, cost))


LESSONS: Final = (
    Lesson(
        title=_("Drop a block"),
        told=_("The two dice choose the block. Move it over the sheet, let go, and confirm: anywhere is fine."),
        praise=_("That is a turn. Blocks never rotate: they fall as the dice show them."),
        hint=_("Place the block somewhere on the sheet."),
        start=("black", 0),
        drawn=(),
        rolled=("red", 3),
        is_reached=_is_placed,
    ),
    Lesson(
        title=_("Cover a dot"),
        told=_("A block on a dot of its own colour brings 2 energy. Cover the white dot with the white block."),
        praise=_(
            "2 energy more, and the X in circle 7 brought a cross. "
            "A dot of another colour brings 1 at level 1, nothing at level 2, and costs 1 or 2 above."
        ),
        hint=_("Possible, but no dot is covered. Try the W in column 5."),
        start=("black", 4),
        drawn=(("green", 4, 0, 0),),
        rolled=("white", 1),
        is_reached=_brings_two,
    ),
    Lesson(
        title=_("Buy a neighbour"),
        told=_(
            "Energy buys another block of the same colour, 1 for each step. Choose the one that fills the bottom row."
        ),
        praise=_(
            "1 energy well spent: a full row counts 5 points. Rows with 9 or 8 squares count 2 or 1, higher rows more."
        ),
        hint=_("Possible, but the bottom row stays open. Drop green 4, for 1 energy, into the gap on the right."),
        start=("black", 0),
        drawn=(("white", 1, 2, 0), ("black", 1, 5, 0)),
        rolled=("green", 3),
        is_reached=_is_bought_for_a_row,
        has_neighbours=True,
    ),
    Lesson(
        title=_("Slide underneath"),
        told=_("A block may slide sideways while it falls. Get this one below the black ledge: aim low, or press ↓."),
        praise=_("Nicely tucked in. The dotted line shows the way a block takes."),
        hint=_("Possible, but that is a straight drop. Aim at the free squares below the ledge."),
        start=("black", 0),
        drawn=(("black", 4, 0, 2), ("yellow", 2, 7, 0)),
        rolled=("blue", 3),
        is_reached=_slides,
    ),
    Lesson(
        title=_("Fill several rows"),
        told=_("Two, three or four rows filled by one block give 1, 2 or 4 crosses. Finish all four."),
        praise=_("Four full rows count 20 points, and four crosses bring 10 extra points."),
        hint=_("Possible, but the rows stay open. Drop the long block into the last column."),
        start=("green", 0),
        drawn=(
            ("green", 3, 0, 1),
            ("yellow", 2, 2, 0),
            ("yellow", 4, 3, 0),
            ("white", 1, 6, 0),
            ("white", 4, 7, 1),
            ("yellow", 3, 6, 1),
            ("black", 1, 2, 2),
            ("black", 1, 4, 2),
        ),
        rolled=("black", 3),
        is_reached=_completes_rows,
    ),
    Lesson(
        title=_("Use a bomb"),
        told=_(
            "This block would only leave holes. "
            "A bomb lets you skip it and costs the points printed on it: press the bomb."
        ),
        praise=_("The block is gone. You have three bombs; those that you keep count at the end."),
        hint=_("Possible, but look at the holes. Choose the bomb this time."),
        start=("white", 0),
        drawn=(("white", 1, 3, 0), ("white", 1, 6, 0), ("black", 3, 9, 0)),
        rolled=("black", 4),
        is_reached=_is_bomb,
        has_bomb=True,
    ),
)
