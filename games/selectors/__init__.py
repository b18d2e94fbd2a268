"""Every read that leaves the app.

One of them, `sight_of`, decides whether a viewer may see a game, and `see_page` what of its log; nothing reads around
them.
"""

from games.selectors.cards import see_game, summary
from games.selectors.checkpoints import checkpoints, see_proof
from games.selectors.choices import see_choices
from games.selectors.lists import awaiting, club_games, games_of, public_games, turns_of, turns_of_all
from games.selectors.records import about_record, see_record
from games.selectors.viewing import ANYBODY, SeenLog, Viewer, see_page, see_position, sight_of, viewer_of

__all__ = [
    "ANYBODY",
    "SeenLog",
    "Viewer",
    "about_record",
    "awaiting",
    "checkpoints",
    "club_games",
    "games_of",
    "public_games",
    "see_choices",
    "see_game",
    "see_page",
    "see_position",
    "see_proof",
    "see_record",
    "sight_of",
    "summary",
    "turns_of",
    "turns_of_all",
    "viewer_of",
]
