"""What the seats that must act now can do, in the shape the record's contract prints; lists are sorted."""

from typing import Any

from .figures import COLORS, COLUMNS, NUMBERS, block
from .search import landings
from .sheet import price
from .table import Table, has_bomb, mini_cells, must_answer, next_to_start, rolled_block_fits

SeatOptions = dict[str, Any]


def options(table: Table) -> dict[str, Any]:
    """The phase and, for exactly those seats that must act now, their choices."""
    seats = {str(seat): seat_options(table, seat) for seat in seats_to_act(table)}
    return {"ok": True, "phase": table.phase, "seats": seats}


def seats_to_act(table: Table) -> list[int]:
    """The seats the game is waiting for."""
    if table.phase == "start":
        seat = next_to_start(table)
        return [] if seat is None else [seat]
    if table.phase in ("roll", "decide"):
        return [table.active]
    if table.phase == "minis":
        return sorted(seat for seat, owed in table.owed.items() if owed > 0)
    return must_answer(table)


def seat_options(table: Table, seat: int) -> SeatOptions:
    """One seat's choices in the phase the game is in."""
    if table.phase == "start":
        return {"start": start_blocks(table)}
    if table.phase == "roll":
        return {"roll": True}
    if table.phase == "decide":
        return {"decide": ["keep", "reroll"]}
    if table.phase == "minis":
        return {"mini": sorted(list(cell) for cell in mini_cells(table, seat)), "owed": table.owed[seat]}
    return {
        "place": placements(table, seat),
        "bomb": has_bomb(table, seat),
        "drop": not rolled_block_fits(table, seat),
    }


def start_blocks(table: Table) -> list[list[Any]]:
    """Every free colour with every column its start block fits in."""
    return sorted(
        [color, x]
        for color in COLORS
        if color not in table.colors_taken
        for x in range(COLUMNS - len(block(color, 1)[0]) + 1)
    )


def placements(table: Table, seat: int) -> list[list[Any]]:
    """Every landing of every block this seat can pay for: colour, column, x, y, price."""
    sheet = table.sheets[seat]
    return sorted(
        [color, column, x, y, price(table.rolled, color, column)]
        for color in COLORS
        for column in NUMBERS
        if price(table.rolled, color, column) <= sheet.ready
        for x, y in landings(sheet.drawn, block(color, column))
    )
