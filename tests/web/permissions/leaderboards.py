"""Who may look at leaderboards, and at what other sites may show: everybody, apart from those of hidden clubs.

What is embedded shows the same to everybody, so that a private tournament has nothing there even for its players.
"""

from typing import Final

from tests.web.permissions.rows import row

BOARD: Final = "api/v1/leaderboards/<str:variant>"
EMBEDDED: Final = "embed/leaderboards/<str:variant>"
STANDINGS: Final = "embed/tournaments/<str:tournament_id>/standings"
SHOWN: Final = {
    **dict.fromkeys(("swiss", "prepared", "duplicate"), "all"),
    **dict.fromkeys(("draft", "entering", "entering by-link"), ""),
}

LEADERBOARDS: Final = [
    row(BOARD, GET="readers"),
    row(f"{BOARD}/around", GET="people read"),
    row(f"{BOARD}/table-dice", GET="readers"),
]
OF_LEADERBOARDS: Final = [
    row("leaderboards/", GET="all"),
    row("clubs/<str:club_id>/leaderboards/", GET="club staff"),
    row("clubs/<str:club_id>/leaderboards/", "public", GET="all"),
    row(f"{EMBEDDED}/", GET="all"),
    row(f"{EMBEDDED}.json", GET="all"),
    *(row(f"{STANDINGS}{form}", about, GET=roles) for form in ("/", ".json") for about, roles in SHOWN.items()),
]
