"""Where each of the platform's own events may stand in a log."""

from typing import Any

from engine import dice
from games.log.entries import Entry
from games.log.fold import (
    ABORTED_KIND,
    ADJUDICATED_KIND,
    CREATED,
    FINISHED_KIND,
    JOINED,
    LEFT,
    REVEALED,
    STARTED,
    Fold,
    is_finished_by_rules,
)
from games.statuses import OPEN, RUNNING

_BEFORE_START = (JOINED, LEFT, STARTED)
_WHILE_RUNNING = (FINISHED_KIND, ADJUDICATED_KIND)


def misplaced(fold: Fold | None, entry: Entry) -> str | None:
    """Why an event cannot stand after what is folded already, in a sentence; None if it can."""
    kind = entry.kind
    if (kind == CREATED) != (fold is None):
        return f"A log begins with “{CREATED}” and holds it only once."
    if fold is None:
        return None
    if kind in _BEFORE_START and fold.status != OPEN:
        return f"“{kind}” stands after the start or the end of the game."
    if kind in _WHILE_RUNNING and fold.status != RUNNING:
        return f"“{kind}” stands before the start or after the end of the game."
    if kind == ABORTED_KIND and fold.is_over:
        return f"“{kind}” stands after the end of the game."
    return _CHECKS[kind](fold, entry) if kind in _CHECKS else None


def _seat(fold: Fold, entry: Entry) -> str | None:
    if entry.seat is None or not 0 <= entry.seat < len(fold.seated):
        return "There is no such seat in this game."
    if entry.kind == JOINED and not dice.is_contribution(entry.data.get("contribution")):
        return "What was added to the dice is no contribution."
    if entry.kind == JOINED and fold.bot(entry.seat) is not None and entry.data["contribution"]:
        return "A bot has added to the dice."
    return None


def _start(fold: Fold, entry: Entry) -> str | None:
    return "The game was started with a free seat." if None in fold.seated else None


def _finish(fold: Fold, entry: Entry) -> str | None:
    return None if is_finished_by_rules(fold) else "The rules have not come to an end yet."


def _reveal(fold: Fold, entry: Entry) -> str | None:
    if not fold.is_played:
        return "The seed was revealed before the game was over."
    if fold.is_revealed:
        return "The seed was revealed twice."
    if "deal" not in fold.dice or not dice.is_hash(entry.data.get("seed")):
        return "What was revealed is no seed, or there is none in this game."
    return None


_CHECKS: dict[str, Any] = {JOINED: _seat, LEFT: _seat, STARTED: _start, FINISHED_KIND: _finish, REVEALED: _reveal}
