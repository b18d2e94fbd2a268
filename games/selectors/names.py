"""By what names the players of a game are spoken of."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.protocol import Json
from games.models import PlayerGame
from games.selectors.cards import ERASED, UNNAMED, players_of
from games.services.setups import BOT

BOTS: Final[dict[str, Promise]] = {"greedy": gettext_lazy("Greedy (bot)"), "random": gettext_lazy("Random (bot)")}


def player_name(player: Json) -> str:
    """Who sits on a seat."""
    if player["kind"] == BOT:
        return str(BOTS.get(player["name"], player["name"]))
    unnamed = {ERASED: _("Somebody who has left"), UNNAMED: _("A private player")}
    return unnamed.get(player["kind"]) or str(player["name"])


def names_joined(players: Sequence[Json]) -> str:
    """Some players in a row."""
    return ", ".join(map(player_name, players))


def names_by_seat(players: Sequence[Json], seats: int) -> list[str]:
    """A name for every seat, free ones included, no two of them the same."""
    known = {player["seat"]: player_name(player) for player in players}
    names = [known.get(seat, _("a free seat")) for seat in range(seats)]
    return [_apart(name, seat) if names.count(name) > 1 else name for seat, name in enumerate(names)]


def names_in(game_id: str, seats: int) -> list[str]:
    """The same for a game."""
    return names_by_seat(players_of(PlayerGame.objects.filter(game=game_id).select_related("account")), seats)


def _apart(name: str, seat: int) -> str:
    return _("%(name)s on seat %(seat)d") % {"name": name, "seat": seat + 1}
