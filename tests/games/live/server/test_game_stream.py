"""A game's stream on a real server: everything in order, from wherever somebody goes on, in both forms."""

import json
from urllib.request import urlopen

import pytest

from games.accounts.callers import ANYBODY
from games.log.event_store import read_log
from games.play.visibility import see_log
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import NDJSON, Listener, bearer, stream_of
from tests.games.sample_tables import move, play_out, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_what_has_happened_comes_first_and_then_what_happens(site: Site) -> None:
    game = table()
    begun = len(read_log(game))
    with Listener(site.port, stream_of(game)) as listener:
        assert [heard.id for heard in listener.take(begun)] == [str(seq) for seq in range(1, begun + 1)]
        for _ in range(5):
            move(game)
            log = see_log(game, ANYBODY).events
            heard = listener.take(len(log) - begun)
            assert [one.said["event"] for one in heard] == log[begun:]
            assert [one.said["hash"] for one in heard] == [row.hash for row in read_log(game)[begun:]]
            begun = len(log)


def test_a_finished_game_can_be_heard_from_every_event_on(site: Site) -> None:
    play_out(game := table("solo", 1))
    end = len(read_log(game))
    headers = bearer("Ada")
    with Listener(site.port, stream_of(game), headers) as listener:
        whole = listener.take(end)
    for after in range(1, end, max(1, end // 12)):
        with Listener(site.port, stream_of(game), headers, str(after)) as listener:
            assert listener.take(end - after) == whole[after:]


def test_programs_get_lines_of_json(site: Site) -> None:
    game = table()
    end = len(read_log(game))
    with Listener(site.port, f"{stream_of(game)}?after=1", bearer("Ada"), accept=NDJSON) as listener:
        assert listener.response.headers["Content-Type"] == NDJSON
        lines = (json.loads(line) for line in listener.lines() if line)
        assert [next(lines)["seq"] for _ in range(1, end)] == list(range(2, end + 1))
        move(game)
        assert next(lines)["seq"] == end + 1


def test_the_frames_of_a_game_tell_how_many_watch_it(site: Site) -> None:
    game = table()
    with Listener(site.port, stream_of(game)) as watching, Listener(site.port, stream_of(game), bearer("Ada")) as plays:
        watching.take(1)
        plays.take(1)
        with urlopen(f"http://127.0.0.1:{site.port}/games/{game}/frames/") as answer:
            assert json.load(answer)["watching"] == "1 watching"
