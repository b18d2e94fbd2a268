"""Pages to learn by: the rules, and the tutorial with its few short steps on the real sheet, for everybody, and without
anything being stored.
"""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import Malformed, Refused
from engine.protocol import Json
from games.accounts.visitors import account_of
from games.api.parsing import MOST_BODY_BYTES, read_body, read_object
from games.forms import new_command, refusals_as_messages
from games.presenters.brikks.rules_page import rules_context
from games.presenters.brikks.tutorial import LAST_LESSON, read_lesson_action, see_lesson, see_tutorial_end, try_lesson
from games.refusals import NotFound, translated_refusal
from games.tables.script_data import board_script_data, preferences_of, table_texts

JSON: Final = "application/json"
REFUSED: Final = 422


@login_not_required
@never_cache
@require_safe
def tutorial(request: HttpRequest) -> HttpResponse:
    """The first step."""
    return _render_lesson(request, 1)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tutorial_step(request: HttpRequest, step: int) -> HttpResponse:
    """One step: what is to be done, and whether it was."""
    if request.method != "POST":
        return _render_lesson(request, step)
    return _try_by_script(request, step) if request.content_type == JSON else _try_by_form(request, step)


@login_not_required
@never_cache
@require_safe
def tutorial_end(request: HttpRequest) -> HttpResponse:
    """What a sheet counts in the end, and where to go from here."""
    return render(
        request, "games/tables/learn/end.html", {**see_tutorial_end(_name_of(request)), "command": new_command()}
    )


def _render_lesson(request: HttpRequest, step: int) -> HttpResponse:
    seen = see_lesson(step, _name_of(request))
    context = {
        **seen,
        "act_url": reverse("learn", args=[step]),
        "any_url": reverse("learn", args=[step]),
        "next_url": _next_address(step),
        "board_data": _board_data(request, seen),
    }
    return render(request, "games/tables/learn/learn.html", context)


def _board_data(request: HttpRequest, seen: Json) -> Json:
    """What scripts need, as on the page of a game; a move is always confirmed here, since that is to be learned."""
    return board_script_data(
        seen["board"],
        game="",
        seat=seen["players"][0]["seat"],
        seq=seen["number"],
        sheets=seen["sheets"],
        urls={"try": reverse("learn", args=[seen["number"]])},
        preferences={**preferences_of(account_of(request)), "confirm": True},
        texts=table_texts(),
    )


def _try_by_script(request: HttpRequest, step: int) -> JsonResponse:
    """What comes of an action, for the script to show; a refusal is told in its words."""
    try:
        action = read_object(read_body(request, MOST_BODY_BYTES)).get("action")
        if not isinstance(action, dict):
            raise Malformed("choice/unreadable", "Choose one of the places in the list.")
        return JsonResponse(try_lesson(step, action))
    except NotFound:
        raise
    except Refused as refusal:
        return JsonResponse({"code": refusal.code, "detail": translated_refusal(refusal)}, status=REFUSED)


def _try_by_form(request: HttpRequest, step: int) -> HttpResponse:
    """On to the next step if it was done, else back to this one; either is told why."""
    with refusals_as_messages(request):
        tried = try_lesson(step, read_lesson_action(step, request.POST.get("landing", "")))
        messages.info(request, tried["words"])
        return redirect(_next_address(step) if tried["is_done"] else reverse("learn", args=[step]))
    return redirect("learn", step)


def _next_address(step: int) -> str:
    return reverse("learned") if step == LAST_LESSON else reverse("learn", args=[step + 1])


def _name_of(request: HttpRequest) -> str:
    account = account_of(request)
    return "" if account is None else account.display_name


@login_not_required
@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    """The complete rules, with our rulings marked."""
    return render(request, "games/presenters/brikks/rules/rules.html", rules_context())
