"""Every screen of the site, with who looks at it."""

from collections.abc import Callable
from typing import NamedTuple

from tests.e2e.demo import Demo, Table, table
from tests.visitors import Visitor


class Screen(NamedTuple):
    """One screen: who looks, and where it is."""

    name: str
    visitor: Callable[[Demo], Visitor]
    path: Callable[[Demo, Visitor], str]
    status: int = 200


def _stranger(demo: Demo) -> Visitor:
    return demo.stranger()


def _as(username: str) -> Callable[[Demo], Visitor]:
    return lambda demo: demo.player(username)


def _at(path: str) -> Callable[[Demo, Visitor], str]:
    return lambda demo, visitor: path


def _own_turn(demo: Demo, visitor: Visitor) -> str:
    return f"/games/{demo.first_game('turn=1&variant=standard', visitor)}/"


def _newest(query: str, more: str = "") -> Callable[[Demo, Visitor], str]:
    return lambda demo, visitor: f"/games/{demo.first_game(query, visitor)}/{more}"


def _open_table(demo: Demo, visitor: Visitor) -> str:
    return f"/games/{demo.first_game('status=open&mine=1', visitor)}/"


def _invitation_to_a_game(demo: Demo, visitor: Visitor) -> str:
    host = demo.player("mika")
    game = demo.first_game("status=open&mine=1", host)
    return f"/join/{host.call('GET', f'/games/{game}')['invite']}/"


def _table_dice(demo: Demo, visitor: Visitor) -> str:
    games = visitor.call("GET", "/games?limit=50&status=running&mine=1")["results"]
    return f"/games/{next(game['id'] for game in games if game['dice'] == 'table')}/"


def _invitation_to_a_club(demo: Demo, visitor: Visitor) -> str:
    return f"/clubs/join/{demo.player('mika').call('GET', '/clubs')['results'][0]['invite']}/"


def _club(demo: Demo, visitor: Visitor) -> str:
    return f"/clubs/{visitor.call('GET', '/clubs')['results'][0]['id']}/"


SCREENS = (
    Screen("home of a stranger", _stranger, _at("/")),
    Screen("home of a player", _as("robin"), _at("/")),
    Screen("games", _stranger, _at("/games/")),
    Screen("new game", _as("robin"), _at("/play/")),
    Screen("seating, as its host", _as("mika"), _open_table),
    Screen("seating, as a stranger", _stranger, _newest("status=open")),
    Screen("invitation to a game", _stranger, _invitation_to_a_game),
    Screen("play", _as("robin"), _own_turn),
    Screen("play a duel", _as("robin"), _newest("status=running&variant=duel&mine=1")),
    Screen("table dice", _as("mika"), _table_dice),
    Screen("watch", _stranger, _newest("status=running&variant=standard")),
    Screen("a finished game", _stranger, _newest("status=finished&variant=standard")),
    Screen("replay", _stranger, _newest("status=finished&variant=standard", "replay/")),
    Screen("verify", _stranger, _newest("status=finished&variant=standard", "verify/")),
    Screen("learn", _stranger, _at("/learn/")),
    Screen("learned", _stranger, _at("/learn/done/")),
    Screen("rules", _stranger, _at("/rules/")),
    Screen("login", _stranger, _at("/accounts/login/")),
    Screen("sign-up", _stranger, _at("/accounts/signup/")),
    Screen("forgotten password", _stranger, _at("/accounts/password/reset/")),
    Screen("password", _as("robin"), _at("/accounts/password/change/")),
    Screen("e-mail", _as("robin"), _at("/accounts/email/")),
    Screen("second factor", _as("robin"), _at("/accounts/2fa/")),
    Screen("logout", _as("robin"), _at("/accounts/logout/")),
    Screen("settings", _as("robin"), _at("/settings/")),
    Screen("tokens", _as("robin"), _at("/settings/tokens/")),
    Screen("own data", _as("robin"), _at("/settings/data/")),
    Screen("profile", _as("robin"), _at("/players/noa/")),
    Screen("clubs", _as("robin"), _at("/clubs/")),
    Screen("club, as its owner", _as("mika"), _club),
    Screen("club, as a stranger", _stranger, _club),
    Screen("invitation to a club", _stranger, _invitation_to_a_club),
    Screen("welcome", _as("ellis"), _at("/welcome/")),
    Screen("privacy", _stranger, _at("/privacy/")),
    Screen("not found", _stranger, _at("/nowhere/"), 404),
    Screen("forbidden", _as("robin"), _at("/admin/"), 403),
    Screen("refused", _as("robin"), _at("/welcome/"), 403),
)


def four_on_a_phone(demo: Demo) -> tuple[Table, list[Visitor]]:
    """A game of four guests."""
    people = [demo.guest(name) for name in ("Ash", "Blair", "Casey", "Drew")]
    return table(*people), people
