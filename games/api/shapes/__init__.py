"""What the interface answers, for its documentation; values come from selectors and services as they are."""

from games.api.shapes.about import Bots, Notes
from games.api.shapes.games import CreatedGame, GameCard, GameSummary
from games.api.shapes.looking import Choices, LogPage, Position, Proof
from games.api.shapes.places import Receipt, Refusal, Shape
from games.api.shapes.records import UploadedRecord, Verdict, WholeRecord

__all__ = [
    "Bots",
    "Choices",
    "CreatedGame",
    "GameCard",
    "GameSummary",
    "LogPage",
    "Notes",
    "Position",
    "Proof",
    "Receipt",
    "Refusal",
    "Shape",
    "UploadedRecord",
    "Verdict",
    "WholeRecord",
]
