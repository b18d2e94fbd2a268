"""Sheets as text: one letter per colour, dots in small letters, for a terminal, an audit or a test."""

from typing import Final

from engine.brikks.board import cells_of
from engine.brikks.figures import BOMBS, COLUMNS, DOTS, ROW_MULTIPLIERS, ROWS
from engine.brikks.refusals import PHASES
from engine.brikks.scoring import Score, merits, score, solo_rating
from engine.brikks.sheet import Sheet, pieces
from engine.brikks.state import State, Variant, awaited
from engine.protocol import OVER
from engine.ranking import winners

LETTERS: Final = {
    "white": "W",
    "yellow": "Y",
    "green": "G",
    "red": "R",
    "blue": "B",
    "black": "K",
    "mini": "+",
}
GAP: Final = "   "


def draw_state(state: State) -> str:
    """All sheets side by side, under a line that says what is going on."""
    columns = [
        _sheet_lines(seat, sheet, state.variant, seat in awaited(state)) for seat, sheet in enumerate(state.sheets)
    ]
    width = max(len(line) for lines in columns for line in lines)
    rows = (GAP.join(line.ljust(width) for line in lines).rstrip() for lines in zip(*columns, strict=True))
    return "\n".join([_headline(state), *rows])


def _headline(state: State) -> str:
    where = _ending(state) if state.phase == OVER else PHASES[state.phase]
    dice = f", {state.roll.color} {state.roll.column}" if state.round else ""
    return f"{state.variant.key}, round {state.round}{dice}: {where}"


def _ending(state: State) -> str:
    """Who has won, and alone with which title."""
    rating = solo_rating(state)
    if rating:
        return f"the game is over, rated {rating.rated}: {rating.title}"
    first = winners(merits(state), [{seat} for seat in state.forfeits])
    return f"the game is over, won by seat {' and '.join(map(str, first))}" if first else "the game is over, nobody won"


def _sheet_lines(seat: int, sheet: Sheet, variant: Variant, awaited_now: bool) -> list[str]:
    points = score(sheet, variant)
    mark = "*" if awaited_now else " "
    left = f", out ({sheet.left})" if sheet.left else ""
    crosses = f"crosses {sheet.crosses}" if not variant.is_duel else f"mini blocks {sheet.crosses}"
    return [
        f"{mark}seat {seat}, level {sheet.level}{left}",
        *board_lines(sheet),
        "   0 1 2 3 4 5 6 7 8 9",
        f"energy {sheet.ready}, {crosses}, bombs {len(BOMBS) - sheet.bombs}",
        f"rows {points.rows}" if variant.is_duel else _sum(points),
    ]


def _sum(points: Score) -> str:
    return f"{points.rows}+{points.bonus}+{points.bombs}+{points.energy} = {points.total}"


def board_lines(sheet: Sheet) -> list[str]:
    """The sheet's rows, the top one first, each with its number and multiplier."""
    marks = {(x, y): color[0] if color != "black" else "k" for x, y, color in DOTS}
    for piece in pieces(sheet):
        marks.update(dict.fromkeys(cells_of(piece.cells), LETTERS[piece.face.color]))
    return [
        f"{y:2} " + " ".join(marks.get((x, y), ".") for x in range(COLUMNS)) + f"  x{ROW_MULTIPLIERS[y]}"
        for y in reversed(range(ROWS))
    ]
