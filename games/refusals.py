"""What services refuse beyond the rules of a game: not there, not yours, too late, said twice.

The classes say what kind of refusal it is, for whoever has to answer a request; the code says which one. Refusals are
English templates with facts until they are told, in the language of whoever asks.
"""

from django.utils.translation import gettext

from engine.errors import Refused


class NotFound(Refused):
    """There is no such thing, or not for whoever asks."""


class Forbidden(Refused):
    """It is there, but whoever asks may not do this."""


class Conflict(Refused):
    """Something has happened in between that makes this impossible."""


class Busy(Refused):
    """Nothing is wrong with it, but it cannot be done just now; the same again may succeed."""


class OutOfOrder(Busy):
    """Somebody has to mend something first; the same again may succeed then."""


class TooMany(Refused):
    """Nothing is wrong with it, but whoever asks has too much of it already."""

    seconds = 1
    """After how many seconds the same again may succeed."""

    def for_seconds(self, seconds: int) -> "TooMany":
        """The same, for so long."""
        self.seconds = seconds
        return self


def no_such_game(game_id: str) -> NotFound:
    """A game that does not exist, or that the asker may not know of."""
    return NotFound("game/not-found", "There is no game “{game}”.", game=game_id)


def busy() -> Busy:
    """The database cannot be written to just now."""
    return Busy("site/busy", "The site is busy; please try again in a moment.")


def out_of_order() -> OutOfOrder:
    """What the site keeps cannot be read or added to, and that does not pass by itself."""
    return OutOfOrder(
        "site/storage", "The site cannot read or store its data just now; please try again in a few minutes."
    )


def translated_refusal(refusal: Refused) -> str:
    """A refusal in the language of this request."""
    return refusal.worded(gettext)
