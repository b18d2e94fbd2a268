"""What a client can do, read from nothing but the options that it is shown."""

from collections.abc import Iterator

from engine.protocol import Json


def choices(options: Json, seat: int) -> list[Json]:
    """The actions that a seat may take."""
    return [{"seat": seat, **action} for action in _actions(options)]


def _actions(options: Json) -> Iterator[Json]:
    yield from ({"kind": "start", "color": color, "x": x} for color, x in options.get("start", []))
    yield from ({"kind": kind} for kind in options.get("decide", []))
    for color, column, x, y, _ in options.get("place", []):
        yield {"kind": "place", "color": color, "column": column, "x": x, "y": y}
    if options.get("bomb"):
        yield {"kind": "bomb"}
    if options.get("drop"):
        yield {"kind": "drop", "reason": "stuck"}
    yield from ({"kind": "mini", "x": x, "y": y} for x, y in options.get("mini", []))
    if options.get("owed"):
        yield {"kind": "waive"}
