"""Who may do what on the pages around a game before its start, and on those of clubs.

Pages know of no tokens, so that whoever holds one counts there as somebody who is not logged in.
"""

from typing import Final

from tests.web.permissions.clubs import PAGES_AROUND_CLUBS
from tests.web.permissions.rows import Row, row

SEEN: Final = {
    **dict.fromkeys(("running", "open", "device", "finished", "closed", "private by-link"), "all"),
    "private": "seated runners staff",
    "at-table": "seated runners scorekeeper staff",
    "hidden": "seated staff",
    "hidden by-link": "seated staff",
    "shared": "seated",
    "shared by-link": "seated",
    "run": "player",
    "other-run": "opponent",
    "kept": "player",
    "bot-run": "",
}
"""Who may look into each game."""
SITTING: Final = {
    **dict.fromkeys(("running", "open", "device", "finished", "private by-link"), "all"),
    **dict.fromkeys(("private", "at-table", "hidden", "shared"), "seated"),
    **dict.fromkeys(("run", "closed", "kept"), "player"),
    "other-run": "opponent",
    "bot-run": "",
}
"""Whoever sees an open table may sit down there, as a guest at least; elsewhere those may who sit there already."""
STANDING: Final = {
    **{
        f"{game} seat-0": "player" for game in ("running", "private", "at-table", "hidden", "shared", "run", "finished")
    },
    **{f"{game} seat-1": "opponent" for game in ("running", "private", "at-table", "hidden", "shared")},
    "closed seat-0": "player",
    "other-run seat-0": "opponent",
    "open seat-1": "guest",
    "device seat-1": "player",
    "kept seat-0": "",
    "bot-run seat-0": "",
}
"""Whose seat it is; Ada also stands up for the guest who plays on her device."""
HOST: Final = {
    **dict.fromkeys((name for name in SEEN if "by-link" not in name), "player"),
    "other-run": "opponent",
    **dict.fromkeys(("kept", "bot-run"), ""),
}
"""Who has created each game; those of a tournament nobody has."""
HERE: Final = {
    **dict.fromkeys(("running", "private", "at-table", "hidden", "shared", "finished"), "seated"),
    **dict.fromkeys(("run", "closed", "device"), "player"),
    "open": "player guest",
    "other-run": "opponent",
    **dict.fromkeys(("kept", "bot-run"), ""),
}


def posting(what: str, games: dict[str, str]) -> list[Row]:
    """The rows of a form at a table."""
    return [row(f"games/<str:game_id>/{what}/", game, POST=roles) for game, roles in games.items()]


OF_THE_LOBBY: Final = [
    row("language/", POST="all"),
    row("welcome/"),
    row("lobby/", GET="all"),
    row("games/", GET="all"),
    row("play/", GET="all", POST="all"),
    row("play/solo/", POST="all"),
    *(row("join/<str:invite>/", game, GET="all", POST="all") for game in ("open", "running", "private")),
    row("join/<str:invite>/", "hidden", GET="seated staff", POST="seated staff"),
    *(row("games/<str:game_id>/seats/", game, GET=roles) for game, roles in SEEN.items()),
    *posting("join", SITTING),
    *posting("leave", STANDING),
    *posting("start", HOST),
    *posting("abort", HOST),
    *posting("here", HERE),
]
OF_CLUBS: Final = [
    row("clubs/", GET="all", POST="people -guest"),
    row("clubs/join/<str:invite>/", GET="all", POST="people -guest"),
    row("clubs/<str:club_id>/", GET="club staff"),
    row("clubs/<str:club_id>/", "public", GET="all"),
    row("clubs/<str:club_id>/leave/", POST="club"),
    row("clubs/<str:club_id>/link/", POST="runners"),
    row("clubs/<str:club_id>/members/<str:handle>/role/", POST="runners"),
    row("clubs/<str:club_id>/members/<str:handle>/remove/", POST="runners"),
    *PAGES_AROUND_CLUBS,
]
