"""How a watcher learns of a commit: at once by a bell, a moment later from the database, never before the commit."""

import logging
import threading
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connections, transaction

from games.accounts.models import Account
from games.live.watcher import ChangeCounter
from games.log import pubsub, redis_pubsub
from games.log.event_store import read_log
from games.log.pubsub import (
    LocalChannel,
    Subscription,
    local_channel,
    publish_on_commit,
    subscribe_to_changes,
)
from games.log.redis_pubsub import RedisSubscription
from tests.games.live.readers import Room
from tests.games.tables import account, move, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bell() -> Iterator[Subscription]:
    """The bell of the site, listened to."""
    bell = subscribe_to_changes()
    bell.wait(0.0)
    yield bell
    bell.close()


def wait(bell: Subscription) -> set[str]:
    """The games that it is rung for before long."""
    end = time.monotonic() + 10
    while not (games := bell.wait(0.2)) and time.monotonic() < end:
        pass
    return games


def test_the_bell_of_the_site_is_rung_through_redis_if_there_is_one() -> None:
    assert type(subscribe_to_changes()) is (RedisSubscription if settings.REDIS_URL else LocalChannel)


def test_every_command_rings_for_its_game(bell: Subscription) -> None:
    game = table()
    assert game in wait(bell)
    move(game)
    assert wait(bell) == {game}


def test_nothing_rings_before_the_commit_or_without_one(bell: Subscription) -> None:
    with transaction.atomic():
        publish_on_commit("g-1")
        assert bell.wait(0.3) == set()
        transaction.set_rollback(True)
    assert bell.wait(0.3) == set()
    with transaction.atomic():
        publish_on_commit("g-2")
    assert wait(bell) == {"g-2"}


def test_a_bell_that_nobody_listens_to_keeps_nothing() -> None:
    own = LocalChannel()
    own.ring("g-1")
    assert own.wait(0.0) == set()
    own.ring("g-2")
    own.close()
    assert own.wait(0.0) == set()


def in_another_thread(work: object) -> None:
    def run() -> None:
        try:
            work()  # type: ignore[operator]
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_the_change_counter_moves_with_every_commit_of_others_and_only_then() -> None:
    account("Ada")
    counter = ChangeCounter()
    assert counter.has_moved(), "nothing is known yet"
    in_another_thread(lambda: Account.objects.update(language="de"))
    assert counter.has_moved()
    in_another_thread(lambda: Account.objects.count())
    if not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        assert not counter.has_moved(), "on PostgreSQL others use the same server"


def test_without_any_bell_the_database_itself_tells(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "_ring", lambda game: None)
    game = table()
    reader = room.watch(game)
    reader.messages(len(read_log(game)))
    for _ in range(3):
        before = len(read_log(game))
        move(game)
        after = len(read_log(game))
        assert [said["seq"] for said in reader.messages(after - before)] == list(range(before + 1, after + 1))


def test_a_redis_that_is_away_is_said_once_and_costs_no_message(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")
    redis_pubsub.redis_publisher.cache_clear()
    game = table()
    with caplog.at_level(logging.WARNING, "games.log.redis_pubsub"):
        reader = room.watch(game)
        reader.messages(len(read_log(game)))
        for _ in range(3):
            before = len(read_log(game))
            move(game)
            reader.messages(len(read_log(game)) - before)
    redis_pubsub.redis_publisher.cache_clear()
    said = [record.message for record in caplog.records]
    assert sum("were not woken" in line for line in said) <= 2
    assert any("ask the database" in line for line in said)


def test_this_process_rings_for_itself_without_redis() -> None:
    assert subscribe_to_changes() is local_channel or settings.REDIS_URL
