"""Somebody's own stream: in which games it is their turn, whenever that changes."""

import json

import pytest

from games.play.game_lists import turns_of
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import NDJSON, Heard, Listener, bearer, cookie
from tests.games.sample_tables import account, move, play_out, play_until, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MINE = "/api/v1/me/stream"


def games(heard: Heard) -> list[str]:
    return [turn["game"] for turn in heard.said["turns"]]


def test_it_says_where_it_is_ones_turn_and_again_when_that_changes(site: Site) -> None:
    with Listener(site.port, MINE, cookie(account("Bob"))) as listener:
        assert (games(first := listener.take(1)[0]), first.name) == ([], "turns")
        game = table(seconds=60)
        [heard] = listener.take(1)
        assert games(heard) == [game]
        assert heard.said["turns"][0]["seat"] == 1
        assert heard.said["turns"][0]["due_at"].endswith("Z")
        move(game, 1)
        play_until(game, lambda fold: 1 not in fold.awaited or fold.is_over)
        [heard] = listener.take(1)
        assert games(heard) == [turn.game_id for turn in turns_of(account("Bob").pk)]


def test_who_goes_on_hears_nothing_until_something_has_changed(site: Site) -> None:
    headers = bearer("Bob")
    first = table()
    with Listener(site.port, MINE, headers) as listener:
        [heard] = listener.take(1)
    with Listener(site.port, MINE, headers, heard.id) as listener:
        second = table()
        [changed] = listener.take(1)
        assert sorted(games(changed)) == sorted([first, second])
        assert changed.id != heard.id
    with Listener(site.port, MINE, headers, "an id that never was") as listener:
        assert listener.take(1) == [changed]


def test_programs_get_lines_with_the_cursor_in_them(site: Site) -> None:
    game = table("solo", 1)
    with Listener(site.port, MINE, bearer("Ada"), accept=NDJSON) as listener:
        lines = (json.loads(line) for line in listener.lines() if line)
        said = next(lines)
        assert [turn["game"] for turn in said["turns"]] == [game]
        play_out(game)
        assert next(lines)["turns"] == []
    with Listener(site.port, MINE, bearer("Ada"), said["cursor"], NDJSON) as listener:
        said = next(json.loads(line) for line in listener.lines() if line)
        assert said["turns"] == []
