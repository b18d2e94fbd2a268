"""What the database says of a game beside its log, against what the log gives: its row and what should have followed,
the rows from which lists and profiles are made, and its snapshot, byte for byte."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import connection

from engine.errors import as_json
from engine.result import result_of
from games.clock.site_time import now, read_time
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.audit.batches import Batch
from games.integrity.audit.chain import EventRow
from games.integrity.audit.findings import Finding, InGame
from games.integrity.audit.replay import Replay
from games.log.fold import Fold, freeze, frozen, is_finished_by_rules
from games.log.models import Game
from games.log.state_cache import seal_snapshot
from games.log.steady_reads import with_zone
from games.play.deadlines import RETRY_PAUSE
from games.play.projections import (
    DerivedCard,
    DerivedDispute,
    DerivedPlayer,
    DerivedResult,
    derive_from_fold,
    has_result,
)
from games.statuses import OPEN, RUNNING


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
class StoredGame:
    """Everything beside the log of one game."""

    row: GameRow
    deal: DealRow | None
    snapshot: SnapshotRow | None
    card: DerivedCard | None
    results: list[DerivedResult] = field(default_factory=list)
    players: list[DerivedPlayer] = field(default_factory=list)
    disputes: list[DerivedDispute] = field(default_factory=list)
    accounts: dict[str, int | None] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    """The hashes of the words that belong to it."""
    covered: int = 0
    """The last event for which a checkpoint vouches."""


_ROW: Final = "key, rules_version, deal_id, seq, head_hash, last_at, checkpointed_seq, status, awaited"
_CLOCKS: Final = "asked_at, due_at"
_DEAL: Final = "id, sealed_seed, commitment, is_shared, contributions"
_SNAPSHOT: Final = "seq, hash, state, seal"
_CARD: Final = ", ".join(DerivedCard._fields[:-3])
_CARD_TIMES: Final = ", ".join(DerivedCard._fields[-3:])
_SEAT: Final = ", ".join(DerivedPlayer._fields[:-1])
_DISPUTE: Final = ", ".join(DerivedDispute._fields[:-2])
_DISPUTE_TIMES: Final = ", ".join(DerivedDispute._fields[-2:])
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


_RESULTS: Final = (
    f"SELECT game_id, {', '.join(DerivedResult._fields)} FROM games_seatresult WHERE {{}} ORDER BY game_id, seat"  # noqa: S608
)
_ACTORS: Final = "SELECT game_id, name, account_id FROM games_actor WHERE {}"
_TEXTS: Final = "SELECT game_id, sha256 FROM games_erasabletext WHERE {}"
_COVERED: Final = "SELECT game_id, max(seq) FROM games_checkpointleaf WHERE {} GROUP BY game_id"


def read_stored(batch: Batch, has_odd_times: bool = False) -> dict[str, StoredGame]:
    """Everything beside the logs of some games, by their ids.

    A column may hold a time that there is not, of which no value can be made: it is asked for as text. With PostgreSQL
    that is always faster, with SQLite it is slow.
    """
    times = _AS_TEXT if has_odd_times or connection.vendor == "postgresql" else _AS_IT_IS
    found = {row[0]: _game(row[1:]) for row in batch.rows(_games(times), "g.id")}
    for game, *values in batch.rows(_RESULTS):
        if game in found:
            found[game].results.append(DerivedResult(*values))
    for game, seat, actor, account, bot, level, joined_at in batch.rows(_players(times)):
        if game in found:
            found[game].players.append(DerivedPlayer(seat, actor, account, bot, level, _readable_time(joined_at)))
    for game, seq, at, club, status, ruled, opened_at, ruled_at in batch.rows(_disputes(times)):
        if game in found:
            found[game].disputes.append(
                DerivedDispute(seq, at, club, status, ruled, _readable_time(opened_at), _readable_time(ruled_at))
            )
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


def _game(values: tuple[Any, ...]) -> StoredGame:
    row, deal, snapshot, card = (
        values[begin:end] for begin, end in zip((0, *_ENDS), (*_ENDS, len(values)), strict=True)
    )
    return StoredGame(
        GameRow(*row[:-2], *map(_readable_time, row[-2:])),
        DealRow(*deal) if deal[0] is not None else None,
        SnapshotRow(*snapshot) if snapshot[0] is not None else None,
        DerivedCard(*card[:-3], *map(_readable_time, card[-3:])) if card[0] is not None else None,
    )


def _readable_time(value: Any) -> Any:
    """A time, or the text of what is none."""
    try:
        return with_zone(datetime.fromisoformat(value) if isinstance(value, str) else value)
    except ValueError:
        return value


LONGEST_WAIT: Final = timedelta(hours=1)
"""How far ahead bots may be called for; those who are put off wait for minutes."""


def check_end(found: InGame, row: GameRow, last: EventRow, covered: int) -> None:
    """The log must end where the row says, and checkpoints vouch for as much of it as the row says."""
    _, seq, _, _, _, at, _, _, link, *_ = last
    _compare_column(found, "seq", row.seq, seq, seq)
    _compare_column(found, "head_hash", row.head_hash, link, seq)
    _compare_column(found, "last_at", row.last_at, at, seq)
    if row.checkpointed_seq != covered:
        sentence = f"By its row checkpoints cover {row.checkpointed_seq} events, by their leaves {covered}."
        found.add("head/checkpointed_seq", sentence, covered or None)


def check_row(found: InGame, row: GameRow, fold: Fold) -> None:
    """What the row says of the game must follow from its log."""
    awaited = fold.awaited
    people = [seat for seat in awaited if fold.bot(seat) is None]
    _compare_column(found, "key", row.key, fold.rules.key, 1)
    _compare_column(found, "rules_version", row.rules_version, fold.rules.rules_version, 1)
    _compare_column(found, "status", row.status, fold.status, fold.seq)
    _compare_column(found, "awaited", row.awaited, sum(1 << seat for seat in awaited), fold.seq)
    _compare_clock(found, "asked_at", row.asked_at is not None, bool(awaited))
    _compare_clock(found, "due_at", row.due_at is not None, bool(people and fold.created.get("clock")))
    _check_deadline(found, row, fold)
    _compare_clock(found, "bots_due_at", row.has_bots_due_at, len(people) < len(awaited))


def _check_deadline(found: InGame, row: GameRow, fold: Fold) -> None:
    """The times must be times, and as far apart as was agreed on."""
    asked_at, due_at, clock = row.asked_at, row.due_at, fold.created.get("clock")
    for column, moment in (("asked_at", asked_at), ("due_at", due_at)):
        if isinstance(moment, str):
            found.add(f"head/{column}", f"The row of the game says {as_json(moment)} for “{column}”, which is no time.")
    if isinstance(asked_at, datetime) and _is_ahead(asked_at, row.last_at, timedelta(0)):
        found.add("head/asked_at", f"Somebody is said to be asked at {asked_at}, which is to come.")
    if not clock or not isinstance(asked_at, datetime) or not isinstance(due_at, datetime):
        return
    if not is_agreed_deadline(asked_at, due_at, clock["seconds"]):
        given = (due_at - asked_at).total_seconds()
        found.add("head/due_at", f"Somebody has {given:,.0f} seconds, but {clock['seconds']:,} were agreed on.")


def is_agreed_deadline(asked_at: datetime, due_at: datetime, seconds: int) -> bool:
    """Whether whoever is waited for has the agreed time.

    An outage moves both times along. Only a game whose time could not run out is due later, and that very soon.
    """
    more = due_at - asked_at - timedelta(seconds=seconds)
    return more == timedelta(0) or (more > timedelta(0) and due_at <= now() + RETRY_PAUSE + OUTAGE_TOLERANCE)


def _is_ahead(moment: datetime, last_at: str, most: timedelta) -> bool:
    """Whether a time is further ahead than it may be, by this clock and by the log, whose time may be ahead of it."""
    return moment > max(now() + OUTAGE_TOLERANCE, read_time(last_at)) + most


def check_waits() -> Iterator[Finding]:
    """Bots are called for soon: else a game would stand still."""
    ahead = Game.objects.filter(bots_due_at__gt=now() + OUTAGE_TOLERANCE + LONGEST_WAIT)
    for game, moment, last_at in ahead.values_list("pk", "bots_due_at", "last_at"):
        if moment is not None and _is_ahead(moment, last_at, LONGEST_WAIT):
            yield Finding("head/bots_due_at", f"The bots of the game are not called for before {moment}.", game)


def check_nothing_is_missing(found: InGame, fold: Fold, deal: DealRow | None) -> None:
    """After the last event, nothing must be left that the server should have added at once."""
    if missing := _missing(fold, deal):
        found.add("rules/missing", f"The server should have added {missing}.", fold.seq)
    if fold.is_again:
        if deal and not deal.is_closed:
            found.add("deal/again", f"This game is played again on deal {deal.id}, which was never closed.", 1)
    elif deal and not fold.is_over and (deal.is_revealed or deal.is_closed):
        code = "deal/revealed" if deal.is_revealed else "deal/closed"
        found.add(code, f"Deal {deal.id} is said to be {code[5:]}, but this game is not over.")
    elif deal and deal.is_revealed and not deal.is_closed:
        found.add("deal/revealed", f"Deal {deal.id} is said to be revealed, but was never closed.")


def _missing(fold: Fold, deal: DealRow | None) -> str | None:
    rules = fold.rules
    if fold.status == OPEN and fold.tournament is not None and None not in fold.seated:
        return "the start of the game"
    if fold.status == RUNNING:
        if is_finished_by_rules(fold):
            return "the end of the game"
        if (forced := rules.forced(fold.state)) is not None:
            fields = rules.encode(forced)
            return f"“{fields['kind']}” of seat {fields['seat']}, who has no choice"
        is_thrown = rules.dice is not None and not fold.has_table_dice
        return "a roll" if is_thrown and rules.dice and rules.dice.due(fold.state) else None
    is_played = fold.is_played and "deal" in fold.dice
    is_open = "contributions" in fold.dice and not fold.is_again and not (deal and deal.is_revealed)
    return "the seed" if is_played and not fold.is_revealed and not is_open else None


def _compare_column(found: InGame, column: str, stored: Any, derived: Any, seq: int) -> None:
    if stored != derived:
        sentence = f"The row of the game says {as_json(stored)} for “{column}”, its log {as_json(derived)}."
        found.add(f"head/{column}", sentence, seq)


def _compare_clock(found: InGame, column: str, is_set: bool, is_needed: bool) -> None:
    if bool(is_set) != is_needed:
        sentence = f"The row of the game has “{column}”, but nobody is waited for under it."
        found.add(f"head/{column}", sentence if is_set else f"The row of the game lacks “{column}”.")


def check_projections(found: InGame, stored: StoredGame, replay: Replay) -> None:
    """Hold card, results, players and disputes against the log."""
    fold = replay.fold
    assert fold is not None
    result = None
    if has_result(fold):
        result = result_of(fold.rules.outcome(fold.state), replay.forfeited, replay.decisions)
    expected = derive_from_fold(fold, result, replay.platform, stored.accounts)
    if stored.card is None:
        found.add("card/missing", "The game is missing in the list of games.")
    elif stored.card != expected.card:
        _name_fields(found, "card", "The list of games", stored.card, expected.card)
    if stored.results != expected.results:
        _name_seats(found, "result", "The result", stored.results, expected.results)
    if stored.players != expected.players:
        _name_seats(found, "player", "The player", stored.players, expected.players)
    if stored.disputes != expected.disputes:
        _name_disputes(found, stored.disputes, expected.disputes)


def _name_seats(
    found: InGame,
    what: str,
    subject: str,
    stored: Sequence[DerivedResult | DerivedPlayer],
    derived: Sequence[DerivedResult | DerivedPlayer],
) -> None:
    """Say which seats differ, and in what."""
    given, wanted = ({row.seat: row for row in rows} for rows in (stored, derived))
    for seat in sorted({*given, *wanted}, key=str):
        if seat not in given:
            found.add(f"{what}/missing", f"{subject} of seat {seat} is missing.")
        elif seat not in wanted:
            found.add(f"{what}/extra", f"{subject} of seat {seat} should not be there.")
        else:
            _name_fields(found, what, f"{subject} of seat {seat}", given[seat], wanted[seat])


def _name_disputes(found: InGame, stored: Sequence[DerivedDispute], derived: Sequence[DerivedDispute]) -> None:
    """Say which disputes differ, and in what."""
    given, wanted = ({row.seq: row for row in rows} for rows in (stored, derived))
    for seq in sorted({*given, *wanted}, key=str):
        if seq not in given:
            found.add("dispute/missing", f"The dispute of event {seq} is missing in the queue.", seq)
        elif seq not in wanted:
            found.add("dispute/extra", f"The dispute of event {seq} should not be there.")
        else:
            _name_fields(found, "dispute", f"The dispute of event {seq}", given[seq], wanted[seq])


def _name_fields(found: InGame, what: str, subject: str, stored: NamedTuple, derived: NamedTuple) -> None:
    for name, given, wanted in zip(stored._fields, stored, derived, strict=True):
        if given != wanted:
            sentence = f"{subject} says {as_json(given)} for “{name}”, the log {as_json(wanted)}."
            found.add(f"{what}/{name}", sentence)


_canonical: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
"""Canonical text of what is known to have one, without another look at each part of it."""


def check_snapshot(found: InGame, snapshot: SnapshotRow, replay: Replay) -> None:
    """Hold a snapshot against the fold of the log at its event, and its seal against all of it."""
    seq, kept = snapshot.seq, replay.kept
    if snapshot.seal != seal_snapshot(found.game, seq, snapshot.hash, snapshot.state):
        found.add("snapshot/seal", "The snapshot is not sealed with this site's key, or was changed since.", seq)
    if kept is None:
        found.add("snapshot/seq", f"The snapshot is of event {seq}, which the log does not have.", seq)
        return
    if snapshot.hash != kept.hash:
        found.add("snapshot/hash", "The hash of the snapshot is not that of its event.", seq)
    if snapshot.state != _canonical(frozen(kept)) and snapshot.state != freeze(kept):
        found.add("snapshot/state", "The snapshot is not what the log up to its event gives.", seq)
