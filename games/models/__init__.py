"""What is stored. Only the event log, the checkpoints and the secrets are the truth; the rest can be made anew.

Fields, constraints and tiny properties live here. Every write is a service, every read a selector.
"""

from games.accounts.models import Account, Actor, Block, BrowserSession, OneTimeLink, OutgoingMail, Report, Token
from games.clock.models import Chore, Heartbeat
from games.integrity.models import CheckpointDelivery
from games.log.models import Checkpoint, CheckpointLeaf, ErasableText, Event, Game, Snapshot
from games.play.models import (
    Attempt,
    Contribution,
    Deal,
    Dispute,
    GameCard,
    PlayerGame,
    ResultChange,
    SeatResult,
    UncountedResult,
)
from games.records.models import ImportedGame

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
