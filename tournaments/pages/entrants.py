"""What organisers do about those who take part: enter others, say who is there, take out, let back in, keep apart."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.accounts.visitors import caller_at, count_command
from games.forms import command_of, refusals_as_messages
from tournaments import services
from tournaments.pages.console import back

KINDS: Final = ("account", "person", "bot")


@require_POST
def enter_other(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Enter a member, a person without an account, a bot, or whoever has an account by its name."""
    count_command(request)
    with refusals_as_messages(request):
        command = command_of(request, "enter-other")
        services.enter_other(tournament_id, caller_at(request), command, **_newcomer(request))
        messages.success(request, _("They are in."))
    return back(tournament_id, "entrants")


def _newcomer(request: HttpRequest) -> dict[str, Any]:
    """Who is meant, as the service wants it; whoever is written by name goes before what is chosen."""
    if handle := request.POST.get("handle", "").strip():
        return {"account": handle.removeprefix("@")}
    kind, _colon, name = request.POST.get("who", "").partition(":")
    if kind == "person":
        return {"person": int(name) if name.isascii() and name.isdigit() and len(name) < 19 else 0}
    return {kind: name} if kind in KINDS else {}


def _about_one(verb: str, service: Callable[..., Any]) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view of something that is said of one entrant."""

    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        count_command(request)
        with refusals_as_messages(request):
            entrant = request.POST.get("entrant", "")
            service(tournament_id, caller_at(request), command_of(request, verb), entrant=entrant)
        return back(tournament_id, "entrants")

    return require_POST(view)


let_back = _about_one("return", services.return_entrant)
is_there = _about_one("check-in", services.check_in)


@require_POST
def take_out(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Take somebody out, for a reason that they can read."""
    count_command(request)
    with refusals_as_messages(request):
        entrant, reason = request.POST.get("entrant", ""), request.POST.get("reason", "").strip()
        services.remove_entrant(tournament_id, caller_at(request), command_of(request, "remove"), entrant, reason)
    return back(tournament_id, "entrants")


def _about_two(verb: str, service: Callable[..., Any]) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view of something that is said of two entrants."""

    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        count_command(request)
        with refusals_as_messages(request):
            one, other = request.POST.get("one", ""), request.POST.get("other", "")
            service(tournament_id, caller_at(request), command_of(request, verb), one, other)
        return back(tournament_id, "apart")

    return require_POST(view)


keep_apart = _about_two("forbid-pair", services.forbid_pair)
let_meet = _about_two("allow-pair", services.allow_pair)
