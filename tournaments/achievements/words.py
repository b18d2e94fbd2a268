"""What achievements are called, and what each is for."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.achievements.earning import ACHIEVEMENTS


class Words(NamedTuple):
    """The name of an achievement, and what one has to have done."""

    name: Promise
    meaning: Promise


WORDS: Final = {
    "first-win": Words(_("First win"), _("Won a rated match.")),
    "settled": Words(
        _("A known quantity"), _("Played ten rated matches of one kind: the rating is not provisional any more.")
    ),
    "opponents": Words(_("Well met"), _("Finished rated games with ten different people.")),
    "full-table": Words(_("Four at the table"), _("Won a rated game against three others.")),
    "streak": Words(_("Five in a row"), _("Won five rated matches of one kind, one after the other.")),
    "upset": Words(
        _("Against the odds"),
        _("Came out ahead of somebody whose rating was 200 higher, and not provisional."),
    ),
    "top-tenth": Words(
        _("Among the best on the same dice"),
        _("Played a round in which everybody had the same dice, and came among the best tenth of at least ten."),
    ),
    "attended": Words(_("Always there"), _("Played every round of a tournament or season of three rounds or more.")),
    "strong": Words(_("Seventeen hundred"), _("Reached a rating of 1700 that was not provisional any more.")),
    "hundred": Words(_("A hundred matches"), _("Played a hundred rated matches of one kind.")),
    "master": Words(_("Master of the sheet"), _("Finished a rated solo game with the highest title there is.")),
    "steady": Words(_("To the end"), _("Played twenty rated solo games in a row, and gave up none of them.")),
    "harsh": Words(_("The harsh way"), _("Finished a rated solo game on the hardest level.")),
}

assert set(WORDS) == set(ACHIEVEMENTS)
