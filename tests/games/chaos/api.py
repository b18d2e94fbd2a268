"""The services over HTTP, as little of it as playing takes; whoever asks says who they are."""

import json
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, JsonResponse
from django.urls import path

from brikks_site.ops.views import metrics_page, readyz
from engine.errors import Refused
from games.accounts.callers import caller_of, viewer_of
from games.accounts.models import Account
from games.play.moves import make_move
from games.play.visibility import see_position
from games.refusals import Busy, Conflict, busy

View = Callable[[HttpRequest], JsonResponse]


def answered(view: View) -> View:
    """The view, with refusals turned into answers."""

    def answer(request: HttpRequest) -> JsonResponse:
        try:
            return view(request)
        except (OperationalError, InterfaceError):
            return refusal(busy())
        except Refused as refused:
            return refusal(refused)

    return answer


def refusal(refused: Refused) -> JsonResponse:
    """What was refused and why."""
    status = 503 if isinstance(refused, Busy) else 409 if isinstance(refused, Conflict) else 400
    return JsonResponse({"code": refused.code, "sentence": refused.sentence}, status=status)


def asker(request: HttpRequest) -> Account:
    """Who asks."""
    return Account.objects.get(username=request.headers["X-Player"].lower())


@answered
def post_action(request: HttpRequest) -> JsonResponse:
    """Act on a seat."""
    said = json.loads(request.body)
    receipt = make_move(said["game"], caller_of(asker(request)), said["command_id"], said["action"], said["answers"])
    return JsonResponse(receipt._asdict())


@answered
def get_position(request: HttpRequest) -> JsonResponse:
    """Where a game is, as the asker may see it."""
    return JsonResponse(see_position(request.GET["game"], viewer_of(asker(request))))


def get_health(request: HttpRequest) -> JsonResponse:
    """That the server answers."""
    return JsonResponse({"status": "ok"})


urlpatterns = [
    path("act", post_action),
    path("position", get_position),
    path("healthz", get_health),
    path("readyz", readyz),
    path("metrics", metrics_page),
]
