"""The page of a league with its seasons and tables, the forms for its rules, and the editor of a season's draft.

Every change of a draft is a small form of its own that works without scripts. Each view is called like its address.
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
from tournaments.clubs.forms import refusals_told_at
from tournaments.clubs.page_selectors import club_context
from tournaments.clubs.refusals import not_a_member, not_your_role
from tournaments.clubs.selectors import see_club_as_runner
from tournaments.events.selectors.player_names import names_of
from tournaments.leagues.forms import LeagueForm, SeasonForm
from tournaments.leagues.models import DRAFT, FINISHED
from tournaments.leagues.rules import LeagueRules
from tournaments.leagues.selectors import (
    DraftedDivision,
    SeenLeague,
    SeenSeason,
    as_seen_season,
    bots_for,
    divisions_of,
    drafted_dates,
    drafted_divisions,
    first_round_on,
    members_not_assigned,
    persons_not_assigned,
    seasons_of,
    see_league,
    see_league_as_runner,
    see_season,
)
from tournaments.leagues.services.assignments import (
    assign_members,
    assign_player,
    move_assigned_player,
    remove_assigned_player,
)
from tournaments.leagues.services.leagues import change_league, create_league
from tournaments.leagues.services.seasons import change_season, discard_season, draft_season, publish_season


@login_not_required
@never_cache
@require_safe
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """A league: its rules, its seasons, and the tables of the latest one."""
    viewer = viewer_at(request)
    seen = see_league(league_id, viewer)
    latest = seasons_of(seen).exclude(status=DRAFT).first()
    return render_league(request, seen, viewer, as_seen_season(seen, latest.number) if latest else None)


def render_league(request: HttpRequest, seen: SeenLeague, viewer: Viewer, season: SeenSeason | None) -> HttpResponse:
    """A league with the tables of one of its seasons."""
    seasons = list(seasons_of(seen))
    draft = next((one for one in seasons if one.status == DRAFT), None)
    published = [one for one in seasons if one.status != DRAFT]
    divisions = divisions_of(season, viewer) if season else []
    context = {
        **league_context(seen),
        "seasons": published,
        "season": season.season if season else None,
        "divisions": divisions,
        "is_to_come": bool(divisions) and all(one.is_to_come for one in divisions),
        "draft": draft,
        "may_draft": seen.runs_it and draft is None,
        "is_over": bool(published) and published[0].status == FINISHED,
    }
    return render(request, "tournaments/leagues/league.html", context)


def league_context(seen: SeenLeague) -> dict[str, Any]:
    """What all pages of a league say of it."""
    return {"league": seen.league, "club": club_context(seen.club), "rules": seen.rules, "runs_it": seen.runs_it}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: HttpRequest, club_id: str) -> HttpResponse:
    """The form in which a league is made."""
    seen = see_club_as_runner(club_id, viewer_at(request))
    form = LeagueForm(LeagueRules(up=0, down=0), request.POST or None)
    if request.method == "POST" and form.is_valid() and (made := _create_league(request, club_id, form)):
        messages.success(request, _("The league is there. Draft its first season now."))
        return redirect("league", made)
    context = {"club": club_context(seen), "form": form}
    return render(request, "tournaments/leagues/league_new.html", context, status=400 if form.errors else 200)


def _create_league(request: HttpRequest, club_id: str, form: LeagueForm) -> str | None:
    with refusals_told_at(form, "kind"):
        return create_league(club_id, caller_at(request), form.cleaned_data["name"], form.rules).pk
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_rules(request: HttpRequest, league_id: str) -> HttpResponse:
    """The form in which name and rules of a league are changed."""
    seen = see_league_as_runner(league_id, viewer_at(request))
    form = LeagueForm(seen.rules, request.POST or None, seen.league.name)
    if request.method == "POST" and form.is_valid() and _change_league(request, league_id, form):
        messages.success(request, _("The rules hold for every season that is published from now on."))
        return redirect("league", league_id)
    context = {**league_context(seen), "form": form}
    return render(request, "tournaments/leagues/league_rules.html", context, status=400 if form.errors else 200)


def _change_league(request: HttpRequest, league_id: str, form: LeagueForm) -> bool:
    with refusals_told_at(form, "kind"):
        change_league(league_id, caller_at(request), form.cleaned_data["name"], form.rules)
        return True
    return False


@require_POST
def league_draft(request: HttpRequest, league_id: str) -> HttpResponse:
    """Draft the next season, from the last one or with nobody in it."""
    with refusals_as_messages(request):
        drafted = draft_season(league_id, caller_at(request), is_from_last=request.POST.get("from") != "scratch")
        return redirect("season", league_id, drafted.number)
    return redirect("league", league_id)


@login_not_required
@never_cache
@require_safe
def season(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """A season's tables, or the editor of its draft."""
    viewer = viewer_at(request)
    seen = see_season(league_id, number, viewer)
    if not seen.is_draft:
        return render_league(request, seen.seen, viewer, seen)
    drafted = drafted_divisions(seen.season, seen.rules)
    first = first_round_on(seen.season, seen.rules)
    context = {
        **_draft_context(seen, drafted, viewer),
        "first": first,
        "form": SeasonForm(initial={"starts_on": first}),
        "members": [member.account for member in members_not_assigned(seen.season)],
        "persons": persons_not_assigned(seen.season),
        "bots": bots_for(seen.rules),
    }
    return render(request, "tournaments/leagues/season_draft.html", context)


def _draft_context(seen: SeenSeason, drafted: list[DraftedDivision], viewer: Viewer) -> dict[str, Any]:
    names = names_of([player for division in drafted for player in division.players], viewer)
    divisions = [
        {
            "rank": division.rank,
            "rounds": division.rounds,
            "players": [{"row": player, **names[player.pk]._asdict()} for player in division.players],
        }
        for division in drafted
    ]
    return {**league_context(seen.seen), "season": seen.season, "rules": seen.rules, "divisions": divisions}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_publish(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
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
    drafted = drafted_divisions(seen.season, seen.rules)
    club = seen.seen.club.club
    rounds = max(division.rounds for division in drafted)
    context = {
        **_draft_context(seen, [division for division in drafted if division.players], viewer),
        "dates": drafted_dates(seen.season, seen.rules, club, rounds),
        "zone": zone_named(club.time_zone),
        "zone_name": club.time_zone,
    }
    return render(request, "tournaments/leagues/season_publish.html", context)


@require_POST
def season_add(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let somebody play in a division."""
    kind, _, name = request.POST.get("who", "").partition(":")
    who: dict[str, Any] = {kind: _number(name) if kind == "person" else name} if kind in PLAYER_FIELDS else {}
    division = _number(request.POST.get("division"))
    with refusals_as_messages(request):
        assign_player(league_id, number, caller_at(request), division, **who)
    return _back(league_id, number, division)


PLAYER_FIELDS = ("handle", "person", "bot")


@require_POST
def season_fill(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let all members play who do not yet."""
    with refusals_as_messages(request):
        added = assign_members(league_id, number, caller_at(request))
        words = ngettext("%(number)d member was added.", "%(number)d members were added.", added)
        messages.success(request, words % {"number": added})
    return _back(league_id, number)


@require_POST
def season_move(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let somebody play in another division, or at another place in theirs."""
    said = {name: _number(request.POST.get(name)) for name in ("assignment", "division", "position")}
    with refusals_as_messages(request):
        move_assigned_player(
            league_id, number, caller_at(request), said["assignment"], said["division"], said["position"]
        )
    return _back(league_id, number, said["division"])


@require_POST
def season_remove(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let somebody not play."""
    with refusals_as_messages(request):
        remove_assigned_player(league_id, number, caller_at(request), _number(request.POST.get("assignment")))
    return _back(league_id, number, _number(request.POST.get("division")))


@require_POST
def season_dates(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
    """Let a draft begin on another day."""
    with refusals_as_messages(request):
        change_season(league_id, number, caller_at(request), request.POST.get("starts_on", ""))
    return _back(league_id, number)


@require_POST
def season_discard(request: HttpRequest, league_id: str, number: int) -> HttpResponse:
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
