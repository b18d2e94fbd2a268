"""What the database says of a game beside its log: its row, its deal, and everything derived."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from games.audit.batches import Batch
from games.audit.reading import zoned
from games.projections.deriving import Card, Disputed, Player, Result


class GameRow(NamedTuple):
    """The row of a game."""

    key: str
    rules_version: int
    deal: str | None
    seq: int
    head_hash: str
    last_at: str
    checkpointed_seq: int
    status: str
    awaited: int
    has_bots_due_at: bool
    asked_at: datetime | str | None
    due_at: datetime | str | None


class DealRow(NamedTuple):
    """The row of a deal."""

    id: str
    sealed_seed: str
    commitment: str
    is_shared: bool
    contributions: str | None
    is_closed: bool
    is_revealed: bool


class SnapshotRow(NamedTuple):
    """The row of a snapshot."""

    seq: int
    hash: str
    state: str
    seal: str


@dataclass(slots=True)
class Stored:
    """Everything beside the log of one game."""

    row: GameRow
    deal: DealRow | None
    snapshot: SnapshotRow | None
    card: Card | None
    results: list[Result] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    disputes: list[Disputed] = field(default_factory=list)
    accounts: dict[str, int | None] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    """The hashes of the words that belong to it."""
    covered: int = 0
    """The last event for which a checkpoint vouches."""


_ROW: Final = "key, rules_version, deal_id, seq, head_hash, last_at, checkpointed_seq, status, awaited"
_CLOCKS: Final = "asked_at, due_at"
_DEAL: Final = "id, sealed_seed, commitment, is_shared, contributions"
_SNAPSHOT: Final = "seq, hash, state, seal"
_CARD: Final = ", ".join(Card._fields[:-3])
_CARD_TIMES: Final = ", ".join(Card._fields[-3:])
_SEAT: Final = ", ".join(Player._fields[:-1])
_DISPUTE: Final = ", ".join(Disputed._fields[:-2])
_DISPUTE_TIMES: Final = ", ".join(Disputed._fields[-2:])
_AS_IT_IS: Final = "{}"
_AS_TEXT: Final = "CAST({} AS TEXT)"


def _of(table: str, columns: str, form: str = "{}") -> str:
    return ", ".join(form.format(f"{table}.{column}") for column in columns.split(", "))


def _games(times: str) -> str:
    return (
        f"SELECT g.id, {_of('g', _ROW)}, g.bots_due_at IS NOT NULL, {_of('g', _CLOCKS, times)},"  # noqa: S608
        f" {_of('d', _DEAL)}, d.closed_at IS NOT NULL, d.revealed_at IS NOT NULL, {_of('s', _SNAPSHOT)},"
        f" {_of('c', _CARD)}, {_of('c', _CARD_TIMES, times)}"
        " FROM games_game g LEFT JOIN games_deal d ON d.id = g.deal_id"
        " LEFT JOIN games_snapshot s ON s.game_id = g.id LEFT JOIN games_gamecard c ON c.game_id = g.id WHERE {}"
    )


def _players(times: str) -> str:
    return (
        f"SELECT game_id, {_SEAT}, {times.format('joined_at')} FROM games_playergame WHERE {{}} ORDER BY game_id, seat"  # noqa: S608
    )


def _disputes(times: str) -> str:
    columns = f"{_DISPUTE}, {_of('q', _DISPUTE_TIMES, times)}"
    return f"SELECT game_id, {columns} FROM games_dispute q WHERE {{}} ORDER BY game_id, seq"  # noqa: S608


_RESULTS: Final = f"SELECT game_id, {', '.join(Result._fields)} FROM games_seatresult WHERE {{}} ORDER BY game_id, seat"  # noqa: S608
_ACTORS: Final = "SELECT game_id, name, account_id FROM games_actor WHERE {}"
_TEXTS: Final = "SELECT game_id, sha256 FROM games_erasabletext WHERE {}"
_COVERED: Final = "SELECT game_id, max(seq) FROM games_checkpointleaf WHERE {} GROUP BY game_id"


def read_stored(batch: Batch, has_odd_times: bool = False) -> dict[str, Stored]:
    """Everything beside the logs of some games, by their ids.

    A column may hold a time that there is not, of which no value can be made: it is asked for as text. With PostgreSQL
    that is always faster, with SQLite it is slow.
    """
    times = _AS_TEXT if has_odd_times or connection.vendor == "postgresql" else _AS_IT_IS
    found = {row[0]: _game(row[1:]) for row in batch.rows(_games(times), "g.id")}
    for game, *values in batch.rows(_RESULTS):
        if game in found:
            found[game].results.append(Result(*values))
    for game, seat, actor, account, bot, level, joined_at in batch.rows(_players(times)):
        if game in found:
            found[game].players.append(Player(seat, actor, account, bot, level, _time(joined_at)))
    for game, seq, at, club, status, ruled, opened_at, ruled_at in batch.rows(_disputes(times)):
        if game in found:
            found[game].disputes.append(Disputed(seq, at, club, status, ruled, _time(opened_at), _time(ruled_at)))
    for game, actor, account in batch.rows(_ACTORS):
        if game in found:
            found[game].accounts[actor] = account
    for game, digest in batch.rows(_TEXTS):
        if game in found:
            found[game].texts.add(digest)
    for game, seq in batch.rows(_COVERED):
        if game in found:
            found[game].covered = seq
    return found


_ENDS: Final = (12, 19, 23)
"""Where the columns of game, deal and snapshot end."""


def _game(values: tuple[Any, ...]) -> Stored:
    row, deal, snapshot, card = (
        values[begin:end] for begin, end in zip((0, *_ENDS), (*_ENDS, len(values)), strict=True)
    )
    return Stored(
        GameRow(*row[:-2], *map(_time, row[-2:])),
        DealRow(*deal) if deal[0] is not None else None,
        SnapshotRow(*snapshot) if snapshot[0] is not None else None,
        Card(*card[:-3], *map(_time, card[-3:])) if card[0] is not None else None,
    )


def _time(value: Any) -> Any:
    """A time, or the text of what is none."""
    try:
        return zoned(datetime.fromisoformat(value) if isinstance(value, str) else value)
    except ValueError:
        return value
