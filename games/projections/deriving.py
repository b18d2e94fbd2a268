"""What lists show of one game, from its log: its card, the results of its seats, who sits where, its disputes.

Values only; the fields are those of the models of the same names.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from engine.protocol import Json
from engine.result import VOIDED, official_result
from games.clocks.clock import read_time
from games.log.chaining import Row
from games.log.disputes import Case, case_of
from games.log.fold import (
    ABORTED_KIND,
    ADJUDICATED_KIND,
    CREATED,
    FINISHED_KIND,
    JOINED,
    STARTED,
    Fold,
    advance,
    begin,
)
from games.log.reading import record_of
from games.statuses import ADJUDICATED, FINISHED

ENDS = (FINISHED_KIND, ADJUDICATED_KIND, ABORTED_KIND)

Accounts = Mapping[str, int | None]
"""The account behind each actor of a game, as long as it is known."""


class Card(NamedTuple):
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


class Result(NamedTuple):
    """How a seat came out of a game that has ended."""

    seat: int
    score: int
    place: int | None
    has_won: bool
    has_forfeited: bool


class Player(NamedTuple):
    """Who sits on a seat."""

    seat: int
    actor: str
    account_id: int | None
    bot: str
    level: int
    joined_at: datetime


class Disputed(NamedTuple):
    """That an event of a game was flagged for review, and what came of it."""

    seq: int
    at: int
    club: str | None
    status: str
    ruled_seq: int | None
    opened_at: datetime
    ruled_at: datetime | None


class Derived(NamedTuple):
    """Everything that lists show of one game."""

    card: Card
    results: list[Result]
    players: list[Player]
    disputes: list[Disputed]


def derive(rows: Sequence[Row], accounts: Accounts) -> Derived:
    """What a log gives."""
    fold = fold_of(rows)
    result = official_result(record_of(list(rows))) if has_result(fold) else None
    return derived(fold, result, rows, accounts)


def fold_of(rows: Sequence[Row]) -> Fold:
    """What all of these events together mean."""
    fold = begin(rows[0].entry, rows[0].hash)
    for row in rows[1:]:
        fold = advance(fold, row.entry, row.hash)
    return fold


def has_result(fold: Fold) -> bool:
    """Whether a game has come to a result."""
    return fold.status in (FINISHED, ADJUDICATED)


def derived(fold: Fold, result: Json | None, rows: Iterable[Row], accounts: Accounts) -> Derived:
    """The same for whoever has replayed the log already; of its events only the platform's own are needed."""
    platform = [row for row in rows if "/" in row.entry.kind]
    times = {(row.entry.kind, row.entry.seat): read_time(row.at) for row in platform}
    players = _players(fold, times, accounts)
    return Derived(_card(fold, result, times, accounts), _results(result), players, _disputes(fold, case_of(platform)))


Times = Mapping[tuple[str, int | None], datetime]
"""When the platform's own events last happened, by kind and seat."""


def _card(fold: Fold, result: Json | None, times: Times, accounts: Accounts) -> Card:
    created = fold.created
    return Card(
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


def _results(result: Json | None) -> list[Result]:
    if result is None:
        return []
    places = result["places"] or [None] * len(result["scores"])
    winners, forfeits = result["winners"] or [], result["forfeits"]
    return [
        Result(seat, score, places[seat], seat in winners, seat in forfeits)
        for seat, score in enumerate(result["scores"])
    ]


def _players(fold: Fold, times: Times, accounts: Accounts) -> list[Player]:
    return [
        Player(
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


def _disputes(fold: Fold, case: Case) -> list[Disputed]:
    return [
        Disputed(
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
