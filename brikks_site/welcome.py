"""The first start of a site: its owner founds the club and gets the link to hand round."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.protocol import Json
from games.absolute_urls import absolute_url, is_local_url, qr_code
from games.accounts.callers import caller_of, viewer_of
from games.accounts.models import Account
from games.accounts.profiles import change_profile
from games.form_fields import clean_with
from games.refusals import Forbidden
from tournaments.clubs.selectors import about_club, as_seen, clubs_of
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.validators import LONGEST_CLUB_NAME, read_club_name


class ClubForm(forms.Form):
    """The club's name, and the language of its owner."""

    name = forms.CharField(
        label=_("Name of your club"),
        max_length=LONGEST_CLUB_NAME,
        widget=forms.TextInput({"autocomplete": "organization"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    is_public = forms.BooleanField(
        label=_("Strangers may see the club"), required=False, help_text=_("Nobody joins without the link anyway.")
    )

    def clean_name(self) -> str:
        """The name as it is stored."""
        return clean_with(read_club_name, self.cleaned_data["name"])


def require_owner(account: Account | None) -> Account:
    """Refuse everybody but the owners of the site."""
    if account is None or not account.is_superuser:
        raise Forbidden("welcome/not-owner", "Only the owner of this site can set it up.")
    return account


def found_first_club(owner: Account, said: dict[str, Any]) -> None:
    """Found the club where its owner is, by their clocks, and remember the language."""
    zone = timezone.get_current_timezone_name()
    create_club(caller_of(owner), said["name"], is_public=said["is_public"], time_zone=zone)
    change_profile(owner, {"language": said["language"]})


def invitation(request: HttpRequest, owner: Account) -> Json:
    """The club that the owner has founded, with the link by which players join it."""
    viewer = viewer_of(owner)
    club = next((about_club(seen) for seen in as_seen(list(clubs_of(viewer)), viewer) if seen.role == "owner"), None)
    if club is None:
        return {"club": None}
    link = absolute_url(request, "club-join", club["invite"])
    return {"club": club, "link": link, "qr": qr_code(link), "is_local": is_local_url(link)}
