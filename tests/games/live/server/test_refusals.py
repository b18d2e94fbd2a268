"""What is refused before a stream begins, in clear words and plain JSON."""

import http.client

import pytest

from games.live.hub import MOST_OF_ONE
from games.log.event_store import read_log
from tests.games.chaos.site import Site, wait_until
from tests.games.live.server.listeners import Listener, bearer, cookie, stream_of
from tests.games.sample_tables import account, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ODD = ["-1", "1.5", "abc", "\xb2", "99999999999", "4294967296", "1e3", "0x10", "1 2", "true", "9" * 5000]
"""Nothing of this is the number of an event."""


@pytest.mark.parametrize("after", ODD)
def test_what_is_no_event_is_refused(site: Site, after: str) -> None:
    game = table()
    with Listener(site.port, stream_of(game), after=after) as listener:
        assert (listener.status, listener.refusal["code"]) == (400, "request/number")


def test_an_odd_parameter_is_refused_too(site: Site) -> None:
    game = table()
    for after in ("-1", "abc", "%00", "9" * 30):
        with Listener(site.port, f"{stream_of(game)}?after={after}") as listener:
            assert (listener.status, listener.refusal["code"]) == (400, "request/number")


def test_an_event_that_has_not_happened_is_refused(site: Site) -> None:
    game = table()
    end = len(read_log(game))
    with Listener(site.port, stream_of(game), after=str(end + 1)) as listener:
        assert (listener.status, listener.refusal["code"]) == (400, "stream/ahead")
    with Listener(site.port, stream_of(game), after=str(end)) as listener:
        assert listener.status == 200


def test_an_empty_id_is_the_beginning_and_a_header_counts_more_than_the_address(site: Site) -> None:
    game = table()
    with Listener(site.port, stream_of(game), after="") as listener:
        assert listener.take(1)[0].id == "1"
    with Listener(site.port, f"{stream_of(game)}?after=1", after="2") as listener:
        assert listener.take(1)[0].id == "3"
    with Listener(site.port, f"{stream_of(game)}?after=1", after="0002") as listener:
        assert listener.take(1)[0].id == "3"


@pytest.mark.parametrize("game", ["g-nothing", "..", "%00", "a" * 300, "%F0%9F%8E%B2"])
def test_a_game_that_is_not_there(site: Site, game: str) -> None:
    with Listener(site.port, stream_of(game)) as listener:
        assert listener.status == 404


def test_other_formats_and_methods(site: Site) -> None:
    path = stream_of(table())
    with Listener(site.port, path, accept="text/html") as listener:
        assert (listener.status, listener.refusal["code"]) == (406, "request/format")
    with Listener(site.port, path, accept="*/*") as listener:
        assert listener.response.headers["Content-Type"] == "text/event-stream"
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request("HEAD", path)
    assert connection.getresponse().status == 405, "it would never end"
    connection.close()


def test_nobody_on_the_way_keeps_a_stream_or_holds_it_back(site: Site) -> None:
    with Listener(site.port, stream_of(table())) as listener:
        assert listener.response.headers["Cache-Control"] == "no-store"
        assert listener.response.headers["X-Accel-Buffering"] == "no"
        assert "Content-Length" not in listener.response.headers


def test_a_token_must_be_known_and_reach_so_far(site: Site) -> None:
    path = stream_of(table())
    with Listener(site.port, path, {"Authorization": "Bearer brikks_nothing"}) as listener:
        assert listener.status == 401
    with Listener(site.port, "/api/v1/me/stream") as listener:
        assert listener.status == 401


def test_one_account_has_so_many_streams_and_no_more(site: Site) -> None:
    path, headers = stream_of(table()), bearer("Ada")
    listeners = [Listener(site.port, path, headers) for _ in range(MOST_OF_ONE)]
    for listener in listeners:
        listener.take(1)
    with Listener(site.port, path, cookie(account("Ada"))) as one_too_many:
        assert (one_too_many.status, one_too_many.refusal["code"]) == (429, "stream/too-many")
    with Listener(site.port, path, bearer("Bob")) as another:
        assert another.status == 200
    listeners.pop().close()
    wait_until(lambda: is_let_in(site, path, headers), "there is room again")
    for listener in listeners:
        listener.close()


def is_let_in(site: Site, path: str, headers: dict[str, str]) -> bool:
    with Listener(site.port, path, headers) as listener:
        return listener.status == 200


@pytest.mark.parametrize("path", [None, "/api/v1/me/stream"])
@pytest.mark.parametrize("form", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_says_what_it_is_and_a_refusal_is_json(site: Site, path: str | None, form: str) -> None:
    path, headers = path or stream_of(table()), bearer("Ada")
    with Listener(site.port, path, headers, accept=form) as listener:
        assert (listener.status, listener.response.headers["Content-Type"]) == (200, form)
    unknown = {"Authorization": "Bearer brikks_nothing"}
    with Listener(site.port, path, unknown, accept=form) as refused:
        assert (refused.status, refused.response.headers["Content-Type"]) == (401, "application/json")
