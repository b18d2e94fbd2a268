"""Who may do what with leagues: through the interface, and on their pages.

The league is one of the club, with a season that is published and a draft of the next.
"""

from typing import Final

from tests.web.permissions.rows import Row, row

CLUB: Final = "clubs/<str:club_id>"
LEAGUE: Final = "leagues/<str:league_id>"
SEASON: Final = f"{LEAGUE}/seasons/<int:number>"
SEEN: Final = "club staff"
HIDDEN: Final = f"{SEEN} read"
"""Who may know of a league of a club that is not public."""


def editing(*what: str) -> list[Row]:
    """The rows of the forms in which a draft is changed."""
    return [row(f"{SEASON}/{form}/", "draft", POST="runners") for form in what]


LEAGUES: Final = [
    row(f"api/v1/{CLUB}/leagues", GET=HIDDEN, POST="runners"),
    row(f"api/v1/{CLUB}/leagues", "public", GET="readers"),
    row(f"api/v1/{LEAGUE}", GET=HIDDEN, PATCH="runners"),
    row(f"api/v1/{LEAGUE}/seasons", POST="runners"),
    row(f"api/v1/{SEASON}", GET=HIDDEN, PATCH="runners", DELETE="runners"),
    row(f"api/v1/{SEASON}", "draft", GET="runners", PATCH="runners", DELETE="runners"),
    row(f"api/v1/{SEASON}/publish", "draft", POST="runners"),
    row(f"api/v1/{SEASON}/finish", POST="runners"),
    row(f"api/v1/{SEASON}/players", "draft", POST="runners"),
    row(f"api/v1/{SEASON}/players/all", "draft", POST="runners"),
    row(f"api/v1/{SEASON}/players/<int:player>", "draft", PATCH="runners", DELETE="runners"),
]
OF_LEAGUES: Final = [
    row(f"{CLUB}/leagues/new/", GET="runners", POST="runners"),
    row(f"{CLUB}/calendar.ics", GET=SEEN),
    row(f"{CLUB}/calendar.ics", "public", GET="all"),
    row(f"{CLUB}/calendar/<str:key>.ics", GET="all"),
    row(f"{LEAGUE}/", GET=SEEN),
    row(f"{LEAGUE}/rules/", GET="runners", POST="runners"),
    row(f"{LEAGUE}/seasons/", POST="runners"),
    row(f"{SEASON}/", GET=SEEN),
    row(f"{SEASON}/", "draft", GET="runners"),
    row(f"{SEASON}/publish/", "draft", GET="runners", POST="runners"),
    *editing("add", "fill", "move", "remove", "dates", "discard"),
]
"""The address of a member's calendar is open to whoever has it."""
