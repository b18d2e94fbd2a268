"""What is said of a ruling's consequences, in words."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.desk import previews
from tournaments.rounds.outcomes import CALLED_OFF, DECIDED, UNTOLD

NOTES: Final[dict[str, Promise]] = {
    previews.PAIRINGS: _("Rounds that were paired already stay as they are; only later ones follow the new standings."),
    previews.TAKEN_BACK: _("Its round was taken back or played anew, so no standings follow this game any more."),
    previews.NEXT_SEASON: _(
        "The next season of the league is there already and stays as it is: whoever runs the league decides whether "
        "somebody changes the division."
    ),
    previews.WAITING: _("Other results are not counted yet; together with them some numbers may come out otherwise."),
    previews.UNRATED: _("This game is not rated: no rating changes."),
    previews.TOO_LATE: _(
        "So many rated games were played since that the ratings are too many to compute for a look ahead. They follow "
        "the ruling all the same, within minutes."
    ),
    DECIDED: _("An organiser has decided about this table; its result stays, and so do the standings."),
    CALLED_OFF: _("The tournament was called off; its standings stay as they are."),
    UNTOLD: _("The round is still open; its results follow when it closes."),
}
STATUSES: Final[dict[str, Promise]] = {
    "finished": _("counts as it was played"),
    "adjudicated": _("counts as it was decided"),
    "voided": _("counts for nobody"),
}


def note_words(code: str) -> str:
    """What is to be said beside the numbers."""
    return str(NOTES.get(code, code))


def result_words(status: str) -> str:
    """What becomes of a game."""
    return str(STATUSES.get(status, status))
