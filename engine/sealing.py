"""What a viewer may see of a log: answers of others are sealed until everybody has answered."""

from collections.abc import Sequence
from typing import Any, Final

from engine.protocol import Json
from engine.records import is_platform_kind
from engine.registry import AnyGame

ANSWERED: Final = "game/answered"
"""The kind under which a sealed answer is shown; it never stands in a log."""


def visible(game: AnyGame, state: Any, events: Sequence[Json], viewer: int | None) -> list[Json]:
    """The events as a seat may see them, or for None as everybody may; `state` is the one after all of them."""
    hidden = set(game.sealed(state)) - {viewer}
    shown: list[Json] = []
    for fields in reversed(events):
        seat = fields.get("seat")
        if seat in hidden and not is_platform_kind(fields["kind"]) and game.is_answer(game.decode(fields)):
            hidden.remove(seat)
            fields = {"kind": ANSWERED, **{key: fields[key] for key in ("seq", "seat") if key in fields}}
        shown.append(fields)
    return shown[::-1]
