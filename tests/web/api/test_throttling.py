"""How fast somebody may ask: by kind, by account or address, and across all processes that share a cache."""

import os
import secrets
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from redis import ConnectionError as RedisAway

from brikks_site.config.api import RATES, rates
from games.api.throttling import sender_at
from tests.games.accounts.browsers import forget_attempts
from tests.games.chaos.supervised import ROOT
from tests.web.api.calls import get, order, post, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.slow


@pytest.fixture
def limits(settings: LazySettings) -> Any:
    """Set the rates of some kinds; the others have none."""
    forget_attempts()

    def limit(**kinds: str) -> None:
        named = {kind.replace("_", "-"): rate for kind, rate in kinds.items()}
        changed = {**dict.fromkeys(RATES), **named}
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": changed}

    yield limit
    forget_attempts()


def let_through(client: Client, times: int, path: str = "/bots") -> list[int]:
    return [get(client, path).status_code for _ in range(times)]


def test_whoever_asks_too_often_is_told_when_to_go_on(limits: Any) -> None:
    limits(anon="3/d")
    assert let_through(Client(), 3) == [200, 200, 200]
    response = get(Client(), "/bots")
    assert refusal(response) == (429, "request/too-many")
    assert 1 <= int(response.headers["Retry-After"]) <= 24 * 60 * 60


def test_who_is_sent_from_another_address_is_somebody_else(limits: Any) -> None:
    limits(anon="1/d")
    assert let_through(Client(), 2) == [200, 429]
    assert let_through(Client(REMOTE_ADDR="203.0.113.9"), 2) == [200, 429]


def test_an_address_in_a_header_is_not_believed(limits: Any) -> None:
    limits(anon="1/d")
    statuses = [let_through(Client(headers={"X-Forwarded-For": f"203.0.113.{last}"}), 1) for last in range(3)]
    assert statuses == [[200], [429], [429]]


@pytest.mark.django_db
def test_every_account_has_its_own_rate_however_it_comes(cast: Cast, limits: Any) -> None:
    limits(user="2/d")
    assert let_through(cast.client("player"), 1) == [200]
    assert let_through(cast.client("token-read"), 2) == [200, 429]
    assert let_through(cast.client("stranger"), 1) == [200]


@pytest.mark.django_db
def test_commands_have_a_rate_of_their_own(cast: Cast, limits: Any) -> None:
    limits(user="1/d", commands="2/d")
    client = cast.client("player")
    assert let_through(client, 2) == [200, 429]
    statuses = [order(client, f"/games/{cast.open}/join").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


@pytest.mark.django_db
def test_verifying_is_rarer_for_who_has_no_account(cast: Cast, limits: Any) -> None:
    limits(verify="3/d", verify_anon="1/d")
    for role, expected in {"anonymous": [400, 429, 429, 429], "player": [400, 400, 400, 429]}.items():
        client = cast.client(role)
        statuses = [client.post("/api/v1/verify", {}, content_type="application/json").status_code for _ in range(4)]
        assert statuses == expected, role


def test_a_new_period_begins_anew(limits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    limits(anon="1/min")
    moment = 1_800_000_000.0
    monkeypatch.setattr("games.api.throttling.time.time", lambda: moment)
    assert let_through(Client(), 2) == [200, 429]
    moment += 60
    assert let_through(Client(), 2) == [200, 429]


def test_a_cache_that_is_away_stops_nobody(limits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RedisAway("gone")

    limits(anon="1/d")
    monkeypatch.setattr("games.api.throttling._counted", fail)
    assert let_through(Client(), 3) == [200, 200, 200]


@pytest.mark.skipif(not os.environ.get("REDIS_URL"), reason="processes share a cache only with Redis")
def test_a_limit_holds_for_all_processes_together() -> None:
    began = datetime.now(UTC).date()
    counts = let_through_by_processes(2)
    if datetime.now(UTC).date() != began:
        # Counting has begun anew at midnight, which will not come twice.
        counts = let_through_by_processes(2)
    assert sum(counts) == 30, counts


def let_through_by_processes(number: int) -> list[int]:
    """How often each of so many processes is let through that ask 30 times at once; 30 a day are allowed."""
    prefix = f"{os.environ['BRIKKS_REDIS_PREFIX']}{secrets.token_hex(4)}:"
    environment = {**os.environ, "BRIKKS_THROTTLES": "anon=30/d", "BRIKKS_REDIS_PREFIX": prefix}
    command = [sys.executable, "-m", "tests.web.api.often", "30"]
    processes = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(number)
    ]
    try:
        for process in processes:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        return [int(process.communicate(timeout=120)[0]) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("", {}),
        ("off", dict.fromkeys(RATES)),
        ("commands=off", {"commands": None}),
        ("commands=50/s, anon=1/min", {"commands": "50/s", "anon": "1/min"}),
    ],
)
def test_rates_are_set_by_the_environment(said: str, changes: dict[str, str | None]) -> None:
    assert rates(said) == {**RATES, **changes}


@pytest.mark.parametrize("said", ["commands", "commands=fast", "commands=1/year", "nobody=1/s", "commands=-1/s", "on"])
def test_a_rate_that_is_none_stops_the_start(said: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        rates(said)


def test_all_addresses_of_one_connection_count_as_one(limits: Any) -> None:
    limits(anon="2/d")
    statuses = [
        let_through(Client(REMOTE_ADDR=address), 1)[0]
        for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::3", "2001:db8:1:3::1")
    ]
    assert statuses == [200, 200, 429, 200]


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("", ""),
        ("a socket file", "a socket file"),
    ],
)
def test_a_sender_is_known_by_what_is_not_theirs_to_choose(address: str, sender: str) -> None:
    assert sender_at(address) == sender


def test_the_header_says_the_same_as_the_sentence(limits: Any) -> None:
    limits(anon="1/h")
    let_through(Client(), 1)
    response = get(Client(), "/bots")
    seconds = response.headers["Retry-After"]
    assert f" {seconds} second" in response.json()["detail"]


@pytest.mark.django_db
def test_a_program_has_the_same_rate_for_commands_in_whatever_form_it_sends_them(cast: Cast, limits: Any) -> None:
    limits(commands="2/d")
    program = cast.client("token-play")
    plain = order(program, f"/games/{cast.open}/join")
    unusual = order(program, f"/games/{cast.open}/join?format=json")
    assert (plain.status_code, unusual.status_code) == (200, 200)
    assert refusal(order(program, f"/games/{cast.open}/join")) == (429, "request/too-many")


AMONG_BOTS: dict[str, Any] = {"variant": "standard", "levels": [1, 1], "seats": [{"kind": "bot", "bot": "greedy"}] * 2}
WITH_BOT: dict[str, Any] = {**AMONG_BOTS, "seats": [{"kind": "guest"}, {"kind": "bot", "bot": "greedy"}]}


def test_a_program_begins_few_games_among_bots_only(limits: Any, settings: LazySettings, cast: Cast) -> None:
    limits(bots_only="2/d")
    answers = [order(cast.client("token-play"), "/games", **AMONG_BOTS) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert refusal(answers[-1]) == (429, "game/too-many-begun")
    assert "2" in answers[-1].json()["detail"]
    limits()
    settings.CAPS = {**settings.CAPS, "bots-only": 2}
    capped = order(cast.client("token-play"), "/games", **AMONG_BOTS)
    assert refusal(capped) == (429, "game/too-many-bots-only")
    assert capped.headers["Retry-After"] == "60"


def test_a_game_that_was_refused_is_not_counted_as_begun(limits: Any, settings: LazySettings, cast: Cast) -> None:
    limits(bots_only="2/d", bot_games="2/d")
    settings.CAPS = {**settings.CAPS, "bots-only": 1}
    program = cast.client("token-play")
    answers = [order(program, "/games", **AMONG_BOTS) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 429, 429, 429]
    assert refusal(answers[-1]) == (429, "game/too-many-bots-only")
    settings.CAPS = {**settings.CAPS, "bots-only": 2}
    assert order(program, "/games", **AMONG_BOTS).status_code == 201


def test_whoever_leaves_games_to_their_bots_begins_no_more_of_them_than_anybody_plays(limits: Any, cast: Cast) -> None:
    limits(bot_games="2/d")
    program = cast.client("token-play")
    answers = []
    for _ in range(3):
        answers.append(order(program, "/games", **{**WITH_BOT, "seats": [{"kind": "person"}, *WITH_BOT["seats"][1:]]}))
        if answers[-1].status_code == 201:
            order(program, f"/games/{answers[-1].json()['game']}/abort")
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert refusal(answers[-1]) == (429, "game/too-many-begun")
    assert order(cast.client("member"), "/games", **WITH_BOT).status_code == 201


def test_guests_of_one_address_share_what_they_begin_with_bots(limits: Any, cast: Cast) -> None:
    limits(guests_bots="1/d")
    answers = [order(cast.client("guest"), "/games", **WITH_BOT) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert refusal(answers[-1]) == (429, "game/too-many-by-guests")
    assert order(cast.client("member"), "/games", **WITH_BOT).status_code == 201


@pytest.mark.parametrize(("role", "setup"), [("token-play", AMONG_BOTS), ("guest", WITH_BOT)])
def test_a_command_that_is_given_again_gets_its_receipt_and_is_not_counted_again(
    limits: Any, cast: Cast, role: str, setup: dict[str, Any]
) -> None:
    limits(bots_only="1/d", bot_games="1/d", guests_bots="1/d")
    client = cast.client(role)
    first, again = (post(client, "/games", **setup, command_id="once") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert order(client, "/games", **setup).status_code == 429
