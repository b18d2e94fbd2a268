"""Rated solo games as rows, where playing them is not the point; and one that is really played."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from games.log.models import Game
from games.play.creation import create_game
from games.play.deals import make_deal
from games.play.lifecycle import start_game
from games.play.models import Deal, GameCard, PlayerGame, SeatResult
from games.play.seats import join_game
from games.play.setup import Setup
from tests.games.sample_tables import CONTRIBUTION, account, caller, command

AT = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""A Monday."""
_numbers = count()


def ended_run(name: str | None, score: int, at: datetime = AT, level: int = 1, **card: Any) -> str:
    """The rows of a solo game that has ended with this score."""
    status, forfeited = card.pop("status", "finished"), card.pop("forfeited", False)
    deal: Deal | None = card.pop("deal", None)
    game = _game(status, deal)
    fields = {
        "key": "brikks",
        "variant": "solo",
        "levels": str(level),
        "visibility": "public",
        "is_rated": True,
        "dice": "brikks-dice/1",
        "free_seats": 0,
        "created_at": at - timedelta(hours=1),
        "ended_at": at,
        **card,
    }
    GameCard.objects.create(game=game, status=status, deal=game.deal, **fields)
    SeatResult.objects.create(game=game, seat=0, score=score, place=1, has_won=True, has_forfeited=forfeited)
    whose = account(name) if name else None
    PlayerGame.objects.create(game=game, seat=0, actor="p-1", account=whose, bot="", level=level, joined_at=at)
    return game.pk


def _game(status: str, deal: Deal | None) -> Game:
    number = next(_numbers)
    return Game.objects.create(
        id=f"g-run{number}",
        key="brikks",
        rules_version=1,
        deal=deal or make_deal(),
        invite=f"run{number}",
        seq=0,
        head_hash="0" * 64,
        last_at="",
        status="finished" if status == "voided" else status,
    )


def begun_run(name: str, **setup: Any) -> str:
    """A rated solo game that somebody has begun."""
    agreed = Setup(**{"variant": "solo", "levels": [1], "seats": [{"kind": "person"}], "rated": True, **setup})
    game = create_game(agreed, caller(name), command()).game
    join_game(game, caller(name), command(), CONTRIBUTION)
    start_game(game, caller(name), command())
    return game
