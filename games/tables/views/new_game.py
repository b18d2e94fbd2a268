"""Setting up a new game: the form, filled in like a game that is over for a rematch in two clicks, and the way straight
into a solo game.
"""

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
from games.accounts.callers import Caller, caller_of
from games.accounts.models import Account
from games.accounts.visitors import account_of, account_or_guest, count_command, count_guest, viewer_at
from games.extension import clubs_of
from games.forms import REFUSALS_WITH_OWN_PAGE, command_in, new_command, refusals_as_messages
from games.log.entries import BOT
from games.play.cards import see_card
from games.play.creation import create_game
from games.play.deals import make_offer
from games.play.lifecycle import start_game
from games.play.new_game_limits import count_new_game
from games.play.seats import join_game
from games.play.setup import GUEST, PERSON, SERVER_DICE, Setup
from games.play.shared_device import seat_guest, seats_here
from games.presenters.registry import OFFERED_SETUP
from games.refusals import NotFound, translated_refusal
from games.tables.forms import (
    ANYONE,
    BOT_PREFIX,
    HERE,
    ME,
    PRESET_NAMES,
    REGISTERED,
    DiceAddition,
    NewGameForm,
    preset_values,
    read_dice_addition,
)


def setup_like(request: HttpRequest, game_id: str) -> Json | None:
    """What was agreed on in a game that the visitor has played; None if they have not, or it was a tournament's."""
    try:
        card = see_card(game_id, viewer_at(request, game_id))
    except NotFound:
        return None
    if card["seat"] is None or card["tournament"] is not None:
        return None
    return {**_setup_values(card), **_seat_values(request, card)}


def _setup_values(card: Json) -> Json:
    clock = card["clock"] or {}
    return {
        "variant": card["variant"],
        "seconds": str(clock.get("seconds", "")),
        "timeout": clock.get("timeout", ""),
        "dice": TABLE if card["dice"] == TABLE else SERVER_DICE,
        "visibility": card["visibility"],
        "rated": card["rated"],
        "rated_alone": card["rated"],
        "club": card["club"] or "",
    }


def _seat_values(request: HttpRequest, card: Json) -> Json:
    """Everybody on the seat that they had; who played by link comes by the link of the new game."""
    account = account_of(request)
    here = {each["seat"] for each in seats_here(request.session, account, card["id"])} if account else set()
    players = {player["seat"]: player for player in card["players"]}
    found: Json = {}
    for seat, kind in enumerate(card["seats"]):
        player = players.get(seat, {})
        found[f"who_{seat}"] = _seat_choice(card, seat, kind, player, here)
        found[f"level_{seat}"] = card["levels"][seat]
        if found[f"who_{seat}"] == HERE:
            found[f"name_{seat}"] = player.get("name") or ""
    return found


def _seat_choice(card: Json, seat: int, kind: str, player: Json, here: set[int]) -> str:
    if seat == card["seat"]:
        return ME
    if kind == BOT:
        return f"{BOT_PREFIX}{player.get('name', '')}"
    if seat in here:
        return HERE
    return REGISTERED if kind == PERSON else ANYONE


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """The form; a game whose seats are all taken begins at once."""
    account = account_of(request)
    clubs = clubs_of(account.pk) if account is not None else []
    chosen = request.GET.get("preset", "")
    again = setup_like(request, request.GET.get("again", ""))
    first = {**(again or {**preset_values(chosen), "club": request.GET.get("club", "")}), "command": new_command()}
    first["offer"] = make_offer().text
    is_guest = account is not None and account.is_guest
    form = NewGameForm(request.POST or None, initial=first, clubs=clubs, is_nobody=account is None, is_guest=is_guest)
    if request.method == "POST" and form.is_valid():
        try:
            game = _create(request, form)
        except REFUSALS_WITH_OWN_PAGE:
            raise
        except Refused as refusal:
            form.add_error(None, forms.ValidationError(translated_refusal(refusal), refusal.code))
            form.renew()
        else:
            return redirect("game", game)
    context = {
        "form": form,
        "presets": PRESET_NAMES,
        "chosen": "" if again else chosen or "friends",
        "hints": OFFERED_SETUP.hints,
    }
    return render(request, "games/tables/new_game/new_game.html", context, status=400 if form.errors else 200)


def _create(request: HttpRequest, form: NewGameForm) -> str:
    """Create the game, seat everybody who is here, and start it if nobody is missing."""
    count_command(request)
    said = form.cleaned_data
    added = read_dice_addition(said) if said["dice"] != TABLE else DiceAddition("", None)
    account = account_or_guest(request, said.get("display_name", ""))
    by, command = caller_of(account), said["command"]
    setup = form.setup(account.is_guest, added.offer)
    creating = command_in(command, "create")
    with count_new_game(request, account, setup.seats, creating):
        # Counted before anything is stored, so that whoever is refused has no half of a table.
        for _ in form.names_here:
            count_guest(request)
        game = create_game(setup, by, creating).game
    if form.own_seat is not None:
        _sit_down(game, by, command, added, form.own_seat)
    for seat, name in form.names_here.items():
        seat_guest(request.session, account, game, command_in(command, f"here-{seat}"), name, seat, "")
    if _is_full(setup, form):
        start_game(game, by, command_in(command, "start"))
    return game


def _sit_down(game: str, by: Caller, command: str, added: DiceAddition, seat: int) -> None:
    join_game(game, by, command_in(command, "join"), added.contribution, seat, commitment=added.commitment)


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
    with refusals_as_messages(request):
        added = read_dice_addition(said)
        account = account_or_guest(request)
        return redirect("game", _create_solo(account, said, added))
    return redirect(f"{reverse('new-game')}?{urlencode({'again': said['again']})}" if said.get("again") else "home")


def _create_solo(account: Account, said: QueryDict, added: DiceAddition) -> str:
    by, command = caller_of(account), said.get("command", "")
    seat: Json = {"kind": GUEST if account.is_guest else PERSON}
    level = next(
        (level for level in OFFERED_SETUP.levels if str(level) == said.get("level")), min(OFFERED_SETUP.levels)
    )
    is_rated = not account.is_guest and said.get("rated") != "no"
    setup = Setup("solo", [level], [seat], rated=is_rated, offer=added.offer)
    game = create_game(setup, by, command_in(command, "create")).game
    _sit_down(game, by, command, added, 0)
    start_game(game, by, command_in(command, "start"))
    return game
