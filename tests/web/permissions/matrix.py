"""Who may do what: every address of the site, with a line of roles for each of its methods.

A method that is not named in a row is answered to nobody. `groups` tells how lines are read, `world` who is who; the
pages for staff and those of accounts, which follow few rules, are in `pages`.
"""

from typing import Final

from tests.web.permissions.careers import CAREERS
from tests.web.permissions.clubs import AROUND_CLUBS
from tests.web.permissions.disputing import ANSWERING, PARTIES, PREVIEWS, QUEUE, RULERS
from tests.web.permissions.leaderboards import LEADERBOARDS
from tests.web.permissions.leagues import LEAGUES
from tests.web.permissions.pages import PAGES
from tests.web.permissions.rows import Row, row
from tests.web.permissions.runs import RUNS
from tests.web.permissions.tournaments import TOURNAMENTS

SIGHT: Final = {
    "running": "readers",
    "open": "readers",
    "device": "readers",
    "finished": "readers",
    "closed": "readers",
    "private": "seated read runners staff",
    "private by-link": "readers",
    "at-table": "seated read runners scorekeeper staff",
    "hidden": "seated read staff",
    "hidden by-link": "seated read staff",
    "shared": "seated read",
    "shared by-link": "seated read",
    "run": "player read",
    "other-run": "opponent",
    "kept": "player read",
    "bot-run": "",
}
"""Who may look into each game: whatever shows one shows it to exactly these. Games on a shared deal that is open are
for those who play them alone, whatever else somebody is or has."""
HIDDEN_CLUB: Final = "club staff read"
"""Who may know of a club that is not public."""


def looking(what: str) -> list[Row]:
    """The rows of an address that shows something of a game."""
    return [row(f"api/v1/games/<str:game_id>{what}", game, GET=roles) for game, roles in SIGHT.items()]


def command(what: str, games: dict[str, str]) -> list[Row]:
    """The rows of a command; in a game that is not named nobody may give it."""
    named = {about.split()[0] for about in games}
    others = {game: "" for game in SIGHT if "by-link" not in game and game not in named}
    return [row(f"api/v1/games/<str:game_id>/{what}", game, POST=roles) for game, roles in {**games, **others}.items()]


OWN_SEAT: Final = {
    **{f"{game} seat-0": "player play" for game in ("running", "private", "at-table", "hidden", "shared", "run")},
    **{f"{game} seat-1": "opponent" for game in ("running", "private", "at-table", "hidden", "shared")},
    "finished seat-0": "player play",
    "closed seat-0": "player play",
    "other-run seat-0": "opponent",
}
"""Whose seat it is; their tokens act for them, and nobody else does."""
HOST: Final = {
    **dict.fromkeys(SIGHT, "player play"),
    "other-run": "opponent",
    **dict.fromkeys(("kept", "bot-run"), ""),
}
"""Who has created each game; those of a tournament nobody has."""
AT_THEIR_TABLE: Final = {
    **dict.fromkeys(("running", "private", "at-table", "hidden", "shared", "finished"), "seated"),
    **dict.fromkeys(("run", "closed", "device"), "player"),
    "open": "player guest",
    "other-run": "opponent",
}
JOINING: Final = {
    **dict.fromkeys(("running", "open", "device", "finished"), "people play"),
    **dict.fromkeys(("private by-link", "hidden by-link", "shared by-link"), "people play"),
    **dict.fromkeys(("private", "at-table", "hidden", "shared"), "seated play"),
    **dict.fromkeys(("run", "closed", "kept"), "player play"),
    "other-run": "opponent",
}
"""What everybody may see anybody may ask to join; elsewhere it takes the link, unless one sits there already."""
ROLLING: Final = {
    **HOST,
    "at-table": "player play scorekeeper runners",
    "private": "seated play",
    "private by-link": "seated play",
}
"""Who may enter a roll: the host, whoever must act now, and at the club's tables those who keep its score."""
ON_OPEN_DEALS: Final = ("shared", "run", "other-run", "kept", "bot-run")
DECIDING: Final = {game: "staff" for game in SIGHT if game.split()[0] not in ON_OPEN_DEALS}
"""Where somebody can decide: not in games that they may not know of."""

GAMES: Final = [
    *looking(""),
    *looking("/position"),
    *looking("/options"),
    *looking("/log"),
    *looking("/record"),
    *looking("/proof"),
    *looking("/stream"),
    *command("join", JOINING),
    *command("leave", {**OWN_SEAT, "open seat-1": "guest"}),
    *command("start", HOST),
    *command("abort", HOST),
    *command("actions", {**OWN_SEAT, "open seat-1": "guest"}),
    *command("rolls", ROLLING),
    *command("adjudication", DECIDING),
    *(
        row("api/v1/games/<str:game_id>/disputes", game, GET=roles, POST=PARTIES.get(game, ""))
        for game, roles in SIGHT.items()
    ),
    *command("disputes/<int:dispute>/answer", ANSWERING),
    *command("rulings", RULERS),
    *PREVIEWS,
    QUEUE,
    *command("guests-here", AT_THEIR_TABLE),
    *command("hand-over", {"device": "player"}),
    row("api/v1/games", GET="readers", POST="people play"),
    row("api/v1/games", "mine", GET="people read"),
    row("api/v1/records", POST="people play -guest"),
    row("api/v1/records/<str:record_id>", GET="player read staff"),
    row("api/v1/verify", POST="all"),
    row("api/v1/bots", GET="readers"),
    row("api/v1/checkpoints", GET="readers"),
]

ACCOUNTS: Final = [
    row("api/v1/me", GET="people read", PATCH="people", DELETE="people"),
    row("api/v1/me/export", GET="people"),
    row("api/v1/me/tokens", GET="people", POST="people -guest"),
    row("api/v1/me/tokens/<int:number>", DELETE="player"),
    row("api/v1/me/blocks", GET="people"),
    row("api/v1/me/stream", GET="people read"),
    row("api/v1/guests", POST="all"),
    row("api/v1/players/<str:handle>", GET="readers"),
    row("api/v1/players/<str:handle>", "pia", GET="club read staff"),
    row("api/v1/players/<str:handle>/block", PUT="people", DELETE="people"),
    row("api/v1/players/<str:handle>/block", "pia", PUT="club staff", DELETE="people"),
    row("api/v1/players/<str:handle>/reports", POST="people"),
    row("api/v1/players/<str:handle>/reports", "pia", POST="club staff"),
    row("api/v1/players/<str:handle>/password-link", POST="staff"),
    row("api/v1/reports", GET="staff"),
    row("api/v1/reports/<int:number>/handled", POST="staff"),
]

CLUBS: Final = [
    row("api/v1/clubs", GET="readers", POST="people organise -guest"),
    row("api/v1/clubs", "mine", GET="people read"),
    row("api/v1/clubs/<str:club_id>", GET=HIDDEN_CLUB, PATCH="runners", DELETE="owner"),
    row("api/v1/clubs/<str:club_id>", "public", GET="readers", PATCH="owner", DELETE="owner"),
    row("api/v1/clubs/<str:club_id>/members", GET="club read"),
    row("api/v1/clubs/<str:club_id>/members", "public", GET="readers"),
    row("api/v1/clubs/<str:club_id>/members/<str:handle>", PUT="runners", DELETE="runners"),
    row("api/v1/clubs/<str:club_id>/members/<str:handle>/password-link", POST=""),
    row("api/v1/clubs/<str:club_id>/members/<str:handle>/password-link", "vouched", POST="organiser"),
    row("api/v1/clubs/<str:club_id>/join", "by-link", POST="people organise -guest"),
    row("api/v1/clubs/<str:club_id>/join", POST=""),
    row("api/v1/clubs/<str:club_id>/leave", POST="club organise"),
    row("api/v1/clubs/<str:club_id>/invite", POST="runners"),
    row("api/v1/clubs/<str:club_id>/games", GET=HIDDEN_CLUB),
    row("api/v1/clubs/<str:club_id>/games", "public", GET="readers"),
    *AROUND_CLUBS,
]

INTERFACE: Final = [*GAMES, *ACCOUNTS, *CAREERS, *CLUBS, *LEADERBOARDS, *LEAGUES, *RUNS, *TOURNAMENTS]
MATRIX: Final = [*INTERFACE, *PAGES]
