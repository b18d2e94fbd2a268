"""The tournaments that are measured: each has just played its first round, and its second is still to be paired."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from time import perf_counter
from typing import Final

from django.db import transaction

from benchmarks.timing import Contender, Timing, interleave
from games.accounts.callers import Caller, caller_of
from games.accounts.models import Account
from games.clock.site_time import now, write_time
from games.log.sql import write_transaction
from tournaments.clubs.models import Club, ClubPerson
from tournaments.clubs.services.clubs import create_club
from tournaments.events.event_kinds import ENTERED
from tournaments.events.log.event_store import UnitOfWork, lock_tournament, store
from tournaments.events.models import Entrant, Round, Table, Tournament
from tournaments.events.rounds.outcomes import paper_seats
from tournaments.events.rounds.results import entrants_at, result_event
from tournaments.events.rounds.runner import sweep, take_step
from tournaments.events.services.schedule import start_early
from tournaments.events.services.tournaments import create_tournament, publish_tournament
from tournaments.events.statuses import PUBLISHED
from tournaments.events.values import PAPER

RUNS: Final = 3
SWEEPS: Final = 15
WEEK: Final = 7 * 24 * 3600


def measure(fields: Sequence[int], idle: Sequence[int]) -> dict[str, dict[str, Timing]]:
    """What is measured, by the number of players and of idle tournaments."""
    olga = _organiser()
    club = create_club(olga, "The Counting Bricks")
    played = {players: _played_round(club, olga, players) for players in fields}
    rounds = interleave({str(players): _closing(one) for players, one in played.items()}, RUNS)
    sweeps = {}
    for count in idle:
        _make_idle(club, count)
        sweeps[str(count)] = interleave({"sweep": _sweeping}, SWEEPS)["sweep"]
    return {"rounds": dict(rounds), "sweeps": sweeps}


def _organiser() -> Caller:
    return caller_of(Account.objects.create(username="olga", display_name="Olga"))


def _played_round(club: Club, olga: Caller, players: int) -> str:
    """A Swiss tournament whose first round is over, but not closed yet."""
    settings = {
        "format": "swiss",
        "variant": "duel",
        "rounds": 9,
        "first_at": write_time(now() + timedelta(days=1)),
        "every": WEEK,
        "length": WEEK,
        "remind": None,
    }
    tournament = create_tournament(club.pk, olga, _command(), f"{players} players", settings).tournament
    _enter(club, tournament, players)
    publish_tournament(tournament, olga, _command())
    _step_on(tournament)
    start_early(tournament, olga, _command())
    _step_on(tournament)
    _enter_results(tournament)
    return tournament


def _command() -> str:
    return f"bench-{secrets.token_hex(8)}"


def _enter(club: Club, tournament: str, players: int) -> None:
    """People without an account, entered all at once."""
    names = [f"{tournament} {number}" for number in range(players)]
    fresh = [ClubPerson(club=club, name=name[:40], name_key=name, added_at=now()) for name in names]
    ClubPerson.objects.bulk_create(fresh)
    entries = [
        (ENTERED, {"entrant": f"e-{secrets.token_hex(8)}", "number": number, "joined_round": 1, "who": "person"})
        for number in range(1, players + 1)
    ]
    with write_transaction():
        draft = UnitOfWork(lock_tournament(tournament))
        draft.add_all(entries)
        store(draft)
    entered = list(Entrant.objects.filter(tournament=tournament).order_by("number"))
    for entrant, person in zip(entered, ClubPerson.objects.filter(name_key__in=names).order_by("pk"), strict=True):
        entrant.person = person
    Entrant.objects.bulk_update(entered, ["person"], batch_size=500)


def _step_on(tournament: str) -> None:
    while take_step(tournament, now()) is not None:
        pass


def _enter_results(tournament: str) -> None:
    rng = Random(1)  # noqa: S311 - results by lot, not secrets
    latest = Round.objects.get(tournament=tournament, number=1)
    tables = Table.objects.filter(round=latest).order_by("number")
    entries = []
    for table in tables:
        entrants = entrants_at(table)
        scores = [rng.randrange(40, 110) for _ in entrants]
        entries.append(result_event(latest, table, paper_seats(entrants, scores, []), PAPER))
    with write_transaction():
        draft = UnitOfWork(lock_tournament(tournament))
        draft.add_all(entries)
        store(draft)


class _UndoneError(Exception):
    """Ends a transaction in which something was only measured."""


def _closing(tournament: str) -> Contender:
    """Close the first round and pair the second, and undo it."""

    def run() -> list[float]:
        begun = perf_counter()
        try:
            with transaction.atomic():
                _step_on(tournament)
                taken = perf_counter() - begun
                assert Round.objects.get(tournament=tournament, number=2).status == PUBLISHED
                raise _UndoneError
        except _UndoneError:
            return [taken]

    return run


def _make_idle(club: Club, count: int) -> None:
    """Tournaments that wait for something far away, up to a number."""
    pattern = Tournament.objects.filter(status="running").first()
    assert pattern is not None
    there = Tournament.objects.filter(name="idle").count()
    Tournament.objects.bulk_create(
        (
            Tournament(
                id=f"t-{secrets.token_hex(12)}",
                club=club,
                name="idle",
                format=pattern.format,
                settings=pattern.settings,
                seed=pattern.seed,
                is_public=True,
                invite=secrets.token_urlsafe(16),
                created_at=pattern.created_at,
                seq=0,
                head_hash="0" * 64,
                last_at="",
                status="registration",
                due_at=now() + timedelta(days=30) if number % 2 else None,
            )
            for number in range(there, count)
        ),
        batch_size=1_000,
    )


def _sweeping() -> list[float]:
    begun = perf_counter()
    sweep(now() - timedelta(days=1))
    return [perf_counter() - begun]
