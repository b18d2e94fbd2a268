"""How many watch a game: without those who play, in all processes together, and with the cache away only here."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import override_settings
from django.utils import timezone

from games.accounts.tokens import READ, make_token
from games.live import spectators
from games.live.authorization import Credential
from games.live.hub import Hub, hub
from games.live.spectators import PROCESSES, SpectatorCount
from tests.games.live.readers import Room, pass_by
from tests.games.sample_tables import PEOPLE, account, table

NOWHERE = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}


@pytest.fixture(autouse=True)
def nobody_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every question is asked anew, and no process of another test is remembered."""
    monkeypatch.setattr(spectators, "EVERY", 0.0)
    cache.clear()
    yield
    cache.clear()


def player(name: str) -> Credential:
    who = account(name)
    token, _ = make_token(who, "watching", [READ], timezone.now() + timedelta(days=1))
    return pass_by(token, who)


def test_those_who_play_are_not_counted(room: Room) -> None:
    game, other = table(), table()
    here = SpectatorCount(hub)
    assert here.of(game) == 0
    for who in (None, None, player(PEOPLE[0])):
        room.watch(game, who).messages(1)
    assert here.of(game) == 2
    assert here.of(other) == 0


def test_who_goes_is_not_counted_any_more(room: Room) -> None:
    game = table()
    here = SpectatorCount(hub)
    leaver = room.watch(game)
    leaver.messages(1)
    assert here.of(game) == 1
    leaver.close()
    assert here.of(game) == 0


def test_processes_add_up_what_they_tell_each_other(room: Room) -> None:
    game = table()
    full, empty = SpectatorCount(hub, lambda: "full"), SpectatorCount(Hub(), lambda: "empty")
    for _ in range(3):
        room.watch(game).messages(1)
    assert [empty.of(game), full.of(game), empty.of(game)] == [0, 3, 3]
    assert full.of(game) == 3, "nobody is counted twice"


def test_a_process_that_is_silent_is_forgotten(room: Room) -> None:
    game = table()
    full, empty = SpectatorCount(hub, lambda: "full"), SpectatorCount(Hub(), lambda: "empty")
    room.watch(game).messages(1)
    assert [full.of(game), empty.of(game)] == [1, 1]
    cache.delete(f"{PROCESSES}:full")
    assert empty.of(game) == 0
    assert cache.get(PROCESSES) == {"empty"}


def test_without_the_cache_those_here_are_counted(room: Room) -> None:
    game = table()
    room.watch(game).messages(1)
    with override_settings(CACHES=NOWHERE):
        assert SpectatorCount(hub).of(game) == 1
