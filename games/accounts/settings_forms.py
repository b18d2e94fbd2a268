"""The forms of people's own pages: settings, tokens, erasing oneself, complaints. What they may say is judged by the
services.
"""

from datetime import MAXYEAR, date, datetime, time
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Account
from games.accounts.names import LONGEST, clean_display_name
from games.accounts.tokens import LONGEST_NAME, ORGANISE, PLAY, READ
from games.form_fields import clean_with, language_field
from games.forms import ChangeForm
from games.texts import LONGEST_REASON
from games.time_zone_choices import zones_by_region

SETTINGS_FIELDS: Final = (
    *("display_name", "language", "time_zone", "confirms_moves", "has_sound", "motion", "is_private", "is_minor"),
)


class SettingsForm(ChangeForm):
    """What somebody may change about themselves."""

    display_name = forms.CharField(
        label=_("Name that others see"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "nickname"})
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, help_text=_("For dates and deadlines."))
    confirms_moves = forms.BooleanField(
        label=_("Confirm every move"),
        required=False,
        help_text=_("Without it, a block drops at once. Rated games always ask."),
    )
    has_sound = forms.BooleanField(label=_("A sound when it is my turn"), required=False)
    motion = forms.ChoiceField(
        label=_("Motion"),
        required=False,
        choices=[("", _("As my device says")), ("reduced", _("As little as possible"))],
    )
    is_private = forms.BooleanField(
        label=_("Private profile"),
        required=False,
        help_text=_(
            "Only people you play or share a club with see it and read your name; others read “A private player”."
        ),
    )
    is_minor = forms.BooleanField(
        label=_("I am under 16"),
        required=False,
        help_text=_("Makes your profile private. Only those who look after the site can take it back."),
    )

    def __init__(self, account: Account, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(account, name) for name in SETTINGS_FIELDS})
        self.fields["language"] = language_field()
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = [("", _("As my browser says")), *_with_own(zones_by_region(), account.time_zone)]
        self.fields["is_minor"].disabled = account.is_minor
        self.order_fields(SETTINGS_FIELDS)

    def clean_display_name(self) -> str:
        """The name as it is stored."""
        return clean_with(clean_display_name, self.cleaned_data["display_name"])

    def parts(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields in groups, each with its heading."""
        groups = (
            (_("You"), SETTINGS_FIELDS[:3]),
            (_("Playing"), SETTINGS_FIELDS[3:6]),
            (_("Privacy"), SETTINGS_FIELDS[6:]),
        )
        return [(heading, [self[name] for name in names]) for heading, names in groups]


def _with_own(regions: list[tuple[str, list[tuple[str, str]]]], own: str) -> list[Any]:
    """The zones to choose from; one that was chosen by its older name stays among them."""
    known = {name for _, zones in regions for name, _ in zones}
    return [*([(own, own)] if own and own not in known else []), *regions]


class TokenForm(forms.Form):
    """What a token is for."""

    name = forms.CharField(
        label=_("What it is for"),
        max_length=LONGEST_NAME,
        help_text=_("A name by which you will know it again."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What the program may do"),
        choices=[
            (READ, _("See what I see")),
            (PLAY, _("Play for me, in games that are not rated")),
            (ORGANISE, _("Run my clubs")),
        ],
        initial=[READ],
        widget=forms.CheckboxSelectMultiple,
    )
    last_day = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Empty for no end. It can be ended at any time."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )

    def clean_last_day(self) -> date | None:
        """A day that is still a day in every time zone."""
        day: date | None = self.cleaned_data["last_day"]
        if day is not None and day.year >= MAXYEAR:
            raise forms.ValidationError(_("Please choose an earlier day."))
        return day

    def ends(self) -> datetime | None:
        """The end of the last day, where whoever fills this in is."""
        day: date | None = self.cleaned_data["last_day"]
        if day is None:
            return None
        return datetime.combine(day, time(23, 59, 59), tzinfo=timezone.get_current_timezone())


class ErasingForm(forms.Form):
    """What is needed to erase an account."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput({"autocomplete": "current-password"})
    )
    is_sure = forms.BooleanField(label=_("Yes, erase everything about me. I know that nobody can bring it back."))

    def __init__(self, account: Account, data: Any = None) -> None:
        super().__init__(data)
        if account.is_guest:
            del self.fields["password"]


class ReportForm(forms.Form):
    """A complaint."""

    text = forms.CharField(
        label=_("What has happened?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Those who look after the site read it. The other player does not learn of it."),
    )
