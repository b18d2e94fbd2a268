"""What is said of a ruling's consequences, in words."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.desk import previews
from tournaments.rounds.outcomes import CALLED_OFF, DECIDED, UNTOLD
from tournaments.values import ENTERED, OVERRIDDEN

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
    previews.NO_GAME: _("No game was played to its end on the site at this table: no rating changes."),
    previews.CALLED_OFF_GAME: _(
        "The game of this table was called off and is not played on. Enter another result, or the table is decided "
        "when its round closes as if nothing had been entered."
    ),
    previews.RULED: _(
        "There is a ruling upon this game. It counts for this table only while no organiser has decided about it; a "
        "game that is voided counts in no rating."
    ),
    DECIDED: _(
        "An organiser has decided about this table. Its result stays until that is taken back, in the standings and "
        "in the ratings; only a game that is voided counts in no rating."
    ),
    CALLED_OFF: _("The tournament was called off; its standings stay as they are."),
    UNTOLD: _("The round is still open; its results follow when it closes."),
}
STATUSES: Final[dict[str, Promise]] = {
    "finished": _("counts as it was played"),
    "adjudicated": _("counts as it was decided"),
    "voided": _("counts for nobody"),
}
OF_TABLES: Final[dict[str, Promise]] = {
    "open": _("no result"),
    "finished": _("as it was played"),
    "not-played": _("it was not played"),
    "voided": _("it counts for nobody"),
    ENTERED: _("as it was entered from paper"),
    OVERRIDDEN: _("as an organiser has decided"),
}


def note_words(code: str) -> str:
    """What is to be said beside the numbers."""
    return str(NOTES.get(code, code))


def result_words(status: str) -> str:
    """What becomes of a game."""
    return str(STATUSES.get(status, status))


def table_words(status: str) -> str:
    """What becomes of a table."""
    return str(OF_TABLES.get(status, status))
