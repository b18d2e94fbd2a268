"""Whatever people and organisers do, in any order: a tournament goes on, and its rows follow from its log."""

import logging
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from engine.errors import Refused
from games.clock.models import Heartbeat
from games.clock.site_time import now
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.unit_of_work import read_head
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command
from tests.sizes import size
from tests.tournaments.events.log.world import rows
from tests.tournaments.events.rounds.world import (
    HOUR,
    after,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    play_as,
    row,
    settings,
    settle_down,
    sit_down,
)
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.events.models import Entrant, Place, Table
from tournaments.events.rounds.start_without import attendance_at
from tournaments.events.services.entrants import (
    allow_pair,
    enter,
    forbid_pair,
    leave_every_tournament,
    remove_entrant,
    return_entrant,
    withdraw,
)
from tournaments.events.services.results import enter_paper_result, override_result
from tournaments.events.services.rounds import pair_again, publish_round, start_table, unpublish_round
from tournaments.events.services.schedule import extend_round, pause, reopen_last_round, resume, start_early
from tournaments.ratings.services import count_waiting_results

pytestmark = pytest.mark.slow

PEOPLE = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Olga")
STEPS = 40
WAITS = (60, 60, None)


class Deeds:
    """Somebody who does something at random, of which much is refused."""

    def __init__(self, tournament: str, watch: Watch, dice: Random) -> None:
        self.tournament, self.watch, self.dice = tournament, watch, dice

    def organise(self, service: Callable[..., Any], *said: Any) -> None:
        """Let one of two organisers ask for something."""
        service(self.tournament, caller(self.dice.choice(("Olga", "Otto"))), command(), *said)

    def wait(self) -> None:
        """Let time pass."""
        self.watch.set(self.dice.choice((60, HOUR, HOUR, 3 * HOUR)))
        Heartbeat.objects.update(at=self.watch.at)

    def play(self) -> None:
        """Let some sit down, and some of them play on."""
        for name in self.dice.sample(PEOPLE, 4):
            if self._has_game(name):
                sit_down(self.tournament, name)
                play_as(self.tournament, name)

    def come(self) -> None:
        """Let two sit down."""
        for name in self.dice.sample(PEOPLE, 2):
            if self._has_game(name):
                sit_down(self.tournament, name)

    def decide(self) -> None:
        """Enter some result."""
        tables = Table.objects.filter(round__tournament=self.tournament).order_by("-round__number", "number")[:4]
        if tables:
            table = self.dice.choice(tables)
            seated = Place.objects.filter(table=table).values_list("entrant", flat=True)
            said = [{"entrant": who, "score": self.dice.randrange(90)} for who in seated]
            if self.dice.random() < 0.5:
                self.organise(enter_paper_result, table.number, said)
            else:
                self.organise(override_result, table.number, said, "Because.", table.round.number)

    def start_without(self) -> None:
        """Start a table without some of those who sit there, who may have come or not."""
        tables = Table.objects.filter(round__tournament=self.tournament).order_by("-round__number", "number")[:2]
        if tables:
            table = self.dice.choice(tables)
            missing = attendance_at(table, read_head(table.game_id)).absent if table.game_id else []
            named = missing if self.dice.random() < 0.8 else missing[1:]
            self.organise(start_table, table.number, named, "Because.", table.round.number)

    def move(self) -> None:
        """Come, go, be taken out or let in again, or be erased."""
        by, who = caller(self.dice.choice(PEOPLE)), self._somebody()
        deed = self.dice.randrange(5)
        if deed == 0:
            enter(self.tournament, by, command())
        elif deed == 1:
            withdraw(self.tournament, by, command())
        elif deed == 2:
            self.organise(remove_entrant, who, "Rudeness.")
        elif deed == 3:
            self.organise(return_entrant, who)
        elif self.dice.random() < 0.2 and by.account is not None:
            leave_every_tournament(by.account)

    def keep_apart(self) -> None:
        """Forbid or allow two to meet."""
        service = self.dice.choice((forbid_pair, allow_pair))
        self.organise(service, self._somebody(), self._somebody())

    def rule(self) -> None:
        """Change when and by which pairings a round is played."""
        end = after(self.dice.choice((60, HOUR, 5 * HOUR)))
        deeds: list[tuple[Any, ...]] = [
            (start_early,),
            (pause,),
            (resume,),
            (pair_again,),
            (publish_round,),
            (unpublish_round,),
            (extend_round, end),
            (reopen_last_round, end, "Because."),
        ]
        self.organise(*self.dice.choice(deeds))

    def _somebody(self) -> str:
        entered = Entrant.objects.filter(tournament=self.tournament).order_by("number")
        return self.dice.choice(list(entered.values_list("pk", flat=True)))

    def _has_game(self, name: str) -> bool:
        if not Entrant.objects.filter(tournament=self.tournament, account__display_name=name).exists():
            return False
        own = Place.objects.filter(entrant=entrant(self.tournament, name), round__number=row(self.tournament).round)
        return own.filter(table__game__isnull=False).exists() and bool(game_of(self.tournament, name))


@pytest.mark.parametrize("seed", range(size(6, 60)))
def test_anything_may_happen(watch: Watch, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    dice = Random(seed)
    agreed: dict[str, Any] = {
        "rounds": 3,
        "pairings": dice.choice(("automatic", "preview")),
        "late_until": 3,
        "out_after": dice.choice((None, 1)),
        "closes_early": dice.random() < 0.5,
    }
    made = [settings(**agreed), settings(seats=4, **agreed), duplicate(**agreed)][seed % 3]
    tournament = announced(made, *dice.sample(PEOPLE, 5), robots=1)
    start_early(tournament, caller("Olga"), command())
    deeds = Deeds(tournament, watch, dice)
    often = [deeds.wait, deeds.play, deeds.decide, deeds.move, deeds.keep_apart, deeds.rule, deeds.rule, deeds.rule]
    check_that_it_goes_on(tournament, dice, often, caplog)


def test_anything_may_happen_at_tables_that_start_without_somebody(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    started = 0
    for seed in range(size(9, 60)):
        dice = Random(seed)
        agreed = settings(
            rounds=3, seats=dice.choice((3, 4)), wait=WAITS[seed % 3], closes_early=dice.random() < 0.5, length=5 * HOUR
        )
        tournament = announced(agreed, *dice.sample(PEOPLE, 5), robots=1)
        start_early(tournament, caller("Olga"), command())
        deeds = Deeds(tournament, watch, dice)
        often = [deeds.wait, deeds.wait, deeds.play, deeds.decide, deeds.move, deeds.rule, deeds.rule]
        often += [deeds.come] * 4 + [deeds.start_without] * 2
        check_that_it_goes_on(tournament, dice, often, caplog)
        started += counts(tournament)["table/started-without"]
    assert started >= size(2, 20), started


def check_that_it_goes_on(
    tournament: str, dice: Random, often: list[Callable[[], None]], caplog: pytest.LogCaptureFixture
) -> None:
    """Whether nothing fails however often something is done, and all rows follow from the log in the end."""
    for _ in range(STEPS):
        with suppress(Refused):
            dice.choice(often)()
        settle_down()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    make_checkpoint()
    # In these hours a worker would have counted long ago.
    count_waiting_results(now())
    assert audit().findings == []
    before = {name: kept for name, kept in rows(tournament).items() if name != "tournament"}
    assert rebuild_tournament(tournament) is None
    assert {name: kept for name, kept in rows(tournament).items() if name != "tournament"} == before
