"""The page on which a game is checked: what can be proven of it, part by part."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.canonical import canonical
from games.accounts.visitors import account_of, count_request, invite_query, viewer_at
from games.page_parts import is_part_request
from games.play.cards import names_by_seat, see_card
from games.records.explanation import dice_in_log, explain_record, summary_of_checks
from games.records.export import export_record


@login_not_required
@never_cache
@require_safe
def verify_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """What can be proven of a game, part by part; as a part of a page for whoever asks for that."""
    count_request(request, "verify-anon" if account_of(request) is None else "verify")
    viewer = viewer_at(request, game_id)
    record = export_record(game_id, viewer)
    logged = dice_in_log(record)
    checked = {**summary_of_checks(explain_record(record)), "kept": canonical(logged) if logged else ""}
    if is_part_request(request):
        return render(request, "games/records/verdict.html", checked)
    card = see_card(game_id, viewer)
    names = names_by_seat(card["players"], len(card["seats"]))
    about = {"game": game_id, "card": card, "names": names, "invite_query": invite_query(request)}
    return render(request, "games/records/verify.html", {**checked, **about})
