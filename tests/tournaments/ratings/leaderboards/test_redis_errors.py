"""A Redis that answers with an error, whatever it is, costs nobody a page; and nobody fills it with empty boards."""

from typing import Any

import pytest
import redis
from django.conf import settings as real_settings
from django.test import Client

from tests.tournaments.ratings.leaderboards.rows import client, player, put
from tests.tournaments.ratings.world import LATER
from tournaments.ratings.leaderboards import redis_boards as sets
from tournaments.ratings.leaderboards.redis_boards import outdated_boards, redis_key, refresh_board
from tournaments.ratings.leaderboards.source import ask_board

pytestmark = pytest.mark.django_db

ERRORS = [
    redis.exceptions.ReadOnlyError("You can't write against a read only replica."),
    redis.exceptions.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."),
    redis.exceptions.ResponseError("MISCONF Redis is configured to save RDB snapshots, but it cannot."),
    redis.exceptions.ResponseError("WRONGTYPE Operation against a key holding the wrong kind of value"),
    redis.exceptions.BusyLoadingError("Redis is loading the dataset in memory"),
    OSError("Network is unreachable"),
]


class Refusing:
    """A Redis that holds nothing and refuses to write, or refuses everything."""

    def __init__(self, error: Exception, reads: bool) -> None:
        self._error, self._reads = error, reads

    def register_script(self, script: str) -> Any:
        return lambda keys, arguments: None if self._reads else self._refuse()

    def __getattr__(self, name: str) -> Any:
        return self._refuse

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise self._error


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: str(error).split()[0])
def test_an_error_of_redis_leaves_the_tables_to_answer(
    monkeypatch: pytest.MonkeyPatch, settings: Any, error: Exception, reads: bool
) -> None:
    board = put({player("Ada"): 1500})
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(sets._away, "until", 0.0)
    monkeypatch.setattr(sets, "_client", lambda _: Refusing(error, reads))
    assert "Ada" in Client().get("/leaderboards/?variant=standard").content.decode()
    monkeypatch.setattr(sets._away, "until", 0.0)
    assert Client().get("/api/v1/leaderboards/standard").status_code == 200
    monkeypatch.setattr(sets._away, "until", 0.0)
    refresh_board(board.pool, board.period)
    monkeypatch.setattr(sets._away, "until", 0.0)
    assert outdated_boards(LATER) == []


@pytest.mark.skipif(not real_settings.REDIS_URL, reason="There is no Redis here.")
def test_a_board_on_which_nobody_stands_is_not_kept_in_redis(django_capture_on_commit_callbacks: Any) -> None:
    put({player("Ada"): 1500}, period="2026-11-02")
    with django_capture_on_commit_callbacks() as rung:
        for number in range(1, 29):
            ask_board("brikks/standard", f"2026-02-{number:02}", lambda _, source: source.count())
            ask_board("brikks/chess", "all", lambda _, source: source.count())
    assert rung == []
    assert not [*client().scan_iter(f"{redis_key('brikks', '')[:-1]}*")]
    with django_capture_on_commit_callbacks() as rung:
        ask_board("brikks/standard", "2026-11-02", lambda _, source: source.count())
    assert len(rung) == 1
