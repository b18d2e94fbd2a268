"""The platform's own events in a log: where each may stand, who may have made it, which of them name a seat; for whom
the seats of a tournament's game are reserved, and which game it follows."""

from collections.abc import Callable
from typing import Any, Final

from engine import dice
from engine.log import is_id
from engine.protocol import Json
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
    is_finished_by_rules,
)
from games.play.setup import is_anchor
from games.statuses import OPEN, RUNNING


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
    return _MISPLACED_BY_KIND[kind](fold, entry) if kind in _MISPLACED_BY_KIND else None


def _wrong_seat(fold: Fold, entry: Entry) -> str | None:
    if entry.seat is None or not 0 <= entry.seat < len(fold.seated):
        return "There is no such seat in this game."
    if entry.kind == JOINED and not dice.is_contribution(entry.data.get("contribution")):
        return "What was added to the dice is no contribution."
    if entry.kind == JOINED and fold.bot(entry.seat) is not None and entry.data["contribution"]:
        return "A bot has added to the dice."
    return None


def _wrong_start(fold: Fold, entry: Entry) -> str | None:
    return "The game was started with a free seat." if None in fold.seated else None


def _wrong_finish(fold: Fold, entry: Entry) -> str | None:
    return None if is_finished_by_rules(fold) else "The rules have not come to an end yet."


def _wrong_reveal(fold: Fold, entry: Entry) -> str | None:
    if not fold.is_played:
        return "The seed was revealed before the game was over."
    if fold.is_revealed:
        return "The seed was revealed twice."
    if "deal" not in fold.dice or not dice.is_hash(entry.data.get("seed")):
        return "What was revealed is no seed, or there is none in this game."
    return None


_MISPLACED_BY_KIND: dict[str, Any] = {
    JOINED: _wrong_seat,
    LEFT: _wrong_seat,
    STARTED: _wrong_start,
    FINISHED_KIND: _wrong_finish,
    REVEALED: _wrong_reveal,
}
_PERSON: Final = "p-"
"""How the ids of people begin."""


def wrong_reservation(created: Entry) -> str | None:
    """What is wrong with the seats that a game was begun with, in a sentence; None if nothing is."""
    people = [seat for seat in created.data["seats"] if seat.get("kind") != BOT]
    kept_for = [seat["actor"] for seat in people if "actor" in seat]
    if "tournament" not in created.data:
        return "Seats are reserved, but the game belongs to no tournament." if kept_for else None
    if created.actor != SYSTEM:
        return f"Only the server makes the games of tournaments, not {created.actor}."
    if not is_anchor(created.data["tournament"]):
        return "It does not say where in its tournament the game belongs."
    return None if _are_proper(people, kept_for) else "Not every seat is reserved for somebody of their own."


def _are_proper(people: list[Json], kept_for: list[Any]) -> bool:
    are_people = all(isinstance(actor, str) and actor.startswith(_PERSON) for actor in kept_for)
    return are_people and len(kept_for) == len(people) == len({*kept_for})


def wrong_follower(created: Json) -> str | None:
    """What is wrong with what a game says of the one that it follows, in a sentence; None if nothing is."""
    said = created.get("follows")
    if said is None:
        return None if "follows" not in created else "It says that it follows a game, but not which."
    if "tournament" not in created or not _is_reference(said):
        return "It does not say which game of its tournament it follows."
    return None


def _is_reference(said: Any) -> bool:
    if not isinstance(said, dict) or said.keys() != {"game", "seq", "hash", "without"}:
        return False
    is_place = type(said["seq"]) is int and said["seq"] > 0 and dice.is_hash(said["hash"])
    return is_place and is_id(said["game"]) and isinstance(said["without"], list) and all(map(is_id, said["without"]))
