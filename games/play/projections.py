"""What lists and profiles show of a game instead of its log: its card, the results of its seats, who sits where, its
disputes; derived, deletable, made anew with `manage.py rebuild`.

Applying and rebuilding are the same work: a game's rows are derived from its log again whenever one of the platform's
own events was added, which is a handful of times in a game.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from engine.protocol import Json
from engine.records import is_platform_kind
from engine.result import VOIDED, official_result
from games.accounts.models import Actor
from games.clock.site_time import read_time
from games.log.disputes import Case, case_of
from games.log.event_store import StoredEvent, read_log, record_of
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, CREATED, FINISHED_KIND, JOINED, REVEALED, STARTED, Fold
from games.log.state_cache import fold_events
from games.log.unit_of_work import Draft, lock_head
from games.play.models import Dispute, GameCard, PlayerGame, SeatResult
from games.statuses import ADJUDICATED, FINISHED

ENDS = (FINISHED_KIND, ADJUDICATED_KIND, ABORTED_KIND)
Accounts = Mapping[str, int | None]
"""The account behind each actor of a game, as long as it is known."""


class DerivedCard(NamedTuple):
    """A game as lists show it."""

    key: str
    variant: str
    levels: str
    visibility: str
    club: str | None
    tournament: str | None
    is_rated: bool
    dice: str
    deal_id: str | None
    seconds: int | None
    free_seats: int
    status: str
    host_id: int | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class DerivedResult(NamedTuple):
    """How a seat came out of a game that has ended."""

    seat: int
    score: int
    place: int | None
    has_won: bool
    has_forfeited: bool


class DerivedPlayer(NamedTuple):
    """Who sits on a seat."""

    seat: int
    actor: str
    account_id: int | None
    bot: str
    level: int
    joined_at: datetime


class DerivedDispute(NamedTuple):
    """That an event of a game was flagged for review, and what came of it."""

    seq: int
    at: int
    club: str | None
    status: str
    ruled_seq: int | None
    opened_at: datetime
    ruled_at: datetime | None


class DerivedGame(NamedTuple):
    """Everything that lists show of one game."""

    card: DerivedCard
    results: list[DerivedResult]
    players: list[DerivedPlayer]
    disputes: list[DerivedDispute]


def derive_from_log(rows: Sequence[StoredEvent], accounts: Accounts) -> DerivedGame:
    """What a log gives."""
    fold = fold_events(rows)
    result = official_result(record_of(list(rows))) if has_result(fold) else None
    return derive_from_fold(fold, result, rows, accounts)


def has_result(fold: Fold) -> bool:
    """Whether a game has come to a result."""
    return fold.status in (FINISHED, ADJUDICATED)


def derive_from_fold(fold: Fold, result: Json | None, rows: Iterable[StoredEvent], accounts: Accounts) -> DerivedGame:
    """The same for whoever has replayed the log already; of its events only the platform's own are needed."""
    platform = [row for row in rows if "/" in row.entry.kind]
    times = {(row.entry.kind, row.entry.seat): read_time(row.at) for row in platform}
    players = _players(fold, times, accounts)
    return DerivedGame(
        _card(fold, result, times, accounts), _results(result), players, _disputes(fold, case_of(platform))
    )


Times = Mapping[tuple[str, int | None], datetime]
"""When the platform's own events last happened, by kind and seat."""


def _card(fold: Fold, result: Json | None, times: Times, accounts: Accounts) -> DerivedCard:
    created = fold.created
    return DerivedCard(
        key=created["key"],
        variant=created["variant"],
        levels=",".join(str(level) for level in created["levels"]),
        visibility=created["visibility"],
        club=created.get("club"),
        tournament=fold.tournament,
        is_rated=created["rated"],
        dice=fold.dice.get("scheme", ""),
        deal_id=fold.dice.get("deal"),
        seconds=created["clock"]["seconds"] if created["clock"] else None,
        free_seats=[*zip(fold.seated, fold.reserved, strict=True)].count((None, None)),
        status=VOIDED if result and result["status"] == VOIDED else fold.status,
        host_id=accounts.get(fold.host),
        created_at=times[CREATED, None],
        started_at=times.get((STARTED, None)),
        ended_at=next((times[kind, None] for kind in ENDS if (kind, None) in times), None),
    )


def _results(result: Json | None) -> list[DerivedResult]:
    if result is None:
        return []
    places = result["places"] or [None] * len(result["scores"])
    winners, forfeits = result["winners"] or [], result["forfeits"]
    return [
        DerivedResult(seat, score, places[seat], seat in winners, seat in forfeits)
        for seat, score in enumerate(result["scores"])
    ]


def _players(fold: Fold, times: Times, accounts: Accounts) -> list[DerivedPlayer]:
    return [
        DerivedPlayer(
            seat=seat,
            actor=actor,
            account_id=accounts.get(actor),
            bot=fold.bot(seat) or "",
            level=fold.created["levels"][seat],
            joined_at=times[JOINED, seat],
        )
        for seat, actor in enumerate(fold.seated)
        if actor is not None
    ]


def _disputes(fold: Fold, case: Case) -> list[DerivedDispute]:
    return [
        DerivedDispute(
            seq=flag.seq,
            at=flag.at,
            club=fold.created.get("club"),
            status=flag.status,
            ruled_seq=flag.ruling.seq if flag.ruling else None,
            opened_at=flag.opened.made_at,
            ruled_at=flag.ruling.made_at if flag.ruling else None,
        )
        for flag in case.flags
    ]


def accounts_in(game: str) -> Accounts:
    """The account behind each actor of a game."""
    return dict(Actor.objects.filter(game=game).values_list("name", "account"))


def write_rows(game: str, derived: DerivedGame) -> None:
    """Put these rows in the place of whatever is there."""
    SeatResult.objects.filter(game=game).delete()
    PlayerGame.objects.filter(game=game).delete()
    GameCard(game_id=game, **derived.card._asdict()).save()
    SeatResult.objects.bulk_create(SeatResult(game_id=game, **result._asdict()) for result in derived.results)
    PlayerGame.objects.bulk_create(PlayerGame(game_id=game, **player._asdict()) for player in derived.players)
    _write_disputes(game, derived.disputes)


def _write_disputes(game: str, disputes: Sequence[DerivedDispute]) -> None:
    """Written over those that are there, so that a place in the queue stays the same."""
    Dispute.objects.filter(game=game).exclude(seq__in=[dispute.seq for dispute in disputes]).delete()
    if disputes:
        Dispute.objects.bulk_create(
            (Dispute(game_id=game, **dispute._asdict()) for dispute in disputes),
            update_conflicts=True,
            unique_fields=["game", "seq"],
            update_fields=[name for name in DerivedDispute._fields if name != "seq"],
        )


def update_projections(draft: Draft) -> None:
    """Bring a game's rows up to date with a draft that has just been appended."""
    if changes_projections(draft):
        _replace_rows(draft.head.game)


def changes_projections(draft: Draft) -> bool:
    """Whether a draft changes anything that lists show."""
    return any(is_platform_kind(kind) and kind != REVEALED for kind in draft.kinds)


def rebuild_projections(game: str) -> None:
    """Derive a game's rows from its log, and put them in the place of whatever is there."""
    with transaction.atomic():
        # Somebody may be playing: two who write the same rows at once would trip over each other.
        lock_head(game)
        _replace_rows(game)


def _replace_rows(game: str) -> None:
    write_rows(game, derive_from_log(read_log(game), accounts_in(game)))
