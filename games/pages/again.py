"""A new game like one that is over: what the form for new games is filled in with, so that a rematch is two clicks."""

from django.http import HttpRequest

from engine.dice import TABLE
from engine.protocol import Json
from games.accounts.tables import seats_here
from games.pages.forms import ANYONE, HERE, ME, OF_BOTS, REGISTERED
from games.pages.visitors import account_of, viewer_at
from games.refusals import NotFound
from games.selectors.cards import see_game
from games.services.setups import BOT, PERSON, SERVER


def like(request: HttpRequest, game_id: str) -> Json | None:
    """What was agreed on in a game that the visitor has played; None if they have not, or it was a tournament's."""
    try:
        card = see_game(game_id, viewer_at(request, game_id))
    except NotFound:
        return None
    if card["seat"] is None or card["tournament"] is not None:
        return None
    return {**_agreed(card), **_seats(request, card)}


def _agreed(card: Json) -> Json:
    clock = card["clock"] or {}
    return {
        "variant": card["variant"],
        "seconds": str(clock.get("seconds", "")),
        "timeout": clock.get("timeout", ""),
        "dice": TABLE if card["dice"] == TABLE else SERVER,
        "visibility": card["visibility"],
        "rated": card["rated"],
        "rated_alone": card["rated"],
        "club": card["club"] or "",
    }


def _seats(request: HttpRequest, card: Json) -> Json:
    """Everybody on the seat that they had; who played by link comes by the link of the new game."""
    account = account_of(request)
    here = {each["seat"] for each in seats_here(request.session, account, card["id"])} if account else set()
    players = {player["seat"]: player for player in card["players"]}
    found: Json = {}
    for seat, kind in enumerate(card["seats"]):
        player = players.get(seat, {})
        found[f"who_{seat}"] = _who(card, seat, kind, player, here)
        found[f"level_{seat}"] = card["levels"][seat]
        if found[f"who_{seat}"] == HERE:
            found[f"name_{seat}"] = player.get("name") or ""
    return found


def _who(card: Json, seat: int, kind: str, player: Json, here: set[int]) -> str:
    if seat == card["seat"]:
        return ME
    if kind == BOT:
        return f"{OF_BOTS}{player.get('name', '')}"
    if seat in here:
        return HERE
    return REGISTERED if kind == PERSON else ANYONE
