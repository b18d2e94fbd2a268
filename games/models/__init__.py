"""What is stored. Only the event log, the checkpoints and the secrets are the truth; the rest can be made anew.

Fields, constraints and tiny properties live here. Every write is a service, every read a selector.
"""

from games.models.access import Block, OneTimeLink, Report, Token
from games.models.accounts import Account, Actor
from games.models.cached import Dispute, GameCard, PlayerGame, SeatResult, Snapshot
from games.models.chain import Checkpoint, CheckpointLeaf, Event
from games.models.deals import Attempt, Contribution, Deal
from games.models.games import Game
from games.models.imported import ImportedGame
from games.models.outbox import CheckpointDelivery, OutgoingMail, ResultChange, UncountedResult
from games.models.sessions import BrowserSession
from games.models.texts import ErasableText
from games.models.ticking import Chore, Heartbeat

__all__ = [
    "Account",
    "Actor",
    "Attempt",
    "Block",
    "BrowserSession",
    "Checkpoint",
    "CheckpointDelivery",
    "CheckpointLeaf",
    "Chore",
    "Contribution",
    "Deal",
    "Dispute",
    "ErasableText",
    "Event",
    "Game",
    "GameCard",
    "Heartbeat",
    "ImportedGame",
    "OneTimeLink",
    "OutgoingMail",
    "PlayerGame",
    "Report",
    "ResultChange",
    "SeatResult",
    "Snapshot",
    "Token",
    "UncountedResult",
]
