"""What the checks of a game's record have found, in words for people who play."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.protocol import Json
from engine.verify import verify
from engine.verify.verdict import ABSENT, OK, UNCHECKED
from games.records.exporting import export_record
from games.records.reading import own_keys
from games.selectors import Viewer

GOOD: Final = "good"
OPEN: Final = "open"
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
ORDER: Final = ("chain", "signature", "dice", "rules", "result")


class Step(NamedTuple):
    """One check: what it is about, how it went, and what that means."""

    name: str
    outcome: str
    words: str


def explain_game(game_id: str, viewer: Viewer) -> list[Step]:
    """Check the record of a game as a viewer may have it, part by part."""
    record = export_record(game_id, viewer)
    return explain(verify(record, own_keys(record)))


def explain(checks: Json) -> list[Step]:
    """What each check has said, in the order in which a game comes to be trusted."""
    return [_step(name, checks[name]) for name in ORDER]


def _step(name: str, said: str) -> Step:
    if said not in (OK, ABSENT, UNCHECKED):
        return Step(str(NAMES[name]), WRONG, said)
    return Step(str(NAMES[name]), GOOD if said == OK else OPEN, str(SENTENCES[name, said]))
