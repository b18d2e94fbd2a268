"""Boards drawn as pictures and games in the middle of a round, for the tests of the plain referee."""

from .figures import COLUMNS, ROWS, Cell
from .header import Event
from .moves import apply
from .table import Table, new_table

FULL = {(x, y) for x in range(COLUMNS) for y in range(ROWS)}


def board(*lines: str) -> set[Cell]:
    """The drawn cells of a picture whose last line is the bottom row; missing rows above are empty."""
    assert all(len(line) == COLUMNS for line in lines)
    assert len(lines) <= ROWS
    return {(x, y) for y, line in enumerate(reversed(lines)) for x, mark in enumerate(line) if mark == "#"}


def record(variant: str, levels: list[int], *events: object) -> Event:
    """A record of these events."""
    return {"format": "brikks-record/1", "variant": variant, "levels": levels, "events": list(events)}


def start(seat: int, color: str, x: int = 0) -> Event:
    """A start block."""
    return {"kind": "start", "seat": seat, "color": color, "x": x}


def roll(seat: int, color: str, number: int) -> Event:
    """A roll."""
    return {"kind": "roll", "seat": seat, "color": color, "number": number}


def place(seat: int, color: str, column: int, x: int, y: int) -> Event:
    """A block placed."""
    return {"kind": "place", "seat": seat, "color": color, "column": column, "x": x, "y": y}


def mini(seat: int, x: int, y: int) -> Event:
    """A mini block drawn."""
    return {"kind": "mini", "seat": seat, "x": x, "y": y}


def drop(seat: int, reason: str) -> Event:
    """A seat leaves."""
    return {"kind": "drop", "seat": seat, "reason": reason}


def by(seat: int, kind: str) -> Event:
    """An event with no more than a seat: keep, bomb, waive."""
    return {"kind": kind, "seat": seat}


def play(table: Table, *events: Event) -> Table:
    """The table after these events."""
    for event in events:
        apply(table, event)
    return table


def table_in_moves(variant: str, levels: list[int], rolled: tuple[str, int], *boards: set[Cell]) -> Table:
    """A game in the middle of a round, with these boards and this roll to answer."""
    table = new_table(variant, levels)
    table.started = set(range(len(levels)))
    table.phase, table.rolled = "moves", rolled
    for sheet, drawn in zip(table.sheets, boards, strict=True):
        sheet.drawn = set(drawn)
    return table
