"""What the forms of tournaments and leagues share: choices in words (what is played, tie-breaks, scoring, how long
tables wait), and times that are meant on the clocks of the club, whatever clocks organisers look at.
"""

from datetime import datetime, tzinfo
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.protocol import Json
from games.durations import duration
from games.tables.forms import CLOCK_CHOICES
from games.texts import LONGEST_REASON
from tournaments.events.formats.format import find_format
from tournaments.events.settings import AS_STANDS, FORFEIT
from tournaments.events.timetable import FEWEST_THAT_WAIT


class ClubTimeField(forms.DateTimeField):
    """A day and a time on the clocks of a club."""

    zone: tzinfo
    widget = forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """The moment that is meant; refused where the clocks skip or repeat it."""
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """A moment as the club's clocks show it."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


class RoundEndForm(forms.Form):
    """Until when a round is to be played, and why."""

    closes_at = ClubTimeField(label=_("The round closes"))
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    def __init__(self, zone: tzinfo, data: Any = None, closes_at: datetime | None = None) -> None:
        super().__init__(data, initial={"closes_at": closes_at}, auto_id=False)
        closes = self.fields["closes_at"]
        assert isinstance(closes, ClubTimeField)
        closes.zone = zone


BREAKS: Final[dict[str, Promise]] = {
    "direct": _("Direct encounter"),
    "buchholz": _("Buchholz"),
    "median-buchholz": _("Median Buchholz"),
    "sonneborn-berger": _("Sonneborn-Berger"),
    "rows": _("Points from rows"),
    "total": _("Total score"),
    "wins": _("Games won"),
    "lots": _("Lot"),
}
SCORINGS: Final[dict[str, Promise]] = {
    "points": _("A win counts 1, a tie ½; at bigger tables the point is shared by places"),
    "total": _("The scores of all rounds added up"),
    "rank": _("One point for everybody whom one beats, half a point for a tie"),
    "percent": _("The share of the field that one beats, in percent"),
}
AS_IT_IS: Final = ""
OF_CROSSES: Final = ["direct", "sonneborn-berger", "total", "lots"]
OF_SWISS: Final = ["buchholz", "median-buchholz", "total", "lots"]
KINDS: Final[dict[str, tuple[Promise, Json]]] = {
    "all": (
        _("Duels, everybody against everybody"),
        {"format": "round-robin", "variant": "duel", "tie_breaks": OF_CROSSES},
    ),
    "all-twice": (
        _("Duels, everybody against everybody twice"),
        {"format": "round-robin", "variant": "duel", "is_double": True, "tie_breaks": OF_CROSSES},
    ),
    "swiss": (_("Duels, Swiss system"), {"format": "swiss", "variant": "duel", "tie_breaks": OF_SWISS}),
    "tables": (
        _("Tables of 2 to 4, Swiss system"),
        {"format": "swiss", "variant": "standard", "seats": 4, "tie_breaks": OF_SWISS},
    ),
    "duplicate": (
        _("Solo on the same dice for everybody"),
        {"format": "duplicate", "variant": "solo", "seats": 1, "scoring": "total", "tie_breaks": ["rows", "lots"]},
    ),
}
"""What can be played, with the settings that make it so."""
COUNTED: Final = ("swiss", "tables", "duplicate")
"""Where somebody says how many rounds there are."""
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WAITS: Final = (5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY)
USUAL: Final = "usual"
NEVER: Final = "never"
FOLLOWS: Final = _("Where everybody meets everybody, this follows from the number of players.")
UNFINISHED: Final = [(FORFEIT, _("Whoever is to move forfeits it")), (AS_STANDS, _("It counts as it stands"))]


def wait_field() -> forms.TypedChoiceField:
    """How long tables wait for whoever has not come."""
    return forms.TypedChoiceField(
        label=_("A table of three or four waits for whoever has not come"),
        coerce=str,
        empty_value=USUAL,
        required=False,
        help_text=_(
            "From the opening of the round: as usual a quarter of it, or half of one that takes days. Then it starts "
            "without them, if at least two are there."
        ),
    )


def waits_with(own: int | None) -> list[tuple[str, Any]]:
    """What is offered there, what was agreed on before among it."""
    waits = sorted({*WAITS, *((own,) if own is not None else ())})
    usual = (USUAL, _("As usual"))
    return [usual, *((str(one), duration(one)) for one in waits), (NEVER, _("As long as the round is open"))]


def refuse_what_goes_nowhere(form: forms.Form, agreed: Json) -> None:
    """Refuse what somebody has typed although it means nothing where this is played, instead of dropping it; what only
    stands there does no harm."""
    typed = {name: form.cleaned_data.get(name) for name in form.changed_data}
    if typed.get("rounds") is not None and find_format(agreed["format"]).is_all_play_all:
        form.add_error("rounds", FOLLOWS)
    if typed.get("wait", NEVER) not in (USUAL, NEVER) and agreed.get("seats", 2) < FEWEST_THAT_WAIT:
        words = _("Only tables of three or four can start without somebody; of two, the one who comes wins.")
        form.add_error("wait", words)
    if typed.get("scoring") and agreed["format"] != "duplicate":
        form.add_error("scoring", _("This counts only where everybody has the same dice."))


def times_with(own: int | None) -> list[tuple[str, Any]]:
    """The times for a decision, what was agreed on before among them."""
    known = list[tuple[str, Any]](CLOCK_CHOICES)
    return known if own is None or str(own) in dict(CLOCK_CHOICES) else [*known, (str(own), duration(own))]
