"""What each kind of event requires and does, one function a kind. Nothing changes before all is checked."""

from collections.abc import Callable

from .figures import COLUMNS, block
from .header import Event, check_event, is_passed_over, require
from .search import landings
from .sheet import draw_block, price
from .table import (
    FORFEITS,
    Table,
    end_answers_if_done,
    end_round_if_done,
    end_set_up_if_done,
    has_bomb,
    may_stop,
    mini_cells,
    must_answer,
    next_clockwise,
    next_to_start,
    opponent,
    rolled_block_fits,
    still_in,
)


def apply(table: Table, event: object) -> None:
    """Play one event of a record, or raise Fault; the platform's own kinds are passed over."""
    if is_passed_over(event):
        return
    checked = check_event(event, len(table.sheets))
    require(table.phase != "over", "the game is over")
    KINDS[checked["kind"]](table, checked)


def start(table: Table, event: Event) -> None:
    """A start block: column 1 of a free colour, standing on the bottom row."""
    seat, color, x = event["seat"], event["color"], event["x"]
    require(table.phase == "start" and seat == next_to_start(table), "not this seat's turn to start")
    require(color not in table.colors_taken, "the colour is taken")
    require(0 <= x <= COLUMNS - len(block(color, 1)[0]), "the block does not fit")
    table.colors_taken.add(color)
    table.started.add(seat)
    draw_block(table.sheets[seat], color, 1, x, 0)
    end_set_up_if_done(table)


def roll(table: Table, event: Event) -> None:
    """The active seat rolls; solo there is no reroll to decide on."""
    require(table.phase == "roll" and event["seat"] == table.active, "not this seat's roll")
    table.rolled = (event["color"], event["number"])
    table.phase = "moves" if table.variant == "solo" else "decide"


def keep(table: Table, event: Event) -> None:
    """The roll stands."""
    require(table.phase == "decide" and event["seat"] == table.active, "nothing to decide for this seat")
    table.phase = "moves"


def reroll(table: Table, event: Event) -> None:
    """Both dice once more; the second roll stands."""
    keep(table, event)
    table.rolled = (event["color"], event["number"])


def place(table: Table, event: Event) -> None:
    """Pay, then draw the block, then settle it."""
    seat, color, column = event["seat"], event["color"], event["column"]
    require(seat in must_answer(table), "this seat has no roll to answer")
    sheet, cost = table.sheets[seat], price(table.rolled, color, column)
    require(cost <= sheet.ready, "not enough energy")
    require((event["x"], event["y"]) in landings(sheet.drawn, block(color, column)), "no legal landing")
    sheet.ready -= cost
    earned = draw_block(sheet, color, column, event["x"], event["y"])
    if table.variant == "duel":
        table.owed[seat] = earned
    table.answered.add(seat)
    end_answers_if_done(table)


def bomb(table: Table, event: Event) -> None:
    """Cross out the next bomb."""
    seat = event["seat"]
    require(seat in must_answer(table), "this seat has no roll to answer")
    require(has_bomb(table, seat), "no bomb is left")
    table.sheets[seat].bombs_used += 1
    table.answered.add(seat)
    end_answers_if_done(table)


def drop(table: Table, event: Event) -> None:
    """A seat leaves: stuck, by a forfeit, or as the last one of a game all others forfeited."""
    seat, reason = event["seat"], event["reason"]
    require(seat in still_in(table), "this seat is out already")
    if reason in FORFEITS:
        forfeit(table, seat, reason)
    elif reason == "stop":
        require(may_stop(table, seat), "this seat may not stop")
        table.out[seat] = reason
        table.phase = "over"
    else:
        require(seat in must_answer(table), "this seat has no roll to answer")
        require(not rolled_block_fits(table, seat), "the rolled block still fits")
        table.out[seat] = reason
        end_answers_if_done(table)


def forfeit(table: Table, seat: int, reason: str) -> None:
    """Take a seat out and let the game go on without it, if there is anybody left to go on."""
    table.out[seat] = reason
    if table.variant == "duel" or not still_in(table):
        table.phase = "over"
    elif table.phase == "start":
        end_set_up_if_done(table)
    elif table.phase == "roll" and seat == table.active:
        table.active = next_clockwise(table)
    elif table.phase == "decide" and seat == table.active:
        table.phase = "moves"
    elif table.phase == "moves":
        end_answers_if_done(table)


def mini(table: Table, event: Event) -> None:
    """A mini block on the opponent's sheet; it settles nothing."""
    seat, cell = event["seat"], (event["x"], event["y"])
    require(table.phase == "minis" and table.owed.get(seat, 0) > 0, "no mini block is owed")
    require(cell in mini_cells(table, seat), "no legal cell for a mini block")
    table.sheets[opponent(seat)].drawn.add(cell)
    table.minis_drawn.setdefault(seat, set()).add(cell)
    table.owed[seat] -= 1
    end_round_if_done(table)


def waive(table: Table, event: Event) -> None:
    """Give up the mini blocks still owed."""
    seat = event["seat"]
    require(table.phase == "minis" and table.owed.get(seat, 0) > 0, "no mini block is owed")
    table.owed[seat] = 0
    end_round_if_done(table)


KINDS: dict[str, Callable[[Table, Event], None]] = {
    "start": start,
    "roll": roll,
    "keep": keep,
    "reroll": reroll,
    "place": place,
    "bomb": bomb,
    "drop": drop,
    "mini": mini,
    "waive": waive,
}
