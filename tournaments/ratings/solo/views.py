"""The solo table, and the page of a closed round's dice: its field, how kind they were, and playing them anew."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import caller_of
from games.accounts.visitors import account_of, account_or_guest, count_command, count_look, invite_query, viewer_at
from games.forms import command_of, new_command, refusals_as_messages
from games.page_parts import page_number
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.rounds import overridden_among
from tournaments.paging import page_of
from tournaments.ratings.solo.deals import play_deal_again
from tournaments.ratings.solo.same_dice import DealField, chart_of_field
from tournaments.ratings.solo.selectors import (
    SeenDeal,
    bonus_of_levels,
    entrants_by_game,
    field_of,
    games_again_of,
    luck_and_skill_of_account,
    see_deal,
    statistics_of_account,
    titles_of,
)


@login_not_required
@never_cache
@require_safe
def deal_page(request: HttpRequest, deal_id: str) -> HttpResponse:
    """Everybody who has played these dice, the best first."""
    count_look(request)
    viewer = viewer_at(request)
    seen = see_deal(deal_id, viewer)
    found = field_of(deal_id)
    return render(request, "tournaments/ratings/solo/deal.html", _deal_context(request, seen, found, viewer.account))


def _deal_context(request: HttpRequest, seen: SeenDeal, found: DealField, account: int | None) -> dict[str, Any]:
    entrants, players = entrants_by_game(seen), entrant_names(seen.seen)
    own = seen.seen.own
    owned = [placed for placed in found.runs if own and entrants.get(placed.run.game) == own.pk]
    page = page_of(found.runs, page_number(request))
    rows = [(placed, entrants.get(placed.run.game)) for placed in page.rows]
    return {
        "tournament": seen.seen.tournament,
        "round": seen.round,
        "deal": seen.deal,
        "field": found,
        "level": seen.seen.settings.level,
        "chart": chart_of_field(found, [placed.run.score for placed in owned]),
        "rows": [(placed, entrant, players.get(entrant or "")) for placed, entrant in rows],
        "page": page,
        "overridden": overridden_among([placed.run.game for placed in page.rows]),
        "own": own,
        "own_run": owned[0] if owned else None,
        "again": [] if account is None else games_again_of(seen.deal.pk, account),
        "command": new_command(),
        "invite_query": invite_query(request),
    }


@login_not_required
@require_POST
def play_deal(request: HttpRequest, deal_id: str) -> HttpResponse:
    """Play these dice again for fun; whoever is not logged in does so as a guest."""
    count_command(request)
    viewer = viewer_at(request)
    see_deal(deal_id, viewer)
    with refusals_as_messages(request):
        by = caller_of(account_or_guest(request))
        return redirect("game", play_deal_again(deal_id, viewer, by, command_of(request, "again")).game)
    return redirect(reverse("deal", args=[deal_id]) + invite_query(request))


@login_not_required
@never_cache
@require_safe
def solo_table(request: HttpRequest) -> HttpResponse:
    """The titles, and one's own figures for who has an account."""
    account = account_of(request)
    is_registered = account is not None and not account.is_guest
    own = statistics_of_account(account.pk) if account is not None and is_registered else None
    context = {
        "titles": titles_of(),
        "bonus": bonus_of_levels(),
        "figures": own if own is not None and own.runs else None,
        "luck": luck_and_skill_of_account(account.pk) if account is not None and is_registered else None,
        "is_registered": is_registered,
        "is_own": True,
        "command": new_command(),
    }
    return render(request, "tournaments/ratings/solo/solo.html", context)
