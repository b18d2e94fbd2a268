"""The page of a league with its seasons and tables, and the forms in which its rules are set."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.callers import Viewer
from games.accounts.visitors import caller_at, viewer_at
from games.forms import refusals_as_messages
from tournaments.leagues.rules import Rules
from tournaments.models.leagues import DRAFT, FINISHED
from tournaments.pages.filling import told_at
from tournaments.pages.league_forms import LeagueForm
from tournaments.selectors import see_club_as_runner
from tournaments.selectors.leagues import (
    SeenLeague,
    SeenSeason,
    as_seen_season,
    divisions_of,
    seasons_of,
    see_league,
    see_league_as_runner,
)
from tournaments.selectors.pages import about
from tournaments.services import change_league, create_league, draft_season


@login_not_required
@never_cache
@require_safe
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """A league: its rules, its seasons, and the tables of the latest one."""
    viewer = viewer_at(request)
    seen = see_league(league_id, viewer)
    latest = seasons_of(seen).exclude(status=DRAFT).first()
    return show(request, seen, viewer, as_seen_season(seen, latest.number) if latest else None)


def show(request: HttpRequest, seen: SeenLeague, viewer: Viewer, season: SeenSeason | None) -> HttpResponse:
    """A league with the tables of one of its seasons."""
    seasons = list(seasons_of(seen))
    draft = next((one for one in seasons if one.status == DRAFT), None)
    published = [one for one in seasons if one.status != DRAFT]
    divisions = divisions_of(season, viewer) if season else []
    context = {
        **about_league(seen),
        "seasons": published,
        "season": season.season if season else None,
        "divisions": divisions,
        "is_to_come": bool(divisions) and all(one.is_to_come for one in divisions),
        "draft": draft,
        "may_draft": seen.runs_it and draft is None,
        "is_over": bool(published) and published[0].status == FINISHED,
    }
    return render(request, "tournaments/league.html", context)


def about_league(seen: SeenLeague) -> dict[str, Any]:
    """What all pages of a league say of it."""
    return {"league": seen.league, "club": about(seen.club), "rules": seen.rules, "runs_it": seen.runs_it}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_league(request: HttpRequest, club_id: str) -> HttpResponse:
    """The form in which a league is made."""
    seen = see_club_as_runner(club_id, viewer_at(request))
    form = LeagueForm(Rules(up=0, down=0), request.POST or None)
    if request.method == "POST" and form.is_valid() and (made := _make(request, club_id, form)):
        messages.success(request, _("The league is there. Draft its first season now."))
        return redirect("league", made)
    context = {"club": about(seen), "form": form}
    return render(request, "tournaments/league_new.html", context, status=400 if form.errors else 200)


def _make(request: HttpRequest, club_id: str, form: LeagueForm) -> str | None:
    with told_at(form, "kind"):
        return create_league(club_id, caller_at(request), form.cleaned_data["name"], form.rules).pk
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, league_id: str) -> HttpResponse:
    """The form in which name and rules of a league are changed."""
    seen = see_league_as_runner(league_id, viewer_at(request))
    form = LeagueForm(seen.rules, request.POST or None, seen.league.name)
    if request.method == "POST" and form.is_valid() and _change(request, league_id, form):
        messages.success(request, _("The rules hold for every season that is published from now on."))
        return redirect("league", league_id)
    context = {**about_league(seen), "form": form}
    return render(request, "tournaments/league_rules.html", context, status=400 if form.errors else 200)


def _change(request: HttpRequest, league_id: str, form: LeagueForm) -> bool:
    with told_at(form, "kind"):
        change_league(league_id, caller_at(request), form.cleaned_data["name"], form.rules)
        return True
    return False


@require_POST
def draft(request: HttpRequest, league_id: str) -> HttpResponse:
    """Draft the next season, from the last one or with nobody in it."""
    with refusals_as_messages(request):
        drafted = draft_season(league_id, caller_at(request), is_from_last=request.POST.get("from") != "scratch")
        return redirect("season", league_id, drafted.number)
    return redirect("league", league_id)
