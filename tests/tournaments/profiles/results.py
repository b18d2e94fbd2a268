"""Results for tests, stored as rows: where a whole game is not the point, nobody has to play one."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from games.log.models import Game
from games.play.models import GameCard, PlayerGame, SeatResult
from tests.games.sample_tables import account
from tournaments.ratings.match_store import store_seats
from tournaments.ratings.matches import CountedMatch
from tournaments.ratings.models import LedgerEntry, RatedPlayer, Rating, RatingPool
from tournaments.ratings.plackett_luce import fold_matches
from tournaments.ratings.pools import pool_of
from tournaments.ratings.values import Match, Seat, Skill

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
"""A Monday."""
_numbers = count(1)

Places = Mapping[str, int]
"""Who has taken which place."""


def day(number: int) -> datetime:
    """So many days after a Monday."""
    return NOON + timedelta(days=number)


def rated(name: str) -> str:
    """The id under which somebody is rated."""
    found, _ = RatedPlayer.objects.get_or_create(account=account(name), defaults={"id": f"r-{name.lower():0>18}"})
    return found.pk


def ended_game(at: datetime, places: Places, **fields: Any) -> str:
    """A game that has ended: who sat there by seat, each with a place."""
    game = f"g-{next(_numbers):024}"
    Game.objects.create(
        id=game,
        key="brikks",
        rules_version=1,
        deal_id=fields.get("deal_id"),
        invite=game,
        seq=40,
        head_hash="0" * 64,
        last_at="",
        status="finished",
    )
    usual = {
        "key": "brikks",
        "variant": "standard",
        "levels": ",".join("1" for _ in places),
        "visibility": "public",
        "is_rated": True,
        "dice": "server",
        "free_seats": 0,
        "status": "finished",
        "created_at": at - timedelta(hours=2),
        "started_at": at - timedelta(hours=1),
        "ended_at": at,
    }
    GameCard.objects.create(game_id=game, **{**usual, **fields})
    for seat, (name, place) in enumerate(places.items()):
        _sit(game, seat, name, at)
        SeatResult.objects.create(
            game_id=game, seat=seat, score=90 - place, place=place, has_won=place == 1, has_forfeited=False
        )
    return game


def _sit(game: str, seat: int, name: str, at: datetime) -> None:
    PlayerGame.objects.create(
        game_id=game, seat=seat, actor=f"p-{seat}", account=account(name), bot="", level=1, joined_at=at
    )


def count_in(variant: str, matches: Sequence[tuple[datetime, str, Places]], generation: int = 1) -> None:
    """Write the ledger of a pool from its matches, in this order, and show it."""
    pool = pool_of(variant)
    RatingPool.objects.update_or_create(key=pool, defaults={"generation": generation})
    rows = [
        Match(at, key, tuple(Seat(rated(name), place) for name, place in places.items())) for at, key, places in matches
    ]
    store_seats(CountedMatch(pool, row) for row in rows)
    skills: dict[str, Skill] = {}
    entries = []
    for change in fold_matches(rows, skills):
        before, after = change.before, change.after
        entries.append(
            LedgerEntry(
                pool=pool,
                generation=generation,
                at=change.match.at,
                match=change.match.key,
                player_id=change.seat.player,
                place=change.seat.place,
                field=len(change.match.seats),
                mu_before=before.mu,
                sigma_before=before.sigma,
                mu_after=after.mu,
                sigma_after=after.sigma,
                games=after.games,
            )
        )
    LedgerEntry.objects.bulk_create(entries)
    last = {entry.player_id: entry.at for entry in entries}
    Rating.objects.bulk_create(
        Rating(
            pool=pool,
            generation=generation,
            player_id=player,
            mu=skill.mu,
            sigma=skill.sigma,
            games=skill.games,
            at=last[player],
        )
        for player, skill in skills.items()
    )
