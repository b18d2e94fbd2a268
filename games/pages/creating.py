"""Setting up a new game: the form, and the way straight into a solo game."""

from urllib.parse import urlencode

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.dice import TABLE
from engine.errors import Refused
from engine.protocol import Json
from games.accounts.tables import seat_guest
from games.api.throttling import counting_new_game
from games.boards.agreeing import OFFERED
from games.clubs import clubs_of
from games.models import Account
from games.offers import make_offer
from games.pages.again import like
from games.pages.commands import Addition, addition_in, command_in, new_command
from games.pages.forms import PRESET_NAMES, NewGameForm, preset
from games.pages.refusing import FINAL, telling
from games.pages.visitors import account_of, account_or_guest, count_command, count_guest
from games.services import Caller, Setup, caller_of, create, join_table, start
from games.services.setups import GUEST, PERSON
from games.wording import told


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """The form; a game whose seats are all taken begins at once."""
    account = account_of(request)
    clubs = clubs_of(account.pk) if account is not None else []
    chosen = request.GET.get("preset", "")
    again = like(request, request.GET.get("again", ""))
    first = {**(again or {**preset(chosen), "club": request.GET.get("club", "")}), "command": new_command()}
    first["offer"] = make_offer().text
    is_guest = account is not None and account.is_guest
    form = NewGameForm(request.POST or None, initial=first, clubs=clubs, is_nobody=account is None, is_guest=is_guest)
    if request.method == "POST" and form.is_valid():
        try:
            game = _create(request, form)
        except FINAL:
            raise
        except Refused as refusal:
            form.add_error(None, forms.ValidationError(told(refusal), refusal.code))
            form.renew()
        else:
            return redirect("game", game)
    context = {
        "form": form,
        "presets": PRESET_NAMES,
        "chosen": "" if again else chosen or "friends",
        "hints": OFFERED.hints,
    }
    return render(request, "games/lobby/new_game.html", context, status=400 if form.errors else 200)


def _create(request: HttpRequest, form: NewGameForm) -> str:
    """Create the game, seat everybody who is here, and start it if nobody is missing."""
    count_command(request)
    said = form.cleaned_data
    added = addition_in(said) if said["dice"] != TABLE else Addition("", None)
    account = account_or_guest(request, said.get("display_name", ""))
    by, command = caller_of(account), said["command"]
    setup = form.setup(account.is_guest, added.offer)
    creating = command_in(command, "create")
    with counting_new_game(request, account, setup.seats, creating):
        # Counted before anything is stored, so that whoever is refused has no half of a table.
        for _ in form.names_here:
            count_guest(request)
        game = create(setup, by, creating).game
    if form.own_seat is not None:
        _sit_down(game, by, command, added, form.own_seat)
    for seat, name in form.names_here.items():
        seat_guest(request.session, account, game, command_in(command, f"here-{seat}"), name, seat, "")
    if _is_full(setup, form):
        start(game, by, command_in(command, "start"))
    return game


def _sit_down(game: str, by: Caller, command: str, added: Addition, seat: int) -> None:
    join_table(game, by, command_in(command, "join"), added.contribution, seat, commitment=added.commitment)


def _is_full(setup: Setup, form: NewGameForm) -> bool:
    taken = {form.own_seat, *form.names_here}
    return all(seat in taken or kind["kind"] not in (PERSON, GUEST) for seat, kind in enumerate(setup.seats))


@login_not_required
@never_cache
@require_POST
def play_solo(request: HttpRequest) -> HttpResponse:
    """One click, and a solo game has begun, rated for who is registered; others play as guests.

    Whoever plays again says by the same form at which level, and whether their run was one that does not count.
    """
    count_command(request)
    said = request.POST
    with telling(request):
        added = addition_in(said)
        account = account_or_guest(request)
        return redirect("game", _solo(account, said, added))
    return redirect(f"{reverse('new-game')}?{urlencode({'again': said['again']})}" if said.get("again") else "home")


def _solo(account: Account, said: QueryDict, added: Addition) -> str:
    by, command = caller_of(account), said.get("command", "")
    seat: Json = {"kind": GUEST if account.is_guest else PERSON}
    level = next((level for level in OFFERED.levels if str(level) == said.get("level")), min(OFFERED.levels))
    is_rated = not account.is_guest and said.get("rated") != "no"
    setup = Setup("solo", [level], [seat], rated=is_rated, offer=added.offer)
    game = create(setup, by, command_in(command, "create")).game
    _sit_down(game, by, command, added, 0)
    start(game, by, command_in(command, "start"))
    return game
