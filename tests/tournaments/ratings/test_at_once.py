"""Erasing an account while its results are counted: neither waits for the other in a circle."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, connections

from games.accounts.erasure import erase_account
from games.accounts.models import Account, Actor
from games.extension import unfinished_games
from games.play.models import UncountedResult
from tests.tournaments.ratings.world import BEGIN, count, hours, people, played
from tournaments.ratings import erasure as ratings_erasure
from tournaments.ratings import services
from tournaments.ratings.models import RatedPlayer, SoloRun
from tournaments.ratings.pools import lock_every_pool
from tournaments.ratings.services import store_results
from tournaments.ratings.solo.services import store_runs

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write after the other."),
    pytest.mark.slow,
]


class Beside:
    """Something that is done in a thread of its own."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do
        self.failed: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self._do()
        except BaseException as error:
            self.failed = error
        finally:
            connections.close_all()

    def end(self) -> BaseException | None:
        """Wait for its end; what has failed."""
        self.thread.join(30)
        return self.failed


def test_an_account_goes_while_its_run_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The account and its games are held, then the pools; whoever counts holds the pools first."""
    [ada] = people(1)
    played([ada], [1], variant="solo")
    count()
    game = played([ada], [1], BEGIN + hours(1), variant="solo")
    Actor.objects.create(game_id=game, name="a-0", account_id=ada)
    monkeypatch.setattr(unfinished_games, "function", lambda account: set())
    has_held, has_counted = threading.Event(), threading.Event()

    def lock_later() -> object:
        has_held.set()
        has_counted.wait(2)
        time.sleep(0.3)
        return lock_every_pool()

    def tell_counted(games: list[str]) -> None:
        store_runs(games)
        has_counted.set()

    monkeypatch.setattr(ratings_erasure, "lock_every_pool", lock_later)
    monkeypatch.setattr(services, "store_runs", tell_counted)
    leaving = Beside(lambda: erase_account(Account.objects.get(pk=ada)))
    has_held.wait(2)
    taking = Beside(lambda: store_results([game]))
    assert (leaving.end(), taking.end()) == (None, None)
    assert not Account.objects.filter(pk=ada).exists()
    count()
    assert not SoloRun.objects.exists()
    assert not RatedPlayer.objects.filter(account__isnull=False).exists()
    assert not UncountedResult.objects.exists()


def test_somebody_who_is_rated_for_the_first_time_goes_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever counts holds the accounts of newcomers before the pools, so that erasing waits for it."""
    ada, bob = people(2)
    game = played([ada, bob], [1, 2])
    has_kept = threading.Event()

    def count_later(games: list[str]) -> None:
        has_kept.set()
        time.sleep(0.5)
        store_runs(games)

    monkeypatch.setattr(services, "store_runs", count_later)
    taking = Beside(lambda: store_results([game]))
    has_kept.wait(5)
    leaving = Beside(lambda: erase_account(Account.objects.get(pk=ada)))
    assert (taking.end(), leaving.end()) == (None, None)
    assert count() == 0
    assert RatedPlayer.objects.filter(account=None).count() == 1
