"""The disputes of the world, and who may flag, answer and rule where.

In most games that are played something is flagged; in two of them something else was dismissed before. Nobody rules
upon a game in which they play, and nobody at all while others may still be playing its dice.
"""

from typing import Final

from engine.protocol import Json
from games.disputes.services import give_ruling, open_dispute
from games.play.models import Dispute
from tests.games.sample_tables import caller, command, fold_of
from tests.web.permissions.lobby import SEEN
from tests.web.permissions.rows import Row, row

NAMES: Final = ("running", "private", "at-table", "hidden", "shared", "run", "finished", "closed")
"""The games in which something is flagged: by Ada, who plays in all of them."""
RULED: Final = ("private", "finished")
"""Those in which Bob has flagged something before, which was dismissed."""
ON_OPEN_DEALS: Final = ("shared", "run", "other-run", "kept", "bot-run")
OF_CLUB: Final = ("private", "at-table")

PARTIES: Final = {
    **dict.fromkeys(("running", "hidden", "hidden by-link", "shared", "shared by-link", "finished"), "seated play"),
    **dict.fromkeys(("run", "closed", "kept"), "player play"),
    **dict.fromkeys(("private", "private by-link", "at-table"), "seated play runners"),
    "open": "guest",
    "other-run": "opponent",
}
"""Who may flag a game: those who have a seat there, and those who run its club."""
ANSWERING: Final = {game: roles for game, roles in PARTIES.items() if game.split()[0] in NAMES}
RULERS: Final = {
    **{game: "" if game in ON_OPEN_DEALS else "staff" for game in SEEN if "by-link" not in game},
    **dict.fromkeys(OF_CLUB, "staff runners"),
}
"""Who may rule upon a game, or upon what Ada has flagged there."""
AT_DESK: Final = {game: RULERS[game] for game in (*NAMES, "kept")}
AUDITORS: Final = "staff runners other-organiser"
"""Who has a desk at all."""


def flag(name: str, game: str) -> None:
    """Flag a game; in some of them for the second time."""
    if name in RULED:
        earlier = open_dispute(game, caller("Bob"), command(), 2, words_in(name, "Bob")).seq
        judge = caller("Otto") if name in OF_CLUB else caller("Sam")
        give_ruling(game, judge, command(), "dismissed", (), "There is nothing in it.", earlier)
    if name in NAMES:
        open_dispute(game, caller("Ada"), command(), fold_of(game).seq, words_in(name, "Ada"))


def words_in(name: str, by: str) -> str:
    """What somebody has said in a game, as nobody says it elsewhere."""
    return f"{by} was not asked in the {name} one"


def dispute_in(game: str) -> int:
    """The number of a dispute that waits for a ruling, of none if there is none."""
    return Dispute.objects.filter(game=game, status="open").values_list("seq", flat=True).first() or 1


def ruling_in(game: str) -> int:
    """The number of a ruling, of none if there is none."""
    return Dispute.objects.filter(game=game, status="dismissed").values_list("ruled_seq", flat=True).first() or 1


def ruling_on(name: str, game: str) -> Json:
    """What can be ruled in a game: where something is flagged it is dismissed; elsewhere only staff rule, unasked."""
    return {"how": "dismissed", "dispute": dispute_in(game)} if name in NAMES else {"how": "voided"}


def _where(names: tuple[str, ...]) -> dict[str, str]:
    """Who may rule, in games where something is to be ruled upon."""
    return {game: roles if game in names else "" for game, roles in AT_DESK.items()}


def _pages(what: str, games: dict[str, str], *methods: str) -> list[Row]:
    """Pages know of no tokens."""
    return [row(what, game, **dict.fromkeys(methods, f"{roles} -play")) for game, roles in games.items()]


FLAG: Final = "games/<str:game_id>/flag/"
ANSWER: Final = "games/<str:game_id>/disputes/<int:dispute>/answer/"
ONE: Final = "desk/<str:game_id>/"

OF_DISPUTES: Final = [
    *_pages(FLAG, PARTIES, "GET", "POST"),
    row(FLAG, "bot-run", GET="", POST=""),
    *_pages(ANSWER, ANSWERING, "POST"),
    row(ANSWER, "other-run", POST=""),
    row("desk/", GET=AUDITORS),
    *_pages(ONE, AT_DESK, "GET"),
    *_pages(f"{ONE}<int:seq>/", _where(NAMES), "GET"),
    *_pages(f"{ONE}rule/", AT_DESK, "POST"),
    *_pages(f"{ONE}reverse/<int:ruling>/", _where(RULED), "GET", "POST"),
]
PREVIEWS: Final = [row("api/v1/games/<str:game_id>/rulings/preview", game, GET=roles) for game, roles in RULERS.items()]
QUEUE: Final = row("api/v1/disputes", GET=AUDITORS)
