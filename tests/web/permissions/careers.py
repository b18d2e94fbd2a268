"""Who may look at how people and clubs are doing: at ratings who sees the profile, at insights who runs the club."""

from typing import Final

from tests.web.permissions.rows import row

PLAYER: Final = "players/<str:handle>"
CLUB: Final = "clubs/<str:club_id>"
ASKED: Final = ("ratings", "ratings/<str:variant>", "against/<str:other>")
SHOWN: Final = ("ratings/", "ratings.csv", "ratings.json")

CAREERS: Final = [
    *(row(f"api/v1/{PLAYER}/{what}", GET="readers") for what in ASKED),
    *(row(f"api/v1/{PLAYER}/{what}", "pia", GET="club read staff") for what in ASKED),
    row(f"api/v1/{CLUB}/insights", GET="runners"),
    row(f"api/v1/{CLUB}/insights", "public", GET="owner"),
]
OF_CAREERS: Final = [
    *(row(f"{PLAYER}/{what}", GET="all") for what in SHOWN),
    *(row(f"{PLAYER}/{what}", "pia", GET="club staff") for what in SHOWN),
    row(f"{CLUB}/insights/", GET="runners"),
    row(f"{CLUB}/insights/", "public", GET="owner"),
]
