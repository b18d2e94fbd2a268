"""A valid body for every method that takes one: with it, only who may not is refused, or the state of things is."""

import json
from collections.abc import Callable
from typing import Any, Final

from engine.protocol import Json
from tests.games.tables import CONTRIBUTION, choose, command, fold_of
from tests.web.permissions.rows import Row
from tests.web.permissions.world import PASSWORD, World

Make = Callable[[World, Row], Any]


def body_of(world: World, row: Row, method: str) -> Any:
    """What is sent; nothing where nothing is taken."""
    make = BODIES.get(f"{method} {row.pattern.removeprefix('api/v1/').replace('games/<str:game_id>', 'game')}")
    return {} if make is None else make(world, row)


def _command(**said: Any) -> Json:
    return {"command_id": command(), **said}


def _join(world: World, row: Row) -> Json:
    return _command(contribution=CONTRIBUTION, invite=world.invite(row.words[0]) if row.is_by_link else None)


def _action(world: World, row: Row) -> Json:
    """Whatever the seat may do now, or giving up where it may do nothing."""
    fold = fold_of(world.games[row.words[0]])
    acts = row.seat in fold.awaited and not fold.has_table_dice
    action = choose(fold, row.seat) if acts else {"kind": "drop", "seat": row.seat, "reason": "resign"}
    return _command(action=action, answers=fold.asked)


def _roll(world: World, row: Row) -> Json:
    roll = {"kind": "roll", "seat": 0, "color": "red", "number": 1}
    return _command(roll=roll, answers=fold_of(world.games[row.words[0]]).asked)


def _act_form(world: World, row: Row) -> Json:
    said = _action(world, row)
    return {"action": json.dumps(said["action"]), "answers": said["answers"]}


def _roll_form(world: World, row: Row) -> Json:
    said = _roll(world, row)
    return {"roll": json.dumps(said["roll"]), "answers": said["answers"]}


def _club_link(world: World, row: Row) -> Json:
    return {"invite": world.cast.club.invite if row.is_by_link else "no-such-secret"}


def _sitting_down(world: World, row: Row) -> Json:
    return {"display_name": "Gwen", "invite": world.invite(row.words[0]) if row.is_by_link else ""}


SETUP: Final = {
    "variant": "standard",
    "levels": [1, 1],
    "seats": [{"kind": "person"}, {"kind": "bot", "bot": "random"}],
}
CREDENTIALS: Final = {"login": "nia", "password": PASSWORD}
BODIES: Final[dict[str, Make]] = {
    "POST game/join": _join,
    "POST game/leave": lambda world, row: _command(seat=row.seat),
    "POST game/start": lambda world, row: _command(),
    "POST game/abort": lambda world, row: _command(),
    "POST game/actions": _action,
    "POST game/rolls": _roll,
    "POST game/adjudication": lambda world, row: _command(how="as-stands", reason="It is late."),
    "POST game/guests-here": lambda world, row: _command(display_name="Gwen", seat=1, contribution=CONTRIBUTION),
    "POST game/hand-over": lambda world, row: {"seat": 1},
    "POST games": lambda world, row: _command(**SETUP),
    "POST records": lambda world, row: world.document,
    "POST verify": lambda world, row: world.document,
    "PATCH me": lambda world, row: {"language": "de"},
    "DELETE me": lambda world, row: {"password": PASSWORD},
    "POST me/tokens": lambda world, row: {"name": "a new one", "scopes": ["read"]},
    "POST guests": lambda world, row: {"display_name": "Gwen"},
    "POST players/<str:handle>/reports": lambda world, row: {"text": "She sings."},
    "POST clubs": lambda world, row: {"name": "The Early Bricklayers"},
    "PATCH clubs/<str:club_id>": lambda world, row: {"description": "We meet at night."},
    "PUT clubs/<str:club_id>/members/<str:handle>": lambda world, row: {"role": "member"},
    "POST clubs/<str:club_id>/join": _club_link,
    "POST settings/": lambda world, row: {"display_name": "Gwen"},
    "POST settings/unblock/": lambda world, row: {"handle": "eve"},
    "POST settings/tokens/": lambda world, row: {"name": "a new one", "scopes": "read"},
    "POST settings/data/erase/": lambda world, row: {"password": PASSWORD, "is_sure": "on"},
    "POST players/<str:handle>/report/": lambda world, row: {"text": "She sings."},
    "POST learn/<int:step>/": lambda world, row: {"landing": "red-3:4:0"},
    "POST language/": lambda world, row: {"language": "de"},
    "POST play/": lambda world, row: {"variant": "standard", "who_0": "me", "who_1": "bot-random"},
    "POST join/<str:invite>/": lambda world, row: {"display_name": "Gwen"},
    "POST game/join/": _sitting_down,
    "POST game/leave/": lambda world, row: {"seat": row.seat},
    "POST game/act/": _act_form,
    "POST game/roll/": _roll_form,
    "POST game/hand-over/": lambda world, row: {"seat": 1},
    "POST game/here/": lambda world, row: {"display_name": "Gwen", "seat": 1},
    "POST clubs/": lambda world, row: {"name": "The Early Bricklayers"},
    "POST clubs/<str:club_id>/members/<str:handle>/role/": lambda world, row: {"role": "member"},
    "POST accounts/login/": lambda world, row: CREDENTIALS,
}
"""What is made for each method and address; those of games are shortened."""
