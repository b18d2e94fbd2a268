"""Results for tests of ratings: rows as games leave them, without the games being played."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.db.models import Model

from games.accounts.models import Account
from games.log.models import Event, Game
from games.play.models import Deal, GameCard, PlayerGame, SeatResult, UncountedResult, queue_results
from tests.tournaments.dealt_rounds import dealt
from tournaments.ratings.models import BoardBucket, BoardRow, LedgerEntry, RatedMatch, Rating, RatingPool
from tournaments.ratings.services import count_waiting_results
from tournaments.ratings.values import Match, Seat

BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATER = datetime(2100, 1, 1, tzinfo=UTC)
STANDARD, DUEL, DUPLICATE = "brikks/standard", "brikks/duel", "brikks/duplicate"
FIGURES = ("mu_before", "sigma_before", "mu_after", "sigma_after")
SHOWN: dict[type[Model], tuple[str, ...]] = {
    LedgerEntry: ("at", "match", "player", "place", "field", *FIGURES, "games"),
    Rating: ("player", "mu", "sigma", "games", "at"),
    BoardRow: ("period", "player", "value", "before", "deviation", "games", "is_listed", "met"),
    BoardBucket: ("period", "value", "players"),
}


@dataclass
class Result:
    """A rated game that has ended."""

    accounts: Sequence[int]
    places: Sequence[int]
    at: datetime
    variant: str = "standard"
    scores: Sequence[int] = ()
    forfeits: Sequence[int] = ()
    deal: Deal | None = None
    card: dict[str, Any] = field(default_factory=dict)
    answered: Sequence[int] = ()
    """The seats that have answered a roll; all of them unless some are named."""
    game: str = field(default_factory=lambda: f"g-{secrets.token_hex(12)}")


def people(number: int) -> list[int]:
    """The numbers of so many accounts."""
    mark = secrets.token_hex(4)
    made = Account.objects.bulk_create(
        Account(username=f"p{mark}{at}", display_name=f"Player {at}") for at in range(number)
    )
    return [account.pk for account in made]


def played(accounts: Sequence[int], places: Sequence[int], at: datetime = BEGIN, **more: Any) -> str:
    """A rated game that has ended; word of it is left."""
    [game] = store([Result(accounts, places, at, **more)])
    return game


def store(results: Sequence[Result]) -> list[str]:
    """The rows of games that have ended."""
    Game.objects.bulk_create(
        Game(
            id=one.game, key="brikks", rules_version=1, deal=one.deal, status="finished", invite=one.game, seq=1,
            head_hash="0" * 64,
        )
        for one in results
    )  # fmt: skip
    GameCard.objects.bulk_create(_card(one) for one in results)
    PlayerGame.objects.bulk_create(
        PlayerGame(game_id=one.game, seat=at, actor=f"a-{at}", account_id=who, bot="", level=1, joined_at=one.at)
        for one in results
        for at, who in enumerate(one.accounts)
    )
    SeatResult.objects.bulk_create(_seat(one, at, place) for one in results for at, place in enumerate(one.places))
    Event.objects.bulk_create(_answer(one, seat) for one in results for seat in one.answered or range(len(one.places)))
    for one in results:
        queue_results(UncountedResult, [one.game], one.at)
    return [one.game for one in results]


def _card(one: Result) -> GameCard:
    told = {"key": "brikks", "visibility": "public", "is_rated": True, "dice": "server", "status": "finished"}
    times = {"created_at": one.at, "ended_at": one.at}
    of = {"game_id": one.game, "variant": one.variant, "levels": "1", "free_seats": 0, "deal": one.deal}
    return GameCard(**{**told, **times, **of, **one.card})


def _seat(one: Result, seat: int, place: int) -> SeatResult:
    return SeatResult(
        game_id=one.game,
        seat=seat,
        score=one.scores[seat] if one.scores else 100 - place,
        place=place,
        has_won=place == 1,
        has_forfeited=seat in one.forfeits,
    )


def _answer(one: Result, seat: int) -> Event:
    """That somebody has answered a roll; of such a game nothing else is in the log."""
    link = {"prev_hash": "0" * 64, "hash": "0" * 64, "body": "{}", "at": ""}
    return Event(game_id=one.game, seq=seat + 1, kind="place", seat=seat, actor=f"a-{seat}", **link)


def deal(closed_at: datetime | None) -> Deal:
    """A shared deal of a round."""
    made = Deal.objects.create(
        id=f"d-{secrets.token_hex(12)}", is_shared=True, tournament="t-1", closed_at=closed_at, contributions="[]"
    )
    return dealt(made)


def field_of(
    on: Deal, accounts: Sequence[int], scores: Sequence[int], at: datetime, forfeits: Iterable[int] = ()
) -> list[str]:
    """Runs of these people on a shared deal, with these scores; `forfeits` are positions among them."""
    given_up = set(forfeits)
    return store(
        [
            Result([who], [1], at, "solo", [score], [0] if number in given_up else [], on, {"tournament": "t-1"})
            for number, (who, score) in enumerate(zip(accounts, scores, strict=True))
        ]
    )


def void(game: str) -> None:
    """A ruling by which a game counts for nobody."""
    GameCard.objects.filter(pk=game).update(status="voided")
    queue_results(UncountedResult, [game], BEGIN)


def reverse(game: str) -> None:
    """That ruling taken back."""
    GameCard.objects.filter(pk=game).update(status="finished")
    queue_results(UncountedResult, [game], BEGIN)


def forfeit(game: str, seat: int) -> None:
    """A ruling by which a seat comes last."""
    seats = list(SeatResult.objects.filter(game=game).order_by("seat"))
    others = [row.place for row in seats if row.seat != seat and row.place]
    for row in seats:
        row.has_forfeited |= row.seat == seat
        better = sum(place < (row.place or 0) for place in others)
        row.place = 1 + (len(others) if row.seat == seat else better)
    SeatResult.objects.bulk_update(seats, ["place", "has_forfeited"])
    queue_results(UncountedResult, [game], BEGIN)


def random_result(rng: Random, folk: Sequence[int], at: datetime) -> Result:
    """A game of two, three or four, or a duel, with places by lot and ties among them."""
    seats = rng.choice((2, 2, 3, 4))
    variant = "duel" if seats == 2 and rng.random() < 0.3 else "standard"
    return Result(rng.sample(folk, seats), rng.choices(range(1, seats + 1), k=seats), at, variant)


def count() -> int:
    """Count everything that there is word of."""
    return count_waiting_results(LATER)


def tables(*pools: str) -> dict[tuple[str, str], list[tuple[Any, ...]]]:
    """Everything that pools show, figures and all."""
    return {(pool, table.__name__): _shown(pool, table) for pool in pools for table in SHOWN}


def _shown(pool: str, table: type[Model]) -> list[tuple[Any, ...]]:
    row = RatingPool.objects.filter(pk=pool).first()
    found = table._default_manager.filter(pool=pool, generation=row.generation if row else 0)
    return sorted(found.values_list(*SHOWN[table]), key=str)


def kept(pool: str) -> list[Match]:
    """The matches of a pool, in their order."""
    import json

    rows = RatedMatch.objects.filter(pool=pool).order_by("at", "key").values_list("at", "key", "seats")
    return [Match(at, key, tuple(Seat(*seat) for seat in json.loads(seats))) for at, key, seats in rows]


def hours(number: float) -> timedelta:
    """So many hours."""
    return timedelta(hours=number)
