"""The audit of some games: one after the other, each on its own, whatever has become of the one before."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DataError, OperationalError, connection

from games.audit.batches import Batch
from games.audit.chain import EventRow, check_chain, read_logs
from games.audit.deal import check_dice
from games.audit.findings import Finding, InGame, Report
from games.audit.head import check_end, check_nothing_is_missing, check_row
from games.audit.projection import check_projections
from games.audit.replay import Replay
from games.audit.snapshot import check_snapshot
from games.audit.stored import Stored, read_stored


def check_batch(batch: Batch) -> Report:
    """Everything that is found in some games."""
    with _without_pauses():
        try:
            return _check_batch(batch)
        except (OperationalError, DataError, ValueError):
            with _any_text():
                return _check_batch(batch, has_odd_times=True)


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


def _check_batch(batch: Batch, has_odd_times: bool = False) -> Report:
    report, waiting = Report(), read_stored(batch, has_odd_times)
    unseen = set(batch.ids or ())
    for game, rows in read_logs(batch):
        unseen.discard(game)
        report.games += 1
        report.events += len(rows)
        report.add(check_game(game, waiting.pop(game, None), rows))
    for game in waiting:
        unseen.discard(game)
        report.games += 1
        report.add([Finding("chain/empty", "The game has a row but no log.", game)])
    report.add(Finding("game/missing", "There is no such game.", game) for game in sorted(unseen))
    return report


def check_game(game: str, stored: Stored | None, rows: list[EventRow]) -> list[Finding]:
    """Everything that is found in one game."""
    found = InGame(game)
    try:
        _check_game(found, stored, rows)
    except Exception as error:
        # Nothing that a log or a row may hold must keep the other games from being audited.
        found.add("log/unreadable", f"The game cannot be checked any further: {type(error).__name__} {error}.")
    return found.findings


def _check_game(found: InGame, stored: Stored | None, rows: list[EventRow]) -> None:
    log = check_chain(found, rows)
    if stored is None:
        found.add("game/missing", "There is a log, but its game has no row.")
        return
    check_end(found, stored.row, rows[-1], stored.covered)
    if log.rules is None:
        return
    replay = Replay(found, log.rules, log, stored.snapshot.seq if stored.snapshot else None)
    is_legal = replay.follow()
    if replay.fold is None:
        return
    check_dice(found, stored, log, replay)
    if is_legal and log.is_whole:
        check_row(found, stored.row, replay.fold)
        check_nothing_is_missing(found, replay.fold, stored.deal)
        check_projections(found, stored, replay)
        if stored.snapshot:
            check_snapshot(found, stored.snapshot, replay)
