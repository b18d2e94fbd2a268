"""The row of a game, and what its log should have been followed by."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from engine.errors import as_json
from games.audit.chain import EventRow
from games.audit.findings import Finding, InGame
from games.audit.stored import DealRow, GameRow
from games.clocks.clock import now, read_time
from games.clocks.heartbeat import PUT_OFF
from games.clocks.steps import TOLERANCE
from games.log.fold import Fold, is_finished_by_rules
from games.models import Game
from games.statuses import OPEN, RUNNING

LONGEST_WAIT: Final = timedelta(hours=1)
"""How far ahead bots may be called for; those who are put off wait for minutes."""


def check_end(found: InGame, row: GameRow, last: EventRow, covered: int) -> None:
    """The log must end where the row says, and checkpoints vouch for as much of it as the row says."""
    _, seq, _, _, _, at, _, _, link, *_ = last
    _compare(found, "seq", row.seq, seq, seq)
    _compare(found, "head_hash", row.head_hash, link, seq)
    _compare(found, "last_at", row.last_at, at, seq)
    if row.checkpointed_seq != covered:
        sentence = f"By its row checkpoints cover {row.checkpointed_seq} events, by their leaves {covered}."
        found.add("head/checkpointed_seq", sentence, covered or None)


def check_row(found: InGame, row: GameRow, fold: Fold) -> None:
    """What the row says of the game must follow from its log."""
    awaited = fold.awaited
    people = [seat for seat in awaited if fold.bot(seat) is None]
    _compare(found, "key", row.key, fold.rules.key, 1)
    _compare(found, "rules_version", row.rules_version, fold.rules.rules_version, 1)
    _compare(found, "status", row.status, fold.status, fold.seq)
    _compare(found, "awaited", row.awaited, sum(1 << seat for seat in awaited), fold.seq)
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
    if not is_agreed(asked_at, due_at, clock["seconds"]):
        given = (due_at - asked_at).total_seconds()
        found.add("head/due_at", f"Somebody has {given:,.0f} seconds, but {clock['seconds']:,} were agreed on.")


def is_agreed(asked_at: datetime, due_at: datetime, seconds: int) -> bool:
    """Whether whoever is waited for has the agreed time.

    An outage moves both times along. Only a game whose time could not run out is due later, and that very soon.
    """
    more = due_at - asked_at - timedelta(seconds=seconds)
    return more == timedelta(0) or (more > timedelta(0) and due_at <= now() + PUT_OFF + TOLERANCE)


def _is_ahead(moment: datetime, last_at: str, most: timedelta) -> bool:
    """Whether a time is further ahead than it may be, by this clock and by the log, whose time may be ahead of it."""
    return moment > max(now() + TOLERANCE, read_time(last_at)) + most


def check_waits() -> Iterator[Finding]:
    """Bots are called for soon: else a game would stand still."""
    ahead = Game.objects.filter(bots_due_at__gt=now() + TOLERANCE + LONGEST_WAIT)
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


def _compare(found: InGame, column: str, stored: Any, derived: Any, seq: int) -> None:
    if stored != derived:
        sentence = f"The row of the game says {as_json(stored)} for “{column}”, its log {as_json(derived)}."
        found.add(f"head/{column}", sentence, seq)


def _compare_clock(found: InGame, column: str, is_set: bool, is_needed: bool) -> None:
    if bool(is_set) != is_needed:
        sentence = f"The row of the game has “{column}”, but nobody is waited for under it."
        found.add(f"head/{column}", sentence if is_set else f"The row of the game lacks “{column}”.")
