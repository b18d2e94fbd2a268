"""Playing a round's dice again for fun once it is closed, against the field that it had; apart from `services`, which
an audit loads without anything that begins games.
"""

from games.accounts.callers import Caller, Viewer
from games.play.commands import Receipt
from games.play.creation import replay_deal
from tournaments.ratings.solo.selectors import see_deal


def play_deal_again(deal_id: str, viewer: Viewer, by: Caller, command_id: str) -> Receipt:
    """Begin a game on the dice of a closed round; refused as if there were no such dice if one may not see them."""
    see_deal(deal_id, viewer)
    return replay_deal(deal_id, by, command_id)
