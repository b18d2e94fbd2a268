"""Where each row of the matrix is asked about: its pattern, filled in with what is there."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.contrib.contenttypes.models import ContentType

from brikks_site.admin import site
from games.accounts.models import Account
from tests.games.sample_tables import account
from tests.web.permissions.competing import entrant
from tests.web.permissions.disputing import dispute_in, ruling_in, ruling_on
from tests.web.permissions.rows import Row
from tests.web.permissions.world import World
from tournaments.clubs.calendar_links import calendar_secret
from tournaments.events.models import Round
from tournaments.leagues.models import DRAFT


def address(world: World, row: Row) -> str:
    """Where a row is asked about."""
    if row.pattern in _WRITTEN:
        return "/" + _WRITTEN[row.pattern](world)
    known = _arguments(world, row)
    path = re.sub(r"<\w+:(\w+)>", lambda found: str(known[found[1]]()), row.pattern)
    return f"/{path}{_query(world, row)}"


def _arguments(world: World, row: Row) -> dict[str, Callable[[], object]]:
    """What each part of a pattern stands for, looked up only where there is such a part: this is asked very often."""
    first = row.words[0] if row.words else ""
    return {
        "game_id": lambda: world.games.get(first, world.games["running"]),
        "club_id": lambda: world.clubs.get(first, world.cast.club).pk,
        "handle": lambda: first if first == "pia" else "nia",
        "tournament_id": lambda: _tournament(world, row),
        "deal_id": lambda: _deal(world, row),
        "entrant": lambda: entrant(_tournament(world, row), "Ada"),
        "league_id": lambda: world.league.pk,
        "number": lambda: _number(world, row),
        "table": lambda: 1,
        "dispute": lambda: dispute_in(world.games.get(first, "")),
        "seq": lambda: dispute_in(world.games.get(first, "")),
        "ruling": lambda: ruling_in(world.games.get(first, "")),
        "variant": lambda: "standard",
        "other": lambda: "bob",
        "player": lambda: world.league.seasons.get(status=DRAFT).assignments.values_list("pk", flat=True)[0],
        "key": lambda: calendar_secret(world.cast.club.memberships.get(account=account("Mia"))),
        "step": lambda: 1,
        "record_id": lambda: world.record,
        "secret": lambda: world.link,
        "invite": lambda: _invite(world, row),
        "claim": lambda: world.claim,
        "object_id": lambda: _row_shown(row.pattern),
        "content_type_id": lambda: ContentType.objects.get_for_model(Account).pk,
    }


def _tournament(world: World, row: Row) -> str:
    return world.tournaments.get(row.words[0] if row.words else "", world.tournaments["swiss"])


def _deal(world: World, row: Row) -> str | None:
    """The dice of the first round of a tournament."""
    return Round.objects.get(tournament=_tournament(world, row), number=1).deal_id


def _number(world: World, row: Row) -> int:
    """The number of whatever a row is about that is known by one."""
    if "league_id" in row.pattern:
        return _season(row)
    if "/rounds/" in row.pattern:
        return 1
    known = {"tokens": world.token, "persons": world.person, "announcements": world.announcement}
    return next((number for what, number in known.items() if f"/{what}/" in row.pattern), world.report)


def _season(row: Row) -> int:
    """The number of a season: the first is published, the second is a draft."""
    return 2 if "draft" in row.words else 1


def _invite(world: World, row: Row) -> str:
    """The secret part of a link: that of the club, or of the tournament or game that the row is about."""
    if row.pattern.startswith("clubs/"):
        return world.cast.club.invite
    if row.pattern.startswith("tournaments/join/"):
        return world.invite_to(row.words[0])
    return world.invite(row.words[0] if row.words and row.words[0] in world.games else "open")


def _row_shown(pattern: str) -> object:
    """The number of a row of the table that a page for staff shows."""
    for model in site._registry:
        if pattern.startswith(f"admin/{model._meta.app_label}/{model._meta.model_name}/"):
            return site._registry[model].get_queryset(None).values_list("pk", flat=True).first()
    return account("Nia").pk


def _query(world: World, row: Row) -> str:
    said = {
        "seat=0": row.pattern.endswith("/options"),
        "mine=1": "mine" in row.words,
    }
    if row.pattern.endswith("/rulings/preview"):
        said[urlencode(ruling_on(row.words[0], world.games[row.words[0]]))] = True
    if row.is_by_link and row.words[0] in world.games:
        said[f"invite={world.invite(row.words[0])}"] = True
    if row.is_by_link and row.words[0] in world.tournaments:
        said[f"invite={world.invite_to(row.words[0])}"] = True
    asked = "&".join(words for words, is_said in said.items() if is_said)
    return f"?{asked}" if asked else ""


def _confirmation(world: World) -> str:
    key = EmailConfirmationHMAC(EmailAddress.objects.get(email="mia@mail.example")).key
    return f"accounts/confirm-email/{key}/"


def _reset_key(world: World) -> str:
    nia = account("Nia")
    return f"accounts/password/reset/key/{user_pk_to_url_str(nia)}-{default_token_generator.make_token(nia)}/"


_WRITTEN: Final = {
    "^api/": lambda world: "api/v2/games",
    "admin/^(?P<app_label>games|tournaments)/$": lambda world: "admin/games/",
    "admin/(?P<url>.*)$": lambda world: "admin/nothing/",
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": _confirmation,
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": _reset_key,
}
"""Addresses whose patterns say in signs what they take."""
