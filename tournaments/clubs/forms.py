"""The forms on the pages of clubs; what they may say is judged by the services, whose refusals they tell beside a
field."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from games.accounts.names import LONGEST, clean_display_name
from games.extension import OWNER
from games.form_fields import clean_with
from games.forms import REFUSALS_WITH_OWN_PAGE, ChangeForm
from games.refusals import translated_refusal
from games.time_zone_choices import zones_by_region
from tournaments.clubs.models import BY_APPROVAL, BY_LINK, OPEN, Announcement
from tournaments.clubs.selectors import SeenClub
from tournaments.clubs.services.clubs import UTC
from tournaments.clubs.validators import (
    LONGEST_ANNOUNCEMENT,
    LONGEST_CLUB_NAME,
    LONGEST_DESCRIPTION,
    LONGEST_TITLE,
    read_announcement_title,
    read_club_name,
)

WAYS_IN: Final = (
    (BY_LINK, _("Whoever has the link")),
    (BY_APPROVAL, _("Whoever asks and is let in")),
    (OPEN, _("Whoever sees the club")),
)


class FoundingForm(forms.Form):
    """What is said of a new club."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_CLUB_NAME)
    description = forms.CharField(
        label=_("Description"), max_length=LONGEST_DESCRIPTION, required=False, widget=forms.Textarea({"rows": 3})
    )
    is_public = forms.BooleanField(
        label=_("Strangers may see the club"),
        required=False,
        help_text=_("They see its tournaments, what it announces, and members whose profile is public."),
    )
    admission = forms.ChoiceField(
        label=_("Who joins"),
        choices=WAYS_IN,
        initial=BY_LINK,
        required=False,
        help_text=_("A club that strangers do not see is found by its link only, whichever you choose."),
    )

    def clean_name(self) -> str:
        """The name as it is stored."""
        return clean_with(read_club_name, self.cleaned_data["name"])

    def clean_admission(self) -> str:
        """By the link if nothing is said."""
        return self.cleaned_data["admission"] or BY_LINK


class ClubForm(ChangeForm, FoundingForm):
    """What is said of a club from now on."""

    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("For the calendar of leagues and tournaments."))

    def __init__(self, seen: SeenClub, data: Any = None) -> None:
        club = seen.club
        names = ("name", "description", "is_public", "admission", "time_zone")
        super().__init__(data, initial={name: getattr(club, name) for name in names})
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = _zones(club.time_zone)
        if seen.role != OWNER:
            self.fields["is_public"].disabled = True
            self.fields["is_public"].help_text = _("Only an owner changes this.")


def _zones(own: str) -> list[Any]:
    """The zones to choose from; the club's own is always among them, by whatever name."""
    regions = zones_by_region()
    known = {name for _, zones in regions for name, _ in zones}
    return [*((name, name) for name in dict.fromkeys((own, UTC)) if name not in known), *regions]


class AnnouncementForm(ChangeForm):
    """What a club tells."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    text = forms.CharField(
        label=_("Text"), max_length=LONGEST_ANNOUNCEMENT, required=False, widget=forms.Textarea({"rows": 4})
    )
    is_pinned = forms.BooleanField(label=_("Keep it on top"), required=False)

    def __init__(self, data: Any = None, announcement: Announcement | None = None) -> None:
        names = ("title", "text", "is_pinned")
        self.is_change = announcement is not None
        super().__init__(data, initial={name: getattr(announcement, name) for name in names} if announcement else {})

    def clean_title(self) -> str:
        """The title as it is stored."""
        return clean_with(read_announcement_title, self.cleaned_data["title"])


class PersonForm(forms.Form):
    """What somebody without an account is called."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "off"}))

    def clean_name(self) -> str:
        """The name as it is stored."""
        return clean_with(clean_display_name, self.cleaned_data["name"])


@contextmanager
def refusals_told_at(form: forms.Form, field: str) -> Iterator[None]:
    """Try something with what a form says; what is refused of it the form tells beside a field."""
    try:
        yield
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        form.add_error(field, translated_refusal(refusal))
