"""Every screen of the site, with who looks at it."""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page

from tests.e2e.competing import Competition, announced, club_of, sample, take_seat
from tests.e2e.demo import Demo, Table, table
from tests.visitors import Visitor


class Screen(NamedTuple):
    """One screen: who looks, and where it is."""

    name: str
    visitor: Callable[[Demo], Visitor]
    path: Callable[[Demo, Visitor], str]
    status: int = 200
    then: Callable[[Page], None] = lambda page: None
    """What is done there to come to the screen, without a word that depends on the language."""


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


def _of_club(more: str) -> Callable[[Demo, Visitor], str]:
    return lambda demo, visitor: f"/clubs/{club_of(demo.player('mika'))}/{more}"


def _of(name: str, more: str = "") -> Callable[[Demo, Visitor], str]:
    return lambda demo, visitor: sample(demo, name).path + more


def _invitation_to_a_tournament(demo: Demo, visitor: Visitor) -> str:
    return sample(demo, COMING).invitation


def _why(demo: Demo, visitor: Visitor) -> str:
    swiss = sample(demo, SWISS)
    entrant = visitor.call("GET", f"/tournaments/{swiss.id}")["entrant"]
    return f"{swiss.path}rounds/2/why/{entrant}/"


def _draft(demo: Demo, visitor: Visitor) -> str:
    """A tournament that is not published, as it is looked at before it is."""
    drafts = visitor.call("GET", f"/clubs/{club_of(visitor)}/tournaments?limit=50")["results"]
    found = next((one["id"] for one in drafts if one["status"] == "draft" and one["name"] == DRAFT), None)
    settings = {"format": "swiss", "variant": "standard", "seats": 4, "rounds": 3, "first_at": FAR_OFF}
    if found is None:
        found = visitor.command(f"/clubs/{club_of(visitor)}/tournaments", name=DRAFT, settings=settings)["id"]
    return f"{Competition(visitor, found).path}console/publish/"


def _waiting(more: str = "") -> Callable[[Demo, Visitor], str]:
    """The console of a tournament with a table at which somebody is missing."""

    def path(demo: Demo, visitor: Visitor) -> str:
        listed = visitor.call("GET", f"/clubs/{club_of(visitor)}/tournaments?limit=50")["results"]
        found = next((Competition(visitor, one["id"]) for one in listed if one["name"] == TRIOS), None)
        if found is None:
            entered = [{"handle": name} for name in ("robin", "noa", "juno")]
            agreed = {"variant": "standard", "seats": 3, "rounds": 1, "wait": None, "games": "private"}
            found = announced(demo, TRIOS, opens_in=1200, entered=entered, **agreed)
            found.tell("start")
            found.wait_for_round(1)
            game = found.game_of(demo.player("robin"), 1)
            for name in ("robin", "noa"):
                take_seat(demo.player(name), game)
        return f"{found.path}console/{more}"

    return path


def _league(more: str = "") -> Callable[[Demo, Visitor], str]:
    def path(demo: Demo, visitor: Visitor) -> str:
        leagues = visitor.call("GET", f"/clubs/{club_of(demo.player('mika'))}/leagues")["results"]
        return f"/leagues/{next(one['id'] for one in leagues if one['name'] == LEAGUE)}/{more}"

    return path


def _season_draft(demo: Demo, visitor: Visitor) -> str:
    """A season of which only those who run the club know."""
    league = _league()(demo, visitor).rstrip("/")
    seasons = visitor.call("GET", league)["seasons"]
    drafted = next((one["number"] for one in seasons if one["status"] == "draft"), None)
    if drafted is None:
        drafted = visitor.call("POST", f"{league}/seasons", {"is_from_last": False})["number"]
        visitor.call("POST", f"{league}/seasons/{drafted}/players/all", {})
    return f"{league}/seasons/{drafted}/"


def _disputed(more: str = "") -> Callable[[Demo, Visitor], str]:
    """The game that somebody of the sample content has flagged, at the desk."""

    def path(demo: Demo, visitor: Visitor) -> str:
        [waiting] = demo.player("ellis").call("GET", "/disputes")["results"]
        return f"/desk/{waiting['game']}/{more or waiting['dispute']}/"

    return path


def _reversing(demo: Demo, visitor: Visitor) -> str:
    """The page on which a ruling is reversed; the same ruling however often it is asked for."""
    games = visitor.call("GET", "/games?limit=50&rated=true&status=finished&variant=duel")["results"]
    game = next(one["id"] for one in games if one["tournament"] is None)
    said = {"command_id": "screens-void", "how": "voided", "reason": "Thursdays"}
    return f"/desk/{game}/reverse/{visitor.call('POST', f'/games/{game}/rulings', said)['seq']}/"


def _look_ahead(page: Page) -> None:
    """From a dispute to what it would change to void the game."""
    page.locator("input[name=how][value=voided]").check()
    page.locator("textarea[name=reason]").fill("Thursdays")
    page.locator("form[action$='/rule/'] button[type=submit]").click()
    page.locator("#preview-title").wait_for()


def _flag(demo: Demo, visitor: Visitor) -> str:
    return f"/games/{demo.first_game('status=finished&variant=duel&mine=1', visitor)}/flag/?at=9"


def _same_dice(demo: Demo, visitor: Visitor) -> str:
    """The dice of a round that is closed, which everybody had."""
    first = visitor.call("GET", f"/tournaments/{sample(demo, SHARED).id}/rounds/1")
    return f"/deals/{first['deal']}/"


SWISS = "The Autumn Duels"
SHARED = "Same Dice, Same Chances"
COMING = "Winter Tables"
LEAGUE = "The Thursday League"
DRAFT = "Spring Tables"
TRIOS = "Spring Trios"
FAR_OFF = "2100-03-21T19:00:00.000000Z"

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
    Screen("profile with a rating", _as("robin"), _at("/players/robin/")),
    Screen("ledger", _stranger, _at("/players/robin/ratings/?variant=duel")),
    Screen("leaderboard", _as("robin"), _at("/leaderboards/?variant=duel")),
    Screen(
        "leaderboard of a week nobody has played in",
        _stranger,
        _at("/leaderboards/?variant=duel&period=week&of=2026-w01"),
    ),
    Screen("leaderboard of solo games", _as("robin"), _at("/leaderboards/?variant=solo")),
    Screen("games with dice on the table", _as("mika"), _at("/leaderboards/?variant=standard&dice=table")),
    Screen("leaderboard of a club", _as("robin"), _of_club("leaderboards/")),
    Screen("solo table", _as("robin"), _at("/solo/")),
    Screen("the same dice", _as("robin"), _same_dice),
    Screen("insights of a club", _as("mika"), _of_club("insights/")),
    Screen("desk", _as("ellis"), _at("/desk/")),
    Screen("a dispute", _as("ellis"), _disputed()),
    Screen("before a ruling", _as("ellis"), _disputed(), then=_look_ahead),
    Screen("reversing a ruling", _as("ellis"), _reversing),
    Screen("flag a game", _as("robin"), _flag),
    Screen("standings to embed", _stranger, lambda demo, visitor: f"/embed{sample(demo, SWISS).path}standings/"),
    Screen("leaderboard to embed", _stranger, _at("/embed/leaderboards/duel/")),
    Screen("clubs", _as("robin"), _at("/clubs/")),
    Screen("club, as its owner", _as("mika"), _club),
    Screen("club, as a stranger", _stranger, _club),
    Screen("invitation to a club", _stranger, _invitation_to_a_club),
    Screen("settings of a club", _as("mika"), _of_club("settings/")),
    Screen("announcements", _as("mika"), _of_club("announcements/")),
    Screen("persons without an account", _as("mika"), _of_club("persons/")),
    Screen("tournaments", _as("robin"), _at("/tournaments/")),
    Screen("tournament, as an entrant", _as("robin"), _of(SWISS)),
    Screen("tournament with the same dice, as an entrant", _as("robin"), _of(SHARED)),
    Screen("tournament to enter", _stranger, _of(COMING)),
    Screen("invitation to a tournament", _as("robin"), _invitation_to_a_tournament),
    Screen("round", _stranger, _of(SWISS, "rounds/1/")),
    Screen("why this pairing", _as("robin"), _why),
    Screen("crosstable", _stranger, _of(SWISS, "crosstable/")),
    Screen("log of a tournament", _stranger, _of(SWISS, "log/")),
    Screen("console", _as("mika"), _of(SWISS, "console/")),
    Screen("console before the start", _as("mika"), _of(COMING, "console/")),
    Screen("result of a table", _as("mika"), _of(SWISS, "console/rounds/1/tables/1/")),
    Screen("console with a table that waits", _as("mika"), _waiting()),
    Screen("start of a table without somebody", _as("mika"), _waiting("rounds/1/tables/1/start/")),
    Screen("new tournament", _as("mika"), _of_club("tournaments/new/")),
    Screen("draft of a tournament", _as("mika"), _draft),
    Screen("league", _stranger, _league()),
    Screen("rules of a league", _as("mika"), _league("rules/")),
    Screen("new league", _as("mika"), _of_club("leagues/new/")),
    Screen("draft of a season", _as("mika"), _season_draft),
    Screen("notices", _as("noa"), _at("/notices/")),
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
