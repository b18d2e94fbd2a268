"""The audit of some games, each on its own, whatever has become of the others: log, row and projections, its dice, and
what was said about it after the fact.

Of the dice, the deal is checked as it is stored, and every throw recomputed from its seed. Disputes, answers and
rulings are gone through again by the rules of the services, event by event: could that be said then?
"""

import gc
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeGuard, TypeVar, cast

from django.db import Error, connection

from engine import dice
from engine.canonical import canonical_or_none
from engine.errors import Refused
from engine.protocol import Json
from engine.registry import AnyGame
from games.disputes.checks import check_answer, check_flag, require_reversible, require_settleable, ruling_data
from games.disputes.rights import SEAL, is_sealed
from games.integrity.audit.batches import Batch
from games.integrity.audit.chain import EventRow, Log, check_chain
from games.integrity.audit.checks import run_check
from games.integrity.audit.findings import Finding, InGame, Report
from games.integrity.audit.game_log import GAMES, read_logs
from games.integrity.audit.game_rows import (
    DealRow,
    StoredGame,
    check_end,
    check_nothing_is_missing,
    check_projections,
    check_row,
    check_snapshot,
    read_stored,
)
from games.integrity.audit.replay import Replay
from games.keys.sealing import SeedUnreadable, open_seed
from games.log.disputes import ANSWERED_KIND, KINDS, OPENED_KIND, REVERSED_KIND, RIGHT, RIGHTS, Case, case_of
from games.log.entries import SYSTEM
from games.log.event_store import StoredEvent
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, FINISHED_KIND, STARTED, Fold
from games.log.steady_reads import in_savepoint
from games.statuses import ABORTED, ADJUDICATED, FINISHED, OPEN, RUNNING


def check_dice(found: InGame, stored: StoredGame, log: Log, replay: Replay) -> None:
    """Hold the throws of a game against its deal, and the deal against what the log says of it."""
    fold = replay.fold
    assert fold is not None
    scheme = fold.dice.get("scheme")
    known = (None,) if fold.rules.dice is None else (dice.SCHEME, dice.TABLE)
    if scheme not in known:
        found.add("dice/scheme", f"This game cannot be played with dice of the scheme “{scheme}”.", 1)
    if stored.row.deal != fold.dice.get("deal"):
        found.add("head/deal", f"The row names the deal {stored.row.deal}, the log {fold.dice.get('deal')}.", 1)
    if scheme != dice.SCHEME or fold.rules.dice is None:
        return
    seed = _seed(found, fold, stored.deal, replay.revealed)
    if seed is not None:
        _check_throws(found, fold, seed, log, replay.throws)


def _seed(found: InGame, fold: Fold, deal: DealRow | None, revealed: str | None) -> bytes | None:
    """The seed by which the game was played, None if there is none that fits the commitment."""
    deal_id, committed = fold.dice["deal"], fold.dice["commitment"]
    seed = _check_deal(found, fold, deal) if deal else None
    if deal is None:
        found.add("deal/missing", f"There is no deal {deal_id}.", 1)
    if revealed is None:
        return seed
    seed = bytes.fromhex(revealed)
    if dice.commitment(deal_id, seed) != committed:
        found.add("dice/revealed", "The revealed seed is not the one that was committed to.", fold.seq)
        return None
    return seed


def _check_deal(found: InGame, fold: Fold, deal: DealRow) -> bytes | None:
    """Hold the row of a deal against the log; its seed if it is the one that was committed to."""
    committed = fold.dice["commitment"]
    if deal.commitment != committed:
        found.add("deal/commitment", f"The commitment of deal {deal.id} is not the one in the log.", 1)
    frozen = fold.dice.get("contributions")
    if bool(deal.is_shared) != (frozen is not None):
        found.add("deal/shared", f"Deal {deal.id} is shared by its row or by the log, but not by both.", 1)
    elif frozen is not None and canonical_or_none(frozen) != deal.contributions:
        found.add("deal/contributions", f"The contributions of deal {deal.id} are not those in the log.", 1)
    try:
        seed = _open_seed(deal.id, deal.sealed_seed)
    except SeedUnreadable as error:
        found.add("deal/seed", str(error))
        return None
    if dice.commitment(deal.id, seed) == committed:
        return seed
    found.add("deal/seed", f"The sealed seed of deal {deal.id} is not the one that was committed to.")
    return None


@lru_cache(maxsize=64)
def _open_seed(deal: str, sealed: str) -> bytes:
    """A seed from what is stored of it; the games of a shared deal come one after the other."""
    return open_seed(deal, sealed)


def _check_throws(found: InGame, fold: Fold, seed: bytes, log: Log, throws: list[int]) -> None:
    """Throw all dice of a game once more; only if they show something else are they gone through one by one."""
    game_dice, rules = fold.rules.dice, cast(Any, fold.rules)
    assert game_dice is not None
    face_of = dice.thrower(seed, fold.dice["deal"], dice.entropy(fold.contributions), game_dice.faces)
    kinds, seats = [log.kinds[place] for place in throws], [log.seats[place] for place in throws]
    showing = {(kind, seat): _showing(rules, kind, seat) for kind, seat in {*zip(kinds, seats, strict=True)}}
    agains = [game_dice.throws[kind] for kind in kinds]
    faces = [*map(face_of, accumulate([1 - again for again in agains]), agains)]
    shown = [showing[kind, seat][face] for kind, seat, face in zip(kinds, seats, faces, strict=True)]
    if shown == [log.events[place] for place in throws]:
        return
    for place, face, event in zip(throws, faces, shown, strict=True):
        if log.events[place] != event:
            words = " ".join(str(value) for value in game_dice.write(face).values())
            found.add("dice/throw", f"The dice show {words}, the log something else.", log.seqs[place])


@lru_cache(maxsize=1024)
def _showing(rules: Any, kind: str, seat: int) -> list[Any]:
    """By its face each event in which the dice of a game can show one."""
    return [rules.decode({"kind": kind, "seat": seat, **rules.dice.write(face)}) for face in range(rules.dice.faces)]


_STATUSES: Final = {STARTED: RUNNING, FINISHED_KIND: FINISHED, ADJUDICATED_KIND: ADJUDICATED, ABORTED_KIND: ABORTED}
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def check_case(found: InGame, replay: Replay) -> None:
    """Hold disputes, answers and rulings against what stands before them in the log."""
    fold, told = replay.fold, list[StoredEvent]()
    if fold is None:
        return
    status = OPEN
    for row in replay.platform:
        status = _STATUSES.get(row.entry.kind, status)
        if row.entry.kind not in KINDS:
            continue
        _check_event(found, fold._replace(status=status, seq=row.seq - 1), case_of(told), row)
        told.append(row)


def check_words(found: InGame, replay: Replay, texts: set[str], accounts: Mapping[str, int | None]) -> None:
    """Every hash of words in a log has its words, unless whoever wrote them is gone; and no others are there."""
    told = {digest: row for row in replay.platform if (digest := words_in(row.entry.data)) is not None}
    for digest, row in told.items():
        if digest not in texts and row.entry.actor in (SYSTEM, *accounts):
            found.add("text/missing", "The words that belong to it are gone, but whoever wrote them is not.", row.seq)
    for digest in sorted(texts - told.keys(), key=str):
        found.add("text/place", f"The words under {digest} belong to none of its events.")


def words_in(data: Json) -> str | None:
    """The hash of what somebody has said in an event, if anything."""
    said = data.get("reason", data.get("statement"))
    return said if _is_hash(said) else None


def _check_event(found: InGame, fold: Fold, case: Case, row: StoredEvent) -> None:
    """Name what is wrong with one of these events, after a fold and a case."""
    is_ruling = row.entry.kind not in (OPENED_KIND, ANSWERED_KIND)
    if not _is_hash(row.entry.data.get("reason" if is_ruling else "statement")):
        found.add("rules/words", "What was said is not told by its hash.", row.seq)
    try:
        if is_ruling:
            _check_ruling(found, fold, case, row)
        else:
            _check_dispute(fold, case, row)
    except Refused as refusal:
        found.add("rules/dispute", f"This could not be said then: {refusal.sentence}", row.seq)


def _check_dispute(fold: Fold, case: Case, row: StoredEvent) -> None:
    kind, _, data, actor = row.entry
    if kind == OPENED_KIND:
        check_flag(fold, case, actor, data.get("event"))
    else:
        check_answer(case, actor, data.get("dispute"))


def _check_ruling(found: InGame, fold: Fold, case: Case, row: StoredEvent) -> None:
    data = row.entry.data
    if data.get(RIGHT) not in RIGHTS:
        found.add("rules/right", "The ruling does not say by what right it was given.", row.seq)
    if not is_sealed(found.game, row.previous, row.entry):
        found.add("rules/seal", "The ruling does not bear the seal of this site: nobody has given it here.", row.seq)
    if _due_words(fold, case, row) != {
        name: value for name, value in data.items() if name not in ("reason", RIGHT, SEAL)
    }:
        found.add("rules/dispute", "The ruling says something else than such a ruling would.", row.seq)


def _due_words(fold: Fold, case: Case, row: StoredEvent) -> Json:
    """What a ruling should say beside its reason and its right; refused if it could not be given."""
    kind, _, data, actor = row.entry
    right, dispute = data.get(RIGHT), data.get("dispute")
    if kind == REVERSED_KIND:
        return {"ruling": require_reversible(case, data.get("ruling"), right).seq}
    require_settleable(fold, case, actor, right, dispute)
    return ruling_data(fold, case, kind.partition("/")[2], data.get("seats", []), dispute)


def _is_hash(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


T = TypeVar("T")


def check_batch(batch: Batch) -> Report:
    """Everything that is found in some games."""
    with _without_pauses():
        try:
            with in_savepoint():
                return _check_batch(batch)
        except (Error, ValueError, OverflowError):
            with _any_text():
                return run_check(_check_batch, batch, True)


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


class _ReadGame(NamedTuple):
    """A game whose log was read, and can be replayed."""

    found: InGame
    stored: StoredGame
    log: Log
    rules: AnyGame


class _ReplayedGame(NamedTuple):
    """A game whose log was replayed."""

    found: InGame
    stored: StoredGame
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
    read: list[_ReadGame] = []
    for game, rows in read_logs(batch):
        found[game] = InGame(game)
        report.events += len(rows)
        read += _check_safely(_follow_chain, found[game], waiting.pop(game, None), rows)
    replayed = [one for game in read for one in _check_safely(_replay, *game)]
    for check in (_check_throws_of, _check_row_of, _check_projections, _check_snapshot):
        replayed = [one for game in replayed for one in _check_safely(check, *game)]
    report.games += len(found) + len(waiting)
    for one in found.values():
        report.add(one.findings)
    report.add(Finding("chain/empty", "The game has a row but no log.", game) for game in waiting)
    unseen = {*(batch.ids or ())} - {*found} - {*waiting}
    report.add(Finding("game/missing", "There is no such game.", game) for game in sorted(unseen))
    return report


def _check_safely(check: Callable[..., list[T]], found: InGame, *values: Any) -> list[T]:
    """What a check gives: the game, if there is more to say of it."""
    try:
        return check(found, *values)
    except Exception as error:
        # Nothing that a log or a row may hold must keep the other games from being audited.
        found.add("log/unreadable", f"The game cannot be checked any further: {type(error).__name__} {error}.")
        return []


def _follow_chain(found: InGame, stored: StoredGame | None, rows: list[EventRow]) -> list[_ReadGame]:
    log = check_chain(found, rows, GAMES)
    if stored is None:
        found.add("game/missing", "There is a log, but its game has no row.")
        return []
    check_end(found, stored.row, rows[-1], stored.covered)
    return [] if log.rules is None else [_ReadGame(found, stored, log, log.rules)]


def _replay(found: InGame, stored: StoredGame, log: Log, rules: AnyGame) -> list[_ReplayedGame]:
    replay = Replay(found, rules, log, stored.snapshot.seq if stored.snapshot else None)
    is_legal = replay.follow() and log.is_whole
    return [] if replay.fold is None else [_ReplayedGame(found, stored, log, replay, replay.fold, is_legal)]


def _check_throws_of(*game: Any) -> list[_ReplayedGame]:
    one = _ReplayedGame(*game)
    check_dice(one.found, one.stored, one.log, one.replay)
    return [one] if one.is_legal else []


def _check_row_of(*game: Any) -> list[_ReplayedGame]:
    one = _ReplayedGame(*game)
    check_row(one.found, one.stored.row, one.fold)
    check_nothing_is_missing(one.found, one.fold, one.stored.deal)
    return [one]


def _check_projections(*game: Any) -> list[_ReplayedGame]:
    one = _ReplayedGame(*game)
    check_case(one.found, one.replay)
    check_words(one.found, one.replay, one.stored.texts, one.stored.accounts)
    check_projections(one.found, one.stored, one.replay)
    return [one]


def _check_snapshot(*game: Any) -> list[_ReplayedGame]:
    one = _ReplayedGame(*game)
    if one.stored.snapshot:
        check_snapshot(one.found, one.stored.snapshot, one.replay)
    return [one]
