"""The seats of a tournament's game: each kept for somebody from the beginning, and nobody else's."""

from typing import Any, Final

from engine.protocol import Json
from games.log.anchors import is_anchor
from games.log.entries import BOT, SYSTEM, Entry

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
