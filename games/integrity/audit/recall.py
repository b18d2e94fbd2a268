"""Replaying games under another version of their rules: which of them would no longer be legal, or end differently."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.errors import Refused
from engine.protocol import Json
from engine.registry import AnyGame
from engine.result import result_of
from games.integrity.audit.batches import Batch
from games.integrity.audit.chain import EventRow, Log, check_chain, reader_of
from games.integrity.audit.findings import Finding, InGame
from games.integrity.audit.game_log import GAMES, read_logs
from games.integrity.audit.replay import Replay


class ChangedGame(NamedTuple):
    """A game with which another version of the rules would have dealt differently."""

    game: str
    seq: int | None
    sentence: str
    before: Json | None = None
    after: Json | None = None

    def __str__(self) -> str:
        where = f", event {self.seq}" if self.seq is not None else ""
        return f"game {self.game}{where}: {self.sentence}"


class RulesVerdict(NamedTuple):
    """What rules say of a log: what is wrong with it, or else its result."""

    findings: list[Finding]
    result: Json | None


def recall(batch: Batch, rules: AnyGame) -> Iterator[tuple[int, ChangedGame | None]]:
    """Of each game how many events it has, and what would change under the other rules, None if nothing would."""
    for game, rows in read_logs(batch):
        yield len(rows), _recall(game, rows, rules)


def _recall(game: str, rows: list[EventRow], rules: AnyGame) -> ChangedGame | None:
    found = InGame(game)
    log = check_chain(found, rows, GAMES)
    if not log.is_whole or log.rules is None:
        return ChangedGame(game, None, "Its log cannot be read; the audit says why.")
    if log.rules is rules:
        return None
    before = _verdict(game, log)
    try:
        after = _verdict(game, _under(log, rows, rules))
    except _Unreadable as unreadable:
        return ChangedGame(game, unreadable.seq, f"It would be refused: {unreadable}", before.result)
    added = [finding for finding in after.findings if finding not in before.findings]
    if added:
        return ChangedGame(game, added[0].seq, f"It would be refused: {added[0].sentence}", before.result)
    if before.result != after.result:
        return ChangedGame(
            game, None, _difference(before.result or {}, after.result or {}), before.result, after.result
        )
    return None


class _Unreadable(Exception):
    """The other rules do not know such an event."""

    def __init__(self, seq: int, refusal: Refused) -> None:
        super().__init__(refusal.sentence)
        self.seq = seq


def _under(log: Log, rows: list[EventRow], rules: AnyGame) -> Log:
    """A log as if it had been begun under other rules."""
    read = reader_of(rules).read
    events: list[Any] = [{**log.events[0], "rules_version": rules.rules_version}]
    for row in rows[1:]:
        try:
            events.append(read(*row[:7]))
        except Refused as refusal:
            raise _Unreadable(row[1], refusal) from None
    return log._replace(events=events, rules=rules)


def _verdict(game: str, log: Log) -> RulesVerdict:
    found = InGame(game)
    assert log.rules is not None
    replay = Replay(found, log.rules, log, None)
    is_legal = replay.follow()
    if not is_legal or replay.fold is None:
        return RulesVerdict(found.findings, None)
    outcome = log.rules.outcome(replay.fold.state)
    return RulesVerdict(found.findings, result_of(outcome, replay.forfeited, replay.decisions))


def _difference(before: Json, after: Json) -> str:
    """What would be different, in a sentence."""
    parts = [f"{name} {before[name]} would be {after[name]}" for name in after if before.get(name) != after[name]]
    return "Its " + ", its ".join(parts) + "."
