"""A state as a JSON object and back: what a snapshot keeps and what a page draws from.

Cells are not kept but follow from the pieces. Reading trusts nothing: whatever does not fit is refused, because a
cache may be damaged.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.brikks.blocks import FACE_LIST, FACES, MINI, MINI_PIECES, PIECES, Piece
from engine.brikks.board import Bitboard, cells_of
from engine.brikks.figures import BOMBS, ENERGY_CIRCLES, LEVELS, PINK_CIRCLES, ROWS
from engine.brikks.refusals import PHASES, malformed
from engine.brikks.rounds import owing
from engine.brikks.sheet import FORFEITS, LEAVING, Drawn, Sheet, pieces
from engine.brikks.state import MINIS, MOVES, ROLL, SEAT_BITS, START, VARIANTS, State, in_play, seats_of
from engine.canonical import canonical
from engine.errors import Refused
from engine.protocol import OVER, Json

MOST_CROSSES: Final = len(PINK_CIRCLES) + ROWS
"""More cannot be earned: one for each pink circle, and at most one for each row."""


def freeze(state: State) -> Json:
    """The state as a JSON object; `public` is there only while answers are sealed."""
    frozen = {
        "variant": state.variant.key,
        "phase": state.phase,
        "round": state.round,
        "active": state.active,
        "roll": [state.roll.color, state.roll.column] if state.round else None,
        "waiting": seats_of(state.waiting),
        "sheets": [_freeze_sheet(sheet) for sheet in state.sheets],
        "forfeits": list(state.forfeits),
        "fresh": [[list(cell) for cell in cells_of(board)] for board in state.fresh],
    }
    if state.public != state.sheets:
        frozen["public"] = [_freeze_sheet(sheet) for sheet in state.public]
    return frozen


def _freeze_sheet(sheet: Sheet) -> Json:
    return {
        "level": sheet.level,
        "ready": sheet.ready,
        "circled": sheet.circled,
        "crosses": sheet.crosses,
        "bombs": sheet.bombs,
        "left": sheet.left,
        "drawn": [[piece.face.color, piece.face.column, piece.x, piece.y] for piece in pieces(sheet)],
    }


def thaw(frozen: Mapping[str, Any]) -> State:
    """The state that was frozen; refused unless it makes sense and freezes to exactly the same again."""
    try:
        state = _thaw(frozen)
        _check(state)
        if canonical(freeze(state)) != canonical(frozen):
            raise ValueError("it would be written differently")
    except Refused as refusal:
        raise malformed("state/unreadable", reason=refusal.code) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise malformed("state/unreadable", reason=f"{type(error).__name__} {error}") from None
    return state


def _thaw(frozen: Mapping[str, Any]) -> State:
    sheets = tuple(_thaw_sheet(sheet) for sheet in frozen["sheets"])
    public = tuple(_thaw_sheet(sheet) for sheet in frozen["public"]) if "public" in frozen else sheets
    seats = range(len(sheets))
    return State(
        VARIANTS[frozen["variant"]],
        _one_of(frozen["phase"], PHASES),
        _at_least_zero(frozen["round"]),
        _one_of(frozen["active"], seats),
        FACES[tuple(frozen["roll"])] if frozen["round"] else FACE_LIST[0],
        sum(SEAT_BITS[seat] for seat in {_one_of(seat, seats) for seat in frozen["waiting"]}),
        in_play(sheets),
        sheets,
        public,
        tuple(_one_of(seat, seats) for seat in frozen["forfeits"]),
        tuple(_board(cells) for cells in frozen["fresh"]),
    )


def _board(cells: list[list[int]]) -> Bitboard:
    return sum({MINI_PIECES[x, y].cells for x, y in cells})


def _check(state: State) -> None:
    """Refuse what cannot stand together in one game."""
    variant, seats = state.variant, len(state.sheets)
    left = [seat for seat, sheet in enumerate(state.sheets) if sheet.left in FORFEITS]
    sound = (
        variant.fewest <= seats <= variant.most,
        len(state.public) == len(state.fresh) == seats,
        sorted(state.forfeits) == left,
        state.phase != MINIS or variant.is_duel,
        bool(state.waiting) == (state.phase in (MOVES, MINIS)),
        state.waiting & state.playing == state.waiting,
        state.phase in (OVER, MOVES, MINIS) or bool(state.playing & SEAT_BITS[state.active]),
        state.phase in (START, ROLL, OVER) or state.round > 0,
        state.phase != MINIS or state.waiting == owing(state.sheets, state.fresh),
        not any(state.fresh) or state.phase == MINIS or _is_ended_by_forfeit(state),
        state.phase != START or not state.sheets[state.active].drawn,
        [sheet.level for sheet in state.public] == [sheet.level for sheet in state.sheets],
    )
    if not all(sound):
        raise ValueError("its parts do not fit together")


def _is_ended_by_forfeit(state: State) -> bool:
    """Whether a forfeit has ended a duel, which it may while mini blocks are being drawn."""
    return state.phase == OVER and state.variant.is_duel and bool(state.forfeits)


def _thaw_sheet(frozen: Mapping[str, Any]) -> Sheet:
    cells = 0
    circled = _one_of(frozen["circled"], range(ENERGY_CIRCLES + 1))
    drawn: Drawn = ()
    for color, column, x, y in frozen["drawn"]:
        piece = _piece(color, column, x, y)
        if cells & piece.cells:
            raise ValueError("a cell is drawn twice")
        cells |= piece.cells
        drawn = (piece, drawn)
    return Sheet(
        _one_of(frozen["level"], LEVELS),
        cells,
        _one_of(frozen["ready"], range(circled + 1)),
        circled,
        _one_of(frozen["crosses"], range(MOST_CROSSES + 1)),
        _one_of(frozen["bombs"], range(len(BOMBS) + 1)),
        _one_of(frozen["left"], ("", *LEAVING)),
        drawn,
    )


def _piece(color: str, column: int, x: int, y: int) -> Piece:
    return MINI_PIECES[x, y] if color == MINI.color else PIECES[color, column, x, y]


def _one_of(value: Any, allowed: Any) -> Any:
    if type(value) not in (int, str) or value not in allowed:
        raise ValueError(value)
    return value


def _at_least_zero(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value
