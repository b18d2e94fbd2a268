"""Who may do what on the page of a game and with its forms.

Pages know of no tokens, so that whoever holds one counts there as somebody who is not logged in.
"""

from typing import Final

from tests.web.permissions.lobby import HOST, SEEN, STANDING
from tests.web.permissions.rows import Row, row

ACTING: Final = {game: roles for game, roles in STANDING.items() if game != "device seat-1"}
"""Whose seat it is; Ada acts for the guest on her device only after she has handed it over."""
ROLLING: Final = {**HOST, "at-table": "player scorekeeper runners", "private": "seated"}
"""Who may enter a roll: the host, whoever must act now, and at the club's tables those who keep its score."""
HANDING_OVER: Final = {"device": "player"}


def looking(what: str) -> list[Row]:
    """The rows of an address that shows a game."""
    return [row(f"games/<str:game_id>/{what}", game, GET=roles) for game, roles in SEEN.items()]


def posting(what: str, games: dict[str, str]) -> list[Row]:
    """The rows of a form; in a game that is not named nobody may send it."""
    named = {about.split()[0] for about in games}
    others = {game: "" for game in SEEN if "by-link" not in game and game not in named}
    return [row(f"games/<str:game_id>/{what}/", game, POST=roles) for game, roles in {**games, **others}.items()]


OF_TABLES: Final = [
    *looking(""),
    *looking("turn/"),
    *looking("frames/"),
    *looking("replay/"),
    *looking("verify/"),
    *posting("act", ACTING),
    *posting("roll", ROLLING),
    *posting("hand-over", HANDING_OVER),
]
