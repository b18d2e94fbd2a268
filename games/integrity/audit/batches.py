"""Which games are looked at, and in what portions: so many that reading them together pays, so few that they fit."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from games.log.steady_reads import stream, stream_few

EVENTS: Final = 10_000
GAMES: Final = 500
"""After how many events or games a batch is full."""


class Selection(NamedTuple):
    """The games that were asked for: all, some by their ids, or those in which something has happened since a time."""

    games: tuple[str, ...] = ()
    since: str | None = None
    key: str | None = None

    @property
    def is_everything(self) -> bool:
        return self == EVERYTHING


EVERYTHING: Final = Selection()


class Batch(NamedTuple):
    """Some games: those named, or all whose id comes after one and not after another."""

    ids: tuple[str, ...] | None = None
    after: str | None = None
    up_to: str | None = None
    events: int = 0
    """How many events are expected."""

    def condition(self, column: str) -> tuple[str, list[Any]]:
        """What holds of a column with the ids of these games, in SQL, and its values."""
        if self.ids is not None and not self.ids:
            return "1 = 0", []
        if self.ids is not None:
            return f"{column} IN ({', '.join(['%s'] * len(self.ids))})", list(self.ids)
        bounds = [(f"{column} > %s", self.after), (f"{column} <= %s", self.up_to)]
        used = [(text, bound) for text, bound in bounds if bound is not None]
        return " AND ".join(text for text, _ in used) or "1 = 1", [bound for _, bound in used]

    def rows(self, statement: str, column: str = "game_id") -> Iterator[tuple[Any, ...]]:
        """The rows that a statement gives for these games, in the place of whose condition stands `{}`.

        After the last known game there may be any number of rows that belong to none.
        """
        condition, values = self.condition(column)
        is_open = self.ids is None and self.up_to is None
        return (stream if is_open else stream_few)(statement.format(condition), values)


def batches(selection: Selection) -> Iterator[Batch]:
    """All that was selected, in portions; ranges and names also cover ids of which no game is known."""
    if selection.is_everything:
        return _ranges()
    return _lists(selection)


def _ranges() -> Iterator[Batch]:
    after: str | None = None
    games = events = 0
    for game, seq in stream("SELECT id, seq FROM games_game ORDER BY id"):
        games, events = games + 1, events + _counted(seq)
        if games >= GAMES or events >= EVENTS:
            yield Batch(after=after, up_to=game, events=events)
            after, games, events = game, 0, 0
    yield Batch(after=after, events=events)


def _lists(selection: Selection) -> Iterator[Batch]:
    ids: list[str] = []
    events = 0
    unknown = set(selection.games)
    for game, seq in _selected(selection):
        ids.append(game)
        unknown.discard(game)
        events += _counted(seq)
        if len(ids) >= GAMES or events >= EVENTS:
            yield Batch(ids=tuple(ids), events=events)
            ids, events = [], 0
    if selection.since is None:
        ids += sorted(unknown)
    if ids:
        yield Batch(ids=tuple(ids), events=events)


def _selected(selection: Selection) -> Iterator[tuple[Any, ...]]:
    wanted: list[tuple[str, list[Any]]] = []
    if selection.since is not None:
        wanted.append(("last_at >= %s", [selection.since]))
    if selection.key is not None:
        wanted.append(("key = %s", [selection.key]))
    if selection.games:
        wanted.append(Batch(ids=selection.games).condition("id"))
    condition = " AND ".join(text for text, _ in wanted)
    values = [value for _, some in wanted for value in some]
    return stream(f"SELECT id, seq FROM games_game WHERE {condition} ORDER BY id", values)  # noqa: S608


def _counted(seq: Any) -> int:
    """A number of events, whatever has become of the column."""
    return seq if type(seq) is int and 0 <= seq < EVENTS else EVENTS
