"""Every change of a game, each named by its verb. People, bots, clocks and organisers all enter here.

A service locks the game's row, checks who asks and what the log says, lets the rules decide, and appends in one
transaction. Nothing is announced before it is committed; what is refused has changed nothing.
"""

from games.services.acting import act, enter_roll
from games.services.adjudicating import adjudicate
from games.services.again import play_again
from games.services.callers import SYSTEM_CALLER, Caller, caller_of
from games.services.commands import Receipt
from games.services.creating import create, is_created
from games.services.disputing import answer_dispute, open_dispute
from games.services.following import begin_without
from games.services.ruling import reverse_ruling, rule
from games.services.seating import join, join_table, leave
from games.services.setups import Setup
from games.services.starting import abort, start

__all__ = [
    "SYSTEM_CALLER",
    "Caller",
    "Receipt",
    "Setup",
    "abort",
    "act",
    "adjudicate",
    "answer_dispute",
    "begin_without",
    "caller_of",
    "create",
    "enter_roll",
    "is_created",
    "join",
    "join_table",
    "leave",
    "open_dispute",
    "play_again",
    "reverse_ruling",
    "rule",
    "start",
]
