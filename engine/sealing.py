"""What a viewer may see of a log: answers of others are sealed until everybody has answered.

The hash of a sealed answer is shown at once, so that nothing can be exchanged behind it. For that it must not tell
what it holds, and so the data of every answer that is sealed has a random blinding value.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from engine.protocol import Json
from engine.records import is_platform_kind
from engine.registry import AnyGame

ANSWERED: Final = "game/answered"
"""The kind under which a sealed answer is shown; it never stands in a log."""
SHOWN: Final = ("seq", "seat", "hash")
"""What is shown of a sealed answer besides its kind."""

BLIND: Final = "blind"
"""The key of the blinding value in the data of an answer; no event of a game has a field of its own by that name."""
BLIND_DIGITS: Final = 16
_BLIND: Final = re.compile(rf"[0-9a-f]{{{BLIND_DIGITS}}}")


def is_blind(value: Any) -> bool:
    """Whether a value is a blinding value: 16 lower-case hex digits."""
    return isinstance(value, str) and _BLIND.fullmatch(value) is not None


def visible(game: AnyGame, state: Any, events: Sequence[Json], viewer: int | None) -> list[Json]:
    """The events as a seat may see them, or for None as everybody may; `state` is the one after all of them."""
    hidden = set(game.sealed(state)) - {viewer}
    shown: list[Json] = []
    for fields in reversed(events):
        seat = fields.get("seat")
        if seat in hidden and not is_platform_kind(fields["kind"]) and game.is_answer(game.decode(fields)):
            hidden.remove(seat)
            fields = covered(fields)
        shown.append(fields)
    return shown[::-1]


def covered(fields: Json) -> Json:
    """What is shown of an answer while it is sealed."""
    return {"kind": ANSWERED, **{key: fields[key] for key in SHOWN if key in fields}}
