"""The form in which a new game is agreed on, and what forms that make a game or take a seat add to the dice.

The form knows four rows of seats whatever is played; which of them count follows from the variant, and the services
have the last word about what goes together. By what the dice were fixed the form carries too, with what the browser
adds to them.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.dice import TABLE
from engine.protocol import Json
from games.accounts.names import LONGEST, clean_display_name
from games.form_fields import clean_with
from games.forms import new_command
from games.log.entries import BOT
from games.play.deals import make_offer, read_offer, require_commitment, unknown_offer
from games.play.setup import GUEST, HIDDEN, PERSON, PRIVATE, PUBLIC, SERVER_DICE, Setup
from games.presenters.registry import OFFERED_SETUP


class DiceAddition(NamedTuple):
    """What a form adds to the dice: the commitment that the page has shown, and the contribution that came after it."""

    contribution: str
    commitment: str | None
    offer: str | None = None
    """The dice that the page has offered, if they are for a game that is still to be made."""


def read_dice_addition(said: Mapping[str, str]) -> DiceAddition:
    """What a form adds to the dice; a browser without scripts adds nothing, unless somebody types something."""
    text = said.get("offer") or None
    offer = read_offer(text) if text is not None else None
    if text is not None and offer is None:
        raise unknown_offer()
    contribution = (said.get("contribution") or "").strip()
    commitment = offer.commitment if offer else said.get("commitment") or None
    require_commitment(contribution, commitment)
    return DiceAddition(contribution, commitment, text)


SEAT_ROWS: Final = range(4)
NOBODY: Final = ""
ME: Final = "me"
ANYONE: Final = "anyone"
REGISTERED: Final = "registered"
HERE: Final = "here"
BOT_PREFIX: Final = "bot-"
CLOCK_CHOICES: Final[list[tuple[str, Promise]]] = [
    ("", _("No clock")),
    ("30", _("30 seconds")),
    ("60", _("1 minute")),
    ("120", _("2 minutes")),
    ("300", _("5 minutes")),
    ("86400", _("1 day")),
    ("259200", _("3 days")),
    ("604800", _("7 days")),
]
SEAT_CHOICES: Final[list[tuple[str, Promise]]] = [
    (NOBODY, _("No seat")),
    (ME, _("Me")),
    (ANYONE, _("Anybody by link")),
    (REGISTERED, _("Registered player by link")),
    (HERE, _("On this device")),
    *((f"{BOT_PREFIX}{bot}", name) for bot, name in OFFERED_SETUP.bots.items()),
]
PRESETS: Final[dict[str, Json]] = {
    "solo": {"variant": "solo", "who_0": ME},
    "bot": {"variant": "standard", "who_0": ME, "who_1": "bot-greedy"},
    "friends": {"variant": "standard", "who_0": ME, "who_1": ANYONE, "seconds": "120"},
    "table": {"variant": "standard", "who_0": ME, "who_1": HERE, "dice": SERVER_DICE, "visibility": PRIVATE},
    "duel": {"variant": "duel", "who_0": ME, "who_1": ANYONE, "seconds": "120"},
}
PRESET_NAMES: Final[dict[str, Promise]] = {
    "solo": _("Solo"),
    "bot": _("Against a bot"),
    "friends": _("Friends by link"),
    "table": _("At one table"),
    "duel": _("Duel by link"),
}


class NewGameForm(forms.Form):
    """Variant, seats, time, dice, and who may see it."""

    display_name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
        help_text=_("What the others read. You need no account to play."),
    )
    variant = forms.ChoiceField(
        label=_("What is played"), choices=list(OFFERED_SETUP.variants.items()), widget=forms.RadioSelect
    )
    seconds = forms.ChoiceField(label=_("Time for a decision"), choices=CLOCK_CHOICES, required=False)
    timeout = forms.ChoiceField(
        label=_("Whoever lets it run out"), choices=list(OFFERED_SETUP.timeouts.items()), required=False
    )
    dice = forms.ChoiceField(
        label=_("Dice"),
        choices=[
            (SERVER_DICE, _("The site rolls, verifiably")),
            (TABLE, _("Real dice on the table, typed in")),
        ],
        required=False,
    )
    visibility = forms.ChoiceField(
        label=_("Who may watch"),
        choices=[
            (PUBLIC, _("Everybody")),
            (PRIVATE, _("Only who has the link")),
            (HIDDEN, _("Only who plays")),
        ],
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("Only between registered players, with the site's dice.")
    )
    rated_alone = forms.BooleanField(
        label=_("Rated run"),
        required=False,
        initial=True,
        help_text=_("It counts in the solo table. A run that you give up counts as it stands, without a title."),
    )
    club = forms.ChoiceField(label=_("In a club"), required=False)
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    offer = forms.CharField(widget=forms.HiddenInput, required=False, max_length=300)
    contribution = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self, *args: Any, clubs: list[tuple[str, str]], is_nobody: bool, is_guest: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for row in SEAT_ROWS:
            self.fields[f"who_{row}"] = forms.ChoiceField(label=_("Who"), choices=SEAT_CHOICES, required=False)
            self.fields[f"name_{row}"] = forms.CharField(label=_("Name"), max_length=LONGEST, required=False)
            self.fields[f"level_{row}"] = forms.TypedChoiceField(
                label=_("Level"), choices=list(OFFERED_SETUP.levels.items()), coerce=int, required=False
            )
        if not is_nobody:
            del self.fields["display_name"]
        if is_nobody or is_guest:
            del self.fields["rated_alone"]
        if clubs:
            self.fields["club"].choices = [("", _("No club")), *clubs]  # type: ignore[attr-defined]
        else:
            del self.fields["club"]

    def renew(self) -> None:
        """Be another form from now on: what was refused may have been done in part, under the name that it has had."""
        self.data = {**self.data, "command": new_command(), "offer": make_offer().text, "contribution": ""}

    @property
    def commitment(self) -> str:
        """By what the dice are fixed that the page offers; nothing if it offers none."""
        offer = read_offer(self["offer"].value() or "")
        return offer.commitment if offer else ""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of seats with their fields, for the page."""
        return [{name: self[f"{name}_{row}"] for name in ("who", "name", "level")} for row in SEAT_ROWS]

    def clean_display_name(self) -> str:
        """The name of the guest who creates the game; one is found if none is said."""
        said = self.cleaned_data["display_name"]
        return clean_with(clean_display_name, said) if said else ""

    def clean(self) -> dict[str, Any]:
        """Leave out what does not apply, and check what belongs together, each beside its field."""
        said = super().clean() or self.cleaned_data
        if "variant" not in said:
            return said
        fewest, most = OFFERED_SETUP.seats[said["variant"]]
        who = {row: said[f"who_{row}"] for row in SEAT_ROWS[:most] if said.get(f"who_{row}")}
        said["taken"] = list(who)
        if most == 1:
            said["rated"] = self._is_rated_alone(who)
        if said.get("dice") == TABLE:
            said["seconds"] = ""
        self._check_seats(who, fewest)
        self._check_dice(who)
        self._check_rated(who)
        return said

    def _check_seats(self, who: dict[int, str], fewest: int) -> None:
        if len(who) < fewest:
            empty = next(row for row in SEAT_ROWS if row not in who)
            self.add_error(f"who_{empty}", _("Somebody must sit here, too."))
        mine = [row for row in who if who[row] == ME]
        for row in mine[1:]:
            self.add_error(f"who_{row}", _("You can sit on one seat only."))
        for row in who:
            if who[row] == HERE:
                self._clean_name(row)

    def _clean_name(self, row: int) -> None:
        try:
            said = clean_with(clean_display_name, self.cleaned_data.get(f"name_{row}", ""))
        except forms.ValidationError as error:
            self.add_error(f"name_{row}", error)
        else:
            self.cleaned_data[f"name_{row}"] = said

    def _check_dice(self, who: dict[int, str]) -> None:
        for row in who:
            if self.cleaned_data.get("dice") == TABLE and who[row].startswith(BOT_PREFIX):
                self.add_error(f"who_{row}", _("Bots cannot see dice on the table."))

    def _check_rated(self, who: dict[int, str]) -> None:
        is_guest = "display_name" in self.fields
        are_registered = all(one == REGISTERED or (one == ME and not is_guest) for one in who.values())
        if self.cleaned_data.get("rated") and (self.cleaned_data.get("dice") == TABLE or not are_registered):
            self.add_error("rated", _("For a rated game every seat is for a registered player, and the site rolls."))

    def _is_rated_alone(self, who: dict[int, str]) -> bool:
        """Whether a run counts: as a rule, but never with dice on the table or for somebody who is not registered."""
        is_wanted = bool(self.cleaned_data.get("rated_alone"))
        return is_wanted and self.cleaned_data.get("dice") != TABLE and {*who.values()} <= {ME, REGISTERED}

    def setup(self, is_guest: bool, offer: str | None = None) -> Setup:
        """What was agreed on, as the services know it."""
        said = self.cleaned_data
        return Setup(
            variant=said["variant"],
            levels=[said[f"level_{row}"] or min(OFFERED_SETUP.levels) for row in said["taken"]],
            seats=[self._seat(said[f"who_{row}"], is_guest) for row in said["taken"]],
            seconds=int(said["seconds"]) if said["seconds"] else None,
            timeout=said["timeout"] or None,
            rated=said["rated"],
            visibility=said["visibility"] or PUBLIC,
            dice=said["dice"] or SERVER_DICE,
            offer=offer,
            club=said.get("club") or None,
        )

    def _seat(self, who: str, is_guest: bool) -> Json:
        if who.startswith(BOT_PREFIX):
            return {"kind": BOT, "bot": who.removeprefix(BOT_PREFIX)}
        is_registered = who == REGISTERED or (who == ME and not is_guest)
        return {"kind": PERSON if is_registered else GUEST}

    @property
    def own_seat(self) -> int | None:
        """The seat of whoever creates the game, None if they do not play."""
        seats = [seat for seat, row in enumerate(self.cleaned_data["taken"]) if self._who(row) == ME]
        return seats[0] if seats else None

    @property
    def names_here(self) -> dict[int, str]:
        """The names of those who play on the same device, by seat."""
        taken = enumerate(self.cleaned_data["taken"])
        return {seat: self.cleaned_data[f"name_{row}"] for seat, row in taken if self._who(row) == HERE}

    def _who(self, row: int) -> str:
        return str(self.cleaned_data[f"who_{row}"])


def preset_values(name: str) -> Json:
    """How the form is filled in at first."""
    return PRESETS.get(name, PRESETS["friends"])
