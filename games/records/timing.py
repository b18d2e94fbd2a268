"""Whose time ran out in a game, and whether it was over by then; and what the audit says of it all, in plain words."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.audit.batches import Batch
from games.audit.game import check_batch
from games.audit.reading import steady
from games.clocks.clock import read_time
from games.log.chaining import Row
from games.log.entries import SYSTEM, fields_of
from games.log.fold import Fold
from games.log.reading import read_log
from games.records.explaining import GOOD, NEVER, OPEN, WRONG, Step
from games.selectors.names import names_in
from games.selectors.viewing import Viewer, sight_of
from games.services.storing import questions

MOST_TOLD: Final = 3
"""How many of several things of one sort are told."""


class Timeout(NamedTuple):
    """That the server has acted for a seat whose time was over."""

    seq: int
    seat: int
    waited: timedelta
    """How long the seat had been asked."""
    is_measured: bool
    """Whether time went on in the log: after the machine's clock was set back it stands still for a while."""


def explain_clocks(game_id: str, viewer: Viewer) -> Step:
    """Whose time ran out in a game, and whether they had all of it; told once it is over."""
    fold = sight_of(game_id, viewer).fold
    title, clock = _("Clocks"), fold.created.get("clock")
    if not clock:
        return Step(title, NEVER, _("There was no clock in this game."))
    if not fold.is_over:
        return Step(title, OPEN, _("The game goes on. Then it can be told whose time ran out."))
    ended, allowed = list(timeouts(read_log(game_id))), timedelta(seconds=clock["seconds"])
    early = [timeout for timeout in ended if timeout.waited < allowed and timeout.is_measured]
    if early:
        return Step(title, WRONG, _("Somebody's time was ended before it was over."), early[0].seq)
    if not ended:
        return Step(title, GOOD, _("Every decision was made in time."))
    names = names_in(game_id, len(fold.seated), viewer)
    return Step(title, GOOD, " ".join(_told(timeout, names, allowed) for timeout in ended[:MOST_TOLD]), ended[0].seq)


def explain_audit(game_id: str) -> Step:
    """Whether the audit of the site finds anything wrong with a game and with what lists show of it."""
    with steady():
        findings = check_batch(Batch(ids=(game_id,))).findings
    if not findings:
        return Step(_("Audit"), GOOD, _("Everybody acted for themselves, and what lists show follows from the log."))
    detail = " ".join(finding.sentence for finding in findings[:MOST_TOLD])
    return Step(_("Audit"), WRONG, _("The audit of the site has found something."), findings[0].seq, detail)


def timeouts(rows: Sequence[Row]) -> Iterator[Timeout]:
    """Where the server has acted for a seat that had a choice, which it does when a time is over."""
    for (before, fold, asked_at), (row, *_after) in pairwise(questions(rows)):
        if row.entry.actor == SYSTEM and row.entry.seat is not None and _is_chosen(fold, row):
            yield Timeout(row.seq, row.entry.seat, read_time(row.at) - asked_at, row.at != before.at)


def _is_chosen(fold: Fold, row: Row) -> bool:
    """Whether an event of the rules is neither a throw of the dice nor forced."""
    rules, kind = fold.rules, row.entry.kind
    if "/" in kind or (rules.dice is not None and kind in rules.dice.throws):
        return False
    return bool(rules.forced(fold.state) != rules.decode(fields_of(row.entry)))


def _told(timeout: Timeout, names: Sequence[str], allowed: timedelta) -> str:
    waited, seconds = int(timeout.waited.total_seconds()), int(allowed.total_seconds())
    template = ngettext(
        "Event %(seq)d: the time of %(name)s was over. %(waited)d second had passed, %(seconds)d were agreed on.",
        "Event %(seq)d: the time of %(name)s was over. %(waited)d seconds had passed, %(seconds)d were agreed on.",
        waited,
    )
    return template % {"seq": timeout.seq, "name": names[timeout.seat], "waited": waited, "seconds": seconds}
