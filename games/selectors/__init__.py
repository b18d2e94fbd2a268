"""Every read that leaves the app.

One of them, `see_log`, decides what a viewer may see of a log; nothing reads around it.
"""

from games.selectors.lists import games_of, public_games, turns_of
from games.selectors.viewing import ANYBODY, SeenLog, Viewer, see_log, see_position, viewer_of

__all__ = [
    "ANYBODY",
    "SeenLog",
    "Viewer",
    "games_of",
    "public_games",
    "see_log",
    "see_position",
    "turns_of",
    "viewer_of",
]
