"""By what names the players of a game are spoken of."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.protocol import Json
from games.models import Block, PlayerGame
from games.selectors.acquaintance import known_by_name
from games.selectors.cards import ERASED, UNNAMED, players_of
from games.selectors.viewing import Viewer
from games.services.setups import BOT

BOTS: Final[dict[str, Promise]] = {"greedy": gettext_lazy("Greedy (bot)"), "random": gettext_lazy("Random (bot)")}


def player_name(player: Json) -> str:
    """Who sits on a seat."""
    if player["kind"] == BOT:
        return str(BOTS.get(player["name"], player["name"]))
    unnamed = {ERASED: _("Somebody who has left"), UNNAMED: private_player(player.get("number"))}
    return unnamed.get(player["kind"]) or str(player["name"])


def private_player(number: int | None = None) -> str:
    """What somebody is called whom whoever reads may not know by name, with a number where there are several."""
    return _("A private player") if number is None else _("A private player %(number)d") % {"number": number}


def names_joined(players: Sequence[Json]) -> str:
    """Some players in a row."""
    return ", ".join(map(player_name, told_apart(players)))


def told_apart(players: Sequence[Json]) -> list[Json]:
    """The players of one game, with a number for each of several private ones, in their order."""
    private = [at for at, player in enumerate(players) if player["kind"] == UNNAMED]
    numbers = {at: number for number, at in enumerate(private, 1)} if len(private) > 1 else {}
    return [{**player, "number": numbers.get(at)} for at, player in enumerate(players)]


def names_by_seat(players: Sequence[Json], seats: int) -> list[str]:
    """A name for every seat, free ones included, no two of them the same."""
    known = {player["seat"]: player_name(player) for player in players}
    names = [known.get(seat, _("a free seat")) for seat in range(seats)]
    return [_apart(name, seat) if names.count(name) > 1 else name for seat, name in enumerate(names)]


def names_in(game_id: str, seats: int, viewer: Viewer) -> list[str]:
    """The same for a game, as a viewer may know them."""
    seated = list(PlayerGame.objects.filter(game=game_id).select_related("account"))
    return names_by_seat(players_of(seated, known_by_name([one.account for one in seated], viewer)), seats)


def blocks_seen_by(viewer: Viewer) -> list[tuple[Block, str]]:
    """Whom somebody keeps away, each by the name that they may read now."""
    rows = list(Block.objects.filter(account=viewer.account).select_related("blocked").order_by("pk"))
    known = known_by_name([row.blocked for row in rows], viewer)
    return [(row, row.blocked.display_name if row.blocked_id in known else private_player()) for row in rows]


def _apart(name: str, seat: int) -> str:
    return _("%(name)s on seat %(seat)d") % {"name": name, "seat": seat + 1}
