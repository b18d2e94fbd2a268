"""`kill -9` between a ruling and its consequences: the next worker goes on, and everything comes as it was foretold."""

import sys
from collections.abc import Callable

import pytest

from games.clock.site_time import now
from games.disputes.services import give_ruling
from games.play.models import ResultChange, UncountedResult
from tests.games.clock.watch import Watch
from tests.games.sample_tables import command
from tests.tournaments.desk.world import REASON, auditor, duels, figures, follow, foretold, games_in, played
from tests.tournaments.events.rounds.killed_worker import die, is_killed, then
from tournaments.desk.ruling_preview import foresee_ruling
from tournaments.events.log.event_store import store
from tournaments.events.rounds import results
from tournaments.ratings import rerating, services
from tournaments.ratings.generation import BUILD_LEASE
from tournaments.ratings.solo.services import store_runs

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(sys.platform != "linux", reason="processes are forked and killed"),
    pytest.mark.slow,
]


def rule_and_die(game: str) -> None:
    """Void a game; nothing that should follow happens."""
    give_ruling(game, auditor(), command(), "voided", reason=REASON)
    die()


def die_taking_in() -> None:
    """Die when the tournament has written down the new result, but not committed it."""
    setattr(results, "store", then(store, die))  # noqa: B010
    results.take_in_results()


def die_counting() -> None:
    """Die when the match has been taken away, but the word has not."""
    setattr(services, "store_runs", then(store_runs, die))  # noqa: B010
    services.count_waiting_results(now())


def die_rerating() -> None:
    """Die when the ratings have been computed anew, but are not shown."""
    setattr(rerating, "show_generation", die)  # noqa: B010
    services.count_waiting_results(now())


def test_a_worker_is_killed_at_every_step_from_a_ruling_to_its_consequences(real_watch: Watch) -> None:
    tournament = played(real_watch, duels(), 2, "Ada", "Bob", "Cleo", "Dan")
    game, before = games_in(tournament, 1)[0], figures(tournament)
    preview = foresee_ruling(game, "voided")
    assert preview.ratings
    assert preview.standings

    deaths: list[Callable[[], None]] = [lambda: rule_and_die(game), die_taking_in, die_counting, die_rerating]
    for death in deaths:
        assert is_killed(death)
        assert ResultChange.objects.filter(pk=game).exists()
        assert UncountedResult.objects.filter(pk=game).exists() == (death is not die_rerating)
        assert figures(tournament) == before, "nothing is done by halves"
    real_watch.run(BUILD_LEASE.total_seconds())
    follow()
    assert figures(tournament) == foretold(before, preview)
    assert not ResultChange.objects.exists()
    assert not UncountedResult.objects.exists()
