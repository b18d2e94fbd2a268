"""Random but legal games, played with the plain referee alone, for comparing implementations."""

from random import Random
from typing import Any

from .figures import COLORS, DOTS, NUMBERS, Cell, block
from .header import Event
from .moves import apply
from .options import SeatOptions, seat_options, seats_to_act
from .search import cells_of
from .table import Table, may_stop, new_table, still_in

FORFEIT_CHANCE = 0.02
BOMB_CHANCE = 0.04
STUCK_CHANCE = 0.3
WAIVE_CHANCE = 0.1
CARE = [0.0, 0.6, 0.95]


def random_record(rng: Random, variant: str, levels: list[int], max_events: int, forfeits: bool) -> dict[str, Any]:
    """A legal record of at most that many events; some players are careful, so that some games are long."""
    table = new_table(variant, levels)
    care = [rng.choice(CARE) for _ in levels]
    events: list[Event] = []
    while table.phase != "over" and len(events) < max_events:
        event = random_forfeit(rng, table) if forfeits and rng.random() < FORFEIT_CHANCE else None
        event = event or random_event(rng, table, care)
        apply(table, event)
        events.append(event)
    return {
        "format": "brikks-record/1",
        "game": "brikks",
        "variant": variant,
        "levels": list(levels),
        "events": events,
    }


def random_forfeit(rng: Random, table: Table) -> Event:
    """Any seat still in leaves, or stops where that is allowed."""
    seat = rng.choice(still_in(table))
    reasons = ["resign", "timeout"] + (["stop"] * 4 if may_stop(table, seat) else [])
    return {"kind": "drop", "seat": seat, "reason": rng.choice(reasons)}


def random_event(rng: Random, table: Table, care: list[float]) -> Event:
    """One of the things one of the seats that must act can do."""
    seat = rng.choice(seats_to_act(table))
    choices = seat_options(table, seat)
    if table.phase == "start":
        color, x = rng.choice(choices["start"])
        return {"kind": "start", "seat": seat, "color": color, "x": x}
    if table.phase == "roll":
        return {"kind": "roll", "seat": seat} | random_dice(rng)
    if table.phase == "decide":
        kind = rng.choice(choices["decide"])
        return {"kind": kind, "seat": seat} | (random_dice(rng) if kind == "reroll" else {})
    if table.phase == "minis":
        return random_mini(rng, seat, choices)
    return random_answer(rng, table, seat, choices, care[seat])


def random_dice(rng: Random) -> Event:
    """One of the 24 faces."""
    return {"color": rng.choice(COLORS), "number": rng.choice(NUMBERS)}


def random_mini(rng: Random, seat: int, choices: SeatOptions) -> Event:
    """A mini block somewhere, or none any more."""
    if rng.random() < WAIVE_CHANCE:
        return {"kind": "waive", "seat": seat}
    x, y = rng.choice(choices["mini"])
    return {"kind": "mini", "seat": seat, "x": x, "y": y}


def random_answer(rng: Random, table: Table, seat: int, choices: SeatOptions, care: float) -> Event:
    """Place, bomb or drop out, whatever of it is possible."""
    can_place = bool(choices["place"])
    if choices["drop"] and (not (can_place or choices["bomb"]) or rng.random() < STUCK_CHANCE):
        return {"kind": "drop", "seat": seat, "reason": "stuck"}
    if choices["bomb"] and (not can_place or rng.random() < BOMB_CHANCE):
        return {"kind": "bomb", "seat": seat}
    placement = rng.choice(choices["place"])
    if rng.random() < care:
        drawn = table.sheets[seat].drawn
        placement = min(choices["place"], key=lambda option: (untidiness(drawn, option), rng.random()))
    color, column, x, y, _ = placement
    return {"kind": "place", "seat": seat, "color": color, "column": column, "x": x, "y": y}


def untidiness(drawn: set[Cell], placement: list[Any]) -> int:
    """How high a block would reach, how much air it would leave under itself, what it would cost and earn."""
    color, column, x, y, cost = placement
    cells = cells_of(block(color, column), x, y)
    covered = {(cx, below) for cx, cy in cells for below in range(cy)} - cells
    air = len(covered - drawn)
    dots = len([cell for cell in cells if DOTS.get(cell) == color])
    return sum(cy for _, cy in cells) + 5 * air + 2 * int(cost) - 12 * dots
