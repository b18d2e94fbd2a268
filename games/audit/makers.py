"""Who may have made each of the platform's own events, and which of them name a seat."""

from collections.abc import Callable
from typing import Final

from games.log.disputes import KINDS
from games.log.entries import BOT, OF_BOTS, SYSTEM, Entry, bot_actor
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
)
from games.statuses import RUNNING


def unknown_kind(kind: str) -> str | None:
    """Why one of the platform's own events can stand in no log, in a sentence; None if it can."""
    return None if kind in _MAKERS or kind in KINDS else f"There is no event “{kind}” in a log."


def wrong_maker(fold: Fold | None, entry: Entry) -> str | None:
    """Why an event cannot come from who is said to have made it, in a sentence; None if it can."""
    if entry.seat is not None and entry.kind not in (JOINED, LEFT):
        return f"“{entry.kind}” is an affair of no seat, but names seat {entry.seat}."
    is_right: Callable[..., bool] = _MAKERS.get(entry.kind, _may_say_later)
    if is_right(fold, entry):
        return None
    return f"“{entry.kind}” cannot come from {entry.actor}."


def _is_creator(fold: Fold | None, entry: Entry) -> bool:
    return not entry.actor.startswith(OF_BOTS)


def _may_join(fold: Fold, entry: Entry) -> bool:
    """Whether somebody may sit down: on a free seat or the own one, on one only, people and bots each on theirs."""
    seat, actor = entry.seat, entry.actor
    if seat is None or fold.seated[seat] not in (None, actor) or fold.seat_of(actor) not in (None, seat):
        return False
    if fold.created["seats"][seat].get("kind") == BOT:
        return actor == bot_actor(seat)
    if fold.reserved[seat] not in (None, actor):
        return False
    return actor != SYSTEM and not actor.startswith(OF_BOTS)


def _may_leave(fold: Fold, entry: Entry) -> bool:
    """Whether somebody may stand up: from their own seat, and not in a tournament's game."""
    return fold.tournament is None and _sits_there(fold, entry)


def _sits_there(fold: Fold, entry: Entry) -> bool:
    return entry.seat is not None and fold.seated[entry.seat] == entry.actor


def _is_host(fold: Fold, entry: Entry) -> bool:
    return entry.actor in (fold.host, SYSTEM)


def _may_call_off(fold: Fold, entry: Entry) -> bool:
    """Whether somebody may call a game off: the host before the start, the server also a tournament's that goes on."""
    if fold.status == RUNNING:
        return entry.actor == SYSTEM and fold.tournament is not None
    return _is_host(fold, entry)


def _is_server(fold: Fold, entry: Entry) -> bool:
    return entry.actor == SYSTEM


def _is_apart(fold: Fold, entry: Entry) -> bool:
    return entry.actor not in fold.seated


def _may_say_later(fold: Fold, entry: Entry) -> bool:
    """Whether somebody may flag a game, or rule upon it: people only, and nobody rules upon a game of their own."""
    is_person = entry.actor != SYSTEM and not entry.actor.startswith(OF_BOTS)
    is_ruling = entry.kind.startswith("ruling/")
    return is_person and not (is_ruling and entry.actor in (*fold.seated, *fold.reserved, *fold.missing))


_MAKERS: Final[dict[str, Callable[..., bool]]] = {
    CREATED: _is_creator,
    JOINED: _may_join,
    LEFT: _may_leave,
    STARTED: _is_host,
    ABORTED_KIND: _may_call_off,
    FINISHED_KIND: _is_server,
    REVEALED: _is_server,
    ADJUDICATED_KIND: _is_apart,
}
