"""A season: its tables, or the editor of its draft, which is looked at once more before it is published.

Every change of a draft is a small form of its own that works without scripts.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.callers import Viewer
from games.accounts.visitors import caller_at, viewer_at
from games.forms import refusals_as_messages
from games.time_zones import zone_named
from tournaments.pages.league_forms import SeasonForm
from tournaments.pages.leagues import about_league, show
from tournaments.refusals import not_a_member, not_your_role
from tournaments.selectors.drafts import (
    DraftedDivision,
    bots_of,
    dates_drafted,
    divisions_drafted,
    first_round_on,
    members_left,
    persons_left,
)
from tournaments.selectors.leagues import SeenSeason, see_season
from tournaments.selectors.players import names_of
from tournaments.services import (
    assign,
    assign_members,
    change_season,
    discard_season,
    move_assigned,
    publish_season,
    remove_assigned,
)


@login_not_required
@never_cache
@require_safe
def season(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """A season's tables, or the editor of its draft."""
    viewer = viewer_at(request)
    seen = see_season(league_id, number, viewer)
    if not seen.is_draft:
        return show(request, seen.seen, viewer, seen)
    drafted = divisions_drafted(seen.season, seen.rules)
    first = first_round_on(seen.season, seen.rules)
    context = {
        **_about(seen, drafted, viewer),
        "first": first,
        "form": SeasonForm(initial={"starts_on": first}),
        "members": [member.account for member in members_left(seen.season)],
        "persons": persons_left(seen.season),
        "bots": bots_of(seen.rules),
    }
    return render(request, "tournaments/season_draft.html", context)


def _about(seen: SeenSeason, drafted: list[DraftedDivision], viewer: Viewer) -> dict[str, Any]:
    names = names_of([player for division in drafted for player in division.players], viewer)
    divisions = [
        {
            "rank": division.rank,
            "rounds": division.rounds,
            "players": [{"row": player, **names[player.pk]._asdict()} for player in division.players],
        }
        for division in drafted
    ]
    return {**about_league(seen.seen), "season": seen.season, "rules": seen.rules, "divisions": divisions}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """A draft as it would be published, with the dates of its rounds; and publishing it."""
    viewer = viewer_at(request)
    seen = see_season(league_id, number, viewer)
    if not seen.seen.runs_it:
        raise not_your_role() if seen.seen.club.role else not_a_member()
    if request.method == "POST":
        with refusals_as_messages(request):
            publish_season(league_id, number, caller_at(request))
            messages.success(request, _("The season is published, and everybody is entered."))
            return redirect("league", league_id)
        return redirect("season", league_id, number)
    if not seen.is_draft:
        return redirect("league", league_id)
    drafted = divisions_drafted(seen.season, seen.rules)
    club = seen.seen.club.club
    rounds = max(division.rounds for division in drafted)
    context = {
        **_about(seen, [division for division in drafted if division.players], viewer),
        "dates": dates_drafted(seen.season, seen.rules, club, rounds),
        "zone": zone_named(club.time_zone),
        "zone_name": club.time_zone,
    }
    return render(request, "tournaments/season_publish.html", context)


@require_POST
def add(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let somebody play in a division."""
    kind, _, name = request.POST.get("who", "").partition(":")
    who: dict[str, Any] = {kind: _number(name) if kind == "person" else name} if kind in KINDS else {}
    division = _number(request.POST.get("division"))
    with refusals_as_messages(request):
        assign(league_id, number, caller_at(request), division, **who)
    return _back(league_id, number, division)


KINDS = ("handle", "person", "bot")


@require_POST
def fill(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let all members play who do not yet."""
    with refusals_as_messages(request):
        added = assign_members(league_id, number, caller_at(request))
        words = ngettext("%(number)d member was added.", "%(number)d members were added.", added)
        messages.success(request, words % {"number": added})
    return _back(league_id, number)


@require_POST
def move(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let somebody play in another division, or at another place in theirs."""
    said = {name: _number(request.POST.get(name)) for name in ("assignment", "division", "position")}
    with refusals_as_messages(request):
        move_assigned(league_id, number, caller_at(request), said["assignment"], said["division"], said["position"])
    return _back(league_id, number, said["division"])


@require_POST
def remove(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let somebody not play."""
    with refusals_as_messages(request):
        remove_assigned(league_id, number, caller_at(request), _number(request.POST.get("assignment")))
    return _back(league_id, number, _number(request.POST.get("division")))


@require_POST
def dates(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let a draft begin on another day."""
    with refusals_as_messages(request):
        change_season(league_id, number, caller_at(request), request.POST.get("starts_on", ""))
    return _back(league_id, number)


@require_POST
def discard(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Drop a draft."""
    with refusals_as_messages(request):
        discard_season(league_id, number, caller_at(request))
        messages.success(request, _("The draft is gone."))
    return redirect("league", league_id)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None


def _back(league_id: str, number: int, division: int | None = None) -> HttpResponse:
    """To the editor, at the division that has changed."""
    address = reverse("season", args=[league_id, number])
    return redirect(f"{address}#division-{division}" if division else address)
