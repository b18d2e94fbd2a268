"""Every sentence about what somebody does in Brikks, as others read it and as they read it themselves."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.brikks.sheet import RESIGN, STOP, STUCK, TIMEOUT
from games.presenters.protocol import ActionSentence

STARTS: Final = ActionSentence(
    _("%(name)s begins with %(block)s in column %(column)d."),
    _("You begin with %(block)s in column %(column)d."),
)
PLACES: Final = ActionSentence(
    _("%(name)s places %(block)s in column %(column)d, resting on row %(row)d."),
    _("You place %(block)s in column %(column)d, resting on row %(row)d."),
)
DRAWS_MINI: Final = ActionSentence(
    _("%(name)s draws a mini block on the sheet of %(other)s: column %(column)d, row %(row)d."),
    _("You draw a mini block on the sheet of %(other)s: column %(column)d, row %(row)d."),
)
DRAWN_ON_OWN: Final = _("%(name)s draws a mini block on your sheet: column %(column)d, row %(row)d.")
"""To whoever has the sheet."""
ROLLS: Final = ActionSentence(_("%(name)s rolls %(block)s."), _("You roll %(block)s."))
ROLLS_AGAIN: Final = ActionSentence(_("%(name)s rolls again: %(block)s."), _("You roll again: %(block)s."))
KEEPS: Final = ActionSentence(_("%(name)s keeps the roll."), _("You keep the roll."))
BOMBS: Final = ActionSentence(_("%(name)s uses a bomb."), _("You use a bomb."))
WAIVES: Final = ActionSentence(_("%(name)s draws no more mini blocks."), _("You draw no more mini blocks."))
KEPT_BY_CLOCK: Final = ActionSentence(
    _("The time of %(name)s is up: the roll stands."),
    _("Your time is up: the roll stands."),
)
BOMBED_BY_CLOCK: Final = ActionSentence(
    _("The time of %(name)s is up, which costs a bomb."),
    _("Your time is up, which costs a bomb."),
)
WAIVED_BY_CLOCK: Final = ActionSentence(
    _("The time of %(name)s is up: no more mini blocks."),
    _("Your time is up: no more mini blocks."),
)
LEAVES: Final[dict[str, ActionSentence]] = {
    STUCK: ActionSentence(
        _("%(name)s has no place for the block and is out."),
        _("You have no place for the block and are out."),
    ),
    RESIGN: ActionSentence(_("%(name)s gives up."), _("You give up.")),
    STOP: ActionSentence(_("%(name)s ends the game."), _("You end the game.")),
    TIMEOUT: ActionSentence(
        _("%(name)s has run out of time and is out."),
        _("You have run out of time and are out."),
    ),
}
"""By the reasons of the rules."""
