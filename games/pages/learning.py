"""The tutorial: a few short steps on the real sheet, for everybody, and without anything being stored."""

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
from games.api.parsing import LONGEST, read_body, read_object
from games.boards.brikks.learning import LAST, read_try, see_end, see_lesson, try_lesson
from games.pages.commands import new_command
from games.pages.islands import board_island
from games.pages.preferences import preferences_of
from games.pages.refusing import telling
from games.pages.texts import table_texts
from games.pages.visitors import account_of
from games.refusals import NotFound
from games.wording import told

JSON: Final = "application/json"
REFUSED: Final = 422


@login_not_required
@never_cache
@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """The first step."""
    return _show(request, 1)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def learn_step(request: HttpRequest, step: int) -> HttpResponse:
    """One step: what is to be done, and whether it was."""
    if request.method != "POST":
        return _show(request, step)
    return _try_by_script(request, step) if request.content_type == JSON else _try_by_form(request, step)


@login_not_required
@never_cache
@require_safe
def learned(request: HttpRequest) -> HttpResponse:
    """What a sheet counts in the end, and where to go from here."""
    return render(request, "games/learn/end.html", {**see_end(_name_of(request)), "command": new_command()})


def _show(request: HttpRequest, step: int) -> HttpResponse:
    seen = see_lesson(step, _name_of(request))
    context = {
        **seen,
        "act_url": reverse("learn", args=[step]),
        "any_url": reverse("learn", args=[step]),
        "next_url": _after(step),
        "board_data": _board_data(request, seen),
    }
    return render(request, "games/learn.html", context)


def _board_data(request: HttpRequest, seen: Json) -> Json:
    """What scripts need, as on the page of a game; a move is always confirmed here, since that is to be learned."""
    return board_island(
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
        action = read_object(read_body(request, LONGEST)).get("action")
        if not isinstance(action, dict):
            raise Malformed("choice/unreadable", "Choose one of the places in the list.")
        return JsonResponse(try_lesson(step, action))
    except NotFound:
        raise
    except Refused as refusal:
        return JsonResponse({"code": refusal.code, "detail": told(refusal)}, status=REFUSED)


def _try_by_form(request: HttpRequest, step: int) -> HttpResponse:
    """On to the next step if it was done, else back to this one; either is told why."""
    with telling(request):
        tried = try_lesson(step, read_try(step, request.POST.get("landing", "")))
        messages.info(request, tried["words"])
        return redirect(_after(step) if tried["is_done"] else reverse("learn", args=[step]))
    return redirect("learn", step)


def _after(step: int) -> str:
    return reverse("learned") if step == LAST else reverse("learn", args=[step + 1])


def _name_of(request: HttpRequest) -> str:
    account = account_of(request)
    return "" if account is None else account.display_name
