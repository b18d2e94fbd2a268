"""The audit of some games: each on its own, whatever has become of the others."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from django.db import Error, connection

from engine.registry import AnyGame
from games.audit.batches import Batch
from games.audit.chain import EventRow, Log, check_chain, read_logs
from games.audit.deal import check_dice
from games.audit.disputes import check_case, check_words
from games.audit.findings import Finding, InGame, Report
from games.audit.head import check_end, check_nothing_is_missing, check_row
from games.audit.parts import tried
from games.audit.projection import check_projections
from games.audit.reading import apart
from games.audit.replay import Replay
from games.audit.snapshot import check_snapshot
from games.audit.stored import Stored, read_stored
from games.log.fold import Fold

T = TypeVar("T")


def check_batch(batch: Batch) -> Report:
    """Everything that is found in some games."""
    with _without_pauses():
        try:
            with apart():
                return _check_batch(batch)
        except (Error, ValueError, OverflowError):
            with _any_text():
                return tried(_check_batch, batch, True)


@contextmanager
def _without_pauses() -> Iterator[None]:
    """Hold off the search for circular garbage, which millions of rows would set going and which would find none."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _any_text() -> Iterator[None]:
    """Let SQLite give out text that is none, with marks in the place of what cannot be read."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.connection.text_factory = lambda stored: stored.decode("utf-8", "replace")
    try:
        yield
    finally:
        connection.connection.text_factory = str


class _Read(NamedTuple):
    """A game whose log was read, and can be replayed."""

    found: InGame
    stored: Stored
    log: Log
    rules: AnyGame


class _Replayed(NamedTuple):
    """A game whose log was replayed."""

    found: InGame
    stored: Stored
    log: Log
    replay: Replay
    fold: Fold
    is_legal: bool
    """Whether the rules allow all of its log, and all of that can be believed."""


def _check_batch(batch: Batch, has_odd_times: bool = False) -> Report:
    """One check after the other, each of all games: a check that goes on finds its code and tables in the cache.

    Only the chain is followed as soon as a log is read, because then it is the log that is there.
    """
    report, waiting = Report(), read_stored(batch, has_odd_times)
    found: dict[str, InGame] = {}
    read: list[_Read] = []
    for game, rows in read_logs(batch):
        found[game] = InGame(game)
        report.events += len(rows)
        read += _tried(_follow_chain, found[game], waiting.pop(game, None), rows)
    replayed = [one for game in read for one in _tried(_replay, *game)]
    for check in (_check_dice, _check_row, _check_projections, _check_snapshot):
        replayed = [one for game in replayed for one in _tried(check, *game)]
    report.games += len(found) + len(waiting)
    for one in found.values():
        report.add(one.findings)
    report.add(Finding("chain/empty", "The game has a row but no log.", game) for game in waiting)
    unseen = {*(batch.ids or ())} - {*found} - {*waiting}
    report.add(Finding("game/missing", "There is no such game.", game) for game in sorted(unseen))
    return report


def _tried(check: Callable[..., list[T]], found: InGame, *values: Any) -> list[T]:
    """What a check gives: the game, if there is more to say of it."""
    try:
        return check(found, *values)
    except Exception as error:
        # Nothing that a log or a row may hold must keep the other games from being audited.
        found.add("log/unreadable", f"The game cannot be checked any further: {type(error).__name__} {error}.")
        return []


def _follow_chain(found: InGame, stored: Stored | None, rows: list[EventRow]) -> list[_Read]:
    log = check_chain(found, rows)
    if stored is None:
        found.add("game/missing", "There is a log, but its game has no row.")
        return []
    check_end(found, stored.row, rows[-1], stored.covered)
    return [] if log.rules is None else [_Read(found, stored, log, log.rules)]


def _replay(found: InGame, stored: Stored, log: Log, rules: AnyGame) -> list[_Replayed]:
    replay = Replay(found, rules, log, stored.snapshot.seq if stored.snapshot else None)
    is_legal = replay.follow() and log.is_whole
    return [] if replay.fold is None else [_Replayed(found, stored, log, replay, replay.fold, is_legal)]


def _check_dice(*game: Any) -> list[_Replayed]:
    one = _Replayed(*game)
    check_dice(one.found, one.stored, one.log, one.replay)
    return [one] if one.is_legal else []


def _check_row(*game: Any) -> list[_Replayed]:
    one = _Replayed(*game)
    check_row(one.found, one.stored.row, one.fold)
    check_nothing_is_missing(one.found, one.fold, one.stored.deal)
    return [one]


def _check_projections(*game: Any) -> list[_Replayed]:
    one = _Replayed(*game)
    check_case(one.found, one.replay)
    check_words(one.found, one.replay, one.stored.texts, one.stored.accounts)
    check_projections(one.found, one.stored, one.replay)
    return [one]


def _check_snapshot(*game: Any) -> list[_Replayed]:
    one = _Replayed(*game)
    if one.stored.snapshot:
        check_snapshot(one.found, one.stored.snapshot, one.replay)
    return [one]
