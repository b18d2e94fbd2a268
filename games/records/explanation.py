"""What the checks of a game's record have found, in words for people who play; and whose time ran out in a game, and
whether it was over by then."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.protocol import Json
from engine.result import RUNNING
from engine.verify import verify
from engine.verify.verdict import ABSENT, OK, UNCHECKED
from games.accounts.callers import Viewer
from games.clock.site_time import read_time
from games.log.entries import SYSTEM, fields_of
from games.log.event_store import StoredEvent, read_log
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, CREATED, FINISHED_KIND, STARTED, Fold
from games.play.cards import names_at_table
from games.play.persistence import questions
from games.play.visibility import sight_of
from games.records.documents import own_keys
from games.records.export import export_record

GOOD: Final = "good"
OPEN: Final = "open"
"""It may be checked later."""
NEVER: Final = "never"
"""There is nothing to check and there will be nothing."""
WRONG: Final = "wrong"
NAMES: Final[dict[str, Promise]] = {
    "chain": gettext_lazy("Chain"),
    "signature": gettext_lazy("Signature"),
    "dice": gettext_lazy("Dice"),
    "rules": gettext_lazy("Rules"),
    "result": gettext_lazy("Result"),
}
SENTENCES: Final[dict[tuple[str, str], Promise]] = {
    ("chain", OK): gettext_lazy(
        "Every event holds the fingerprint of the one before. Nothing was changed, added or taken out."
    ),
    ("chain", ABSENT): gettext_lazy("This record has no chain, so nobody can tell whether it was changed."),
    ("signature", OK): gettext_lazy(
        "The site has signed the end of this log with its key; it cannot be rewritten without that showing."
    ),
    ("signature", ABSENT): gettext_lazy("Not signed yet: the site signs new events every minute. Try again shortly."),
    ("signature", UNCHECKED): gettext_lazy(
        "Signed up to an earlier event; the newest ones are signed within a minute."
    ),
    ("dice", OK): gettext_lazy(
        "Every roll follows from the seed, which was fixed before anybody could act, "
        "and from the players' own contributions."
    ),
    ("dice", ABSENT): gettext_lazy("The dice were thrown on a table; the log says who entered each roll."),
    ("dice", UNCHECKED): gettext_lazy("The seed is secret until the game is over. Then every roll can be checked."),
    ("rules", OK): gettext_lazy("Every move was allowed when it was made."),
    ("result", OK): gettext_lazy("The points and the places follow from the moves."),
    ("result", ABSENT): gettext_lazy("There is no result yet."),
    ("result", UNCHECKED): gettext_lazy("The result cannot be checked, because a move before it is wrong."),
}
FAULTS: Final[dict[str, Promise]] = {
    "chain": gettext_lazy("The chain is broken: something was changed, added or taken out."),
    "signature": gettext_lazy("The site's signature does not fit this log."),
    "dice": gettext_lazy("The dice do not follow from what was agreed on before the game."),
    "rules": gettext_lazy("Something was done that the rules do not allow."),
    "result": gettext_lazy("The result does not follow from the moves."),
}
"""What it means that a check has found something."""
NO_SEED: Final = gettext_lazy("The game is over, but the seed was not shown, so no roll can be checked.")
NO_DICE: Final = gettext_lazy("This game has no dice.")
CALLED_OFF: Final = gettext_lazy("The game was called off; it has no result.")
_AT_EVENT: Final = re.compile(r"Event (\d+): ")
ORDER: Final = ("chain", "signature", "dice", "rules", "result")


class CheckStep(NamedTuple):
    """One check: what it is about, how it went, and what that means."""

    name: str
    outcome: str
    words: str
    event: int | None = None
    """The event at which something is wrong."""
    detail: str = ""
    """What the verifier says of it, in English as everywhere."""


def explain_game(game_id: str, viewer: Viewer) -> list[CheckStep]:
    """Check the record of a game as a viewer may have it, part by part."""
    return explain_record(export_record(game_id, viewer))


def explain_record(record: Json) -> list[CheckStep]:
    """Check a record of this site, part by part."""
    return explain(record, verify(record, own_keys(record)))


def dice_in_log(record: Json) -> Json | None:
    """What a browser compares with what it was shown and has added; None if the game was not played on a site.

    It may have kept that under another name: of the game that this one follows, or of the round of a tournament. Where
    the site has not rolled, it must not have been shown any dice.
    """
    block, created = record.get("dice") or {}, record["events"][0]
    if created.get("kind") != CREATED:
        return None
    told = created.get("tournament")
    return {
        "games": [record["id"], *([created["follows"]["game"]] if "follows" in created else [])],
        "round": f"{told['id']}/{told['round']}" if told else "",
        "commitment": block.get("commitment", ""),
        "contributions": block.get("contributions", []),
        "isListed": "contributions" in (created.get("dice") or {}),
    }


def summary_of_checks(steps: Sequence[CheckStep]) -> Json:
    """Checks as pages show them: each of them, whether all that could be made passed, and how many are still open."""
    outcomes = [step.outcome for step in steps]
    return {"steps": steps, "is_sound": WRONG not in outcomes, "still_open": outcomes.count(OPEN)}


def explain(record: Json, checks: Json) -> list[CheckStep]:
    """What each check of a record has said, in the order in which a game comes to be trusted."""
    return [_check_step(name, checks[name], record) for name in ORDER]


def _check_step(name: str, said: str, record: Json) -> CheckStep:
    title = str(NAMES[name])
    if said not in (OK, ABSENT, UNCHECKED):
        at = _AT_EVENT.match(said)
        return CheckStep(title, WRONG, str(FAULTS[name]), int(at[1]) if at else None, said)
    if said == UNCHECKED and name == "dice" and _is_seed_missing(record):
        return CheckStep(title, WRONG, str(NO_SEED))
    if said == ABSENT and name == "dice":
        return CheckStep(title, NEVER, str(SENTENCES[name, said] if record.get("dice") else NO_DICE))
    if said != UNCHECKED and name == "result" and _is_undecided(record):
        is_called_off = any(event["kind"] == ABORTED_KIND for event in record["events"])
        return (
            CheckStep(title, NEVER, str(CALLED_OFF))
            if is_called_off
            else CheckStep(title, OPEN, str(SENTENCES[name, ABSENT]))
        )
    return CheckStep(title, GOOD if said == OK else OPEN, str(SENTENCES[name, said]))


def _is_seed_missing(record: Json) -> bool:
    """Whether a game is over whose dice were its own: their seed comes with its end, that of a round later."""
    is_own = "contributions" not in (record["events"][0].get("dice") or {})
    kinds = {event["kind"] for event in record["events"]}
    return is_own and STARTED in kinds and not kinds.isdisjoint((FINISHED_KIND, ADJUDICATED_KIND))


def _is_undecided(record: Json) -> bool:
    """Whether nobody has come anywhere: records of games that go on say how they stand."""
    return "result" not in record or record["result"]["status"] == RUNNING


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


def explain_clocks(game_id: str, viewer: Viewer) -> CheckStep:
    """Whose time ran out in a game, and whether they had all of it; told once it is over."""
    fold = sight_of(game_id, viewer).fold
    title, clock = _("Clocks"), fold.created.get("clock")
    if not clock:
        return CheckStep(title, NEVER, _("There was no clock in this game."))
    if not fold.is_over:
        return CheckStep(title, OPEN, _("The game goes on. Then it can be told whose time ran out."))
    ended, allowed = list(timeouts(read_log(game_id))), timedelta(seconds=clock["seconds"])
    early = [timeout for timeout in ended if timeout.waited < allowed and timeout.is_measured]
    if early:
        return CheckStep(title, WRONG, _("Somebody's time was ended before it was over."), early[0].seq)
    if not ended:
        return CheckStep(title, GOOD, _("Every decision was made in time."))
    names = names_at_table(game_id, len(fold.seated), viewer)
    return CheckStep(
        title, GOOD, " ".join(_timeout_in_words(timeout, names, allowed) for timeout in ended[:MOST_TOLD]), ended[0].seq
    )


def timeouts(rows: Sequence[StoredEvent]) -> Iterator[Timeout]:
    """Where the server has acted for a seat that had a choice, which it does when a time is over."""
    for (before, fold, asked_at), (row, *_after) in pairwise(questions(rows)):
        if row.entry.actor == SYSTEM and row.entry.seat is not None and _is_chosen(fold, row):
            yield Timeout(row.seq, row.entry.seat, read_time(row.at) - asked_at, row.at != before.at)


def _is_chosen(fold: Fold, row: StoredEvent) -> bool:
    """Whether an event of the rules is neither a throw of the dice nor forced."""
    rules, kind = fold.rules, row.entry.kind
    if "/" in kind or (rules.dice is not None and kind in rules.dice.throws):
        return False
    return bool(rules.forced(fold.state) != rules.decode(fields_of(row.entry)))


def _timeout_in_words(timeout: Timeout, names: Sequence[str], allowed: timedelta) -> str:
    waited, seconds = int(timeout.waited.total_seconds()), int(allowed.total_seconds())
    template = ngettext(
        "Event %(seq)d: the time of %(name)s was over. %(waited)d second had passed, %(seconds)d were agreed on.",
        "Event %(seq)d: the time of %(name)s was over. %(waited)d seconds had passed, %(seconds)d were agreed on.",
        waited,
    )
    return template % {"seq": timeout.seq, "name": names[timeout.seat], "waited": waited, "seconds": seconds}
