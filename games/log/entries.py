"""An event before and after it is in a log."""

from typing import NamedTuple

from engine.protocol import Fields, Json

SYSTEM = "system"
"""The actor of whatever nobody has chosen: the server's rolls, clocks, forced events."""
BOT = "bot"
"""The kind of a seat that a program of the site takes."""
OF_BOTS = "bot-"
"""How the ids of bots begin, as actors and as commands. They can be foretold, so nobody else may take one."""
LONGEST_COMMAND_ID = 64


class Entry(NamedTuple):
    """Something that is to be added to a log."""

    kind: str
    seat: int | None
    data: Json
    actor: str = SYSTEM


class Link(NamedTuple):
    """An entry in its place in the chain."""

    seq: int
    entry: Entry
    at: str
    body: str
    previous: str
    hash: str


def bot_actor(seat: int) -> str:
    """The id of the bot on a seat."""
    return f"{OF_BOTS}{seat}"


def entry_of(fields: Fields, actor: str = SYSTEM) -> Entry:
    """The entry of an event of the rules, from its JSON object."""
    data = {key: value for key, value in fields.items() if key not in ("kind", "seat")}
    return Entry(fields["kind"], fields["seat"], data, actor)


def fields_of(entry: Entry) -> Json:
    """The JSON object of an event as records show it."""
    seat = {} if entry.seat is None else {"seat": entry.seat}
    return {"kind": entry.kind, **seat, **entry.data}
