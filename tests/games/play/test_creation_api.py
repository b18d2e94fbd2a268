"""POST /games: a new game, once for each command."""

from typing import Any

import pytest

from games.log.models import Game
from tests.games.sample_tables import account, fold_of
from tests.web.api.calls import get, order, post, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db

SOLO: dict[str, Any] = {"variant": "solo", "levels": [2], "seats": [{"kind": "person"}]}


def test_a_game_is_created_and_its_host_gets_the_link(cast: Cast) -> None:
    response = order(cast.client("stranger"), "/games", **SOLO)
    assert response.status_code == 201
    made = response.json()
    game = Game.objects.get(pk=made["game"])
    assert made == {"game": game.pk, "seq": 1, "hash": game.head_hash, "invite": game.invite}


def test_everything_that_can_be_agreed_on_is_agreed_on(cast: Cast) -> None:
    setup = {
        "variant": "duel",
        "levels": [1, 3],
        "seats": [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}],
        "seconds": 60,
        "timeout": "forfeit",
        "visibility": "private",
        "club": str(cast.club.pk),
        "key": "brikks",
        "rules_version": 1,
        "more": {"table": 7},
    }
    made = order(cast.client("member"), "/games", **setup, dice="server", deal=None, rated=False).json()
    created = fold_of(made["game"]).created
    assert created["clock"] == {"seconds": 60, "timeout": "forfeit"}
    assert {name: created[name] for name in ("variant", "levels", "seats", "visibility", "club", "table")} == {
        **{name: setup[name] for name in ("variant", "levels", "seats", "visibility", "club")},
        "table": 7,
    }


def test_the_same_command_gives_the_same_answer(cast: Cast) -> None:
    first, again = (post(cast.client("stranger"), "/games", command_id="twice", **SOLO) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()


def test_an_id_that_was_used_for_something_else_is_refused(cast: Cast) -> None:
    post(cast.client("stranger"), "/games", command_id="twice", **SOLO)
    other = post(cast.client("stranger"), "/games", command_id="twice", **{**SOLO, "levels": [1]})
    assert refusal(other) == (409, "command/reused")


def test_a_program_creates_for_its_account(cast: Cast) -> None:
    made = order(cast.client("token-play"), "/games", **SOLO).json()
    assert get(cast.client("player"), f"/games/{made['game']}").json()["is_host"]


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("anonymous", (401, "request/who")),
        ("token-read", (403, "request/forbidden")),
        ("token-organise", (403, "request/forbidden")),
    ],
)
def test_who_may_not_create_is_refused(cast: Cast, role: str, expected: tuple[int, str]) -> None:
    assert refusal(order(cast.client(role), "/games", **SOLO)) == expected


def test_a_guest_may(cast: Cast) -> None:
    assert order(cast.client("guest"), "/games", **SOLO).status_code == 201


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"variant": "chess"}, (400, "setup/unknown-variant")),
        ({"seats": [{"kind": "bot", "bot": "deep-blue"}]}, (400, "setup/choice")),
        ({"seats": []}, (400, "setup/seats")),
        ({"seats": {}}, (400, "setup/seats")),
        ({"seats": 7}, (400, "setup/seats")),
        ({"seats": [7]}, (400, "setup/choice")),
        ({"levels": None}, (400, "setup/levels")),
        ({"seconds": 1}, (400, "setup/seconds")),
        ({"rated": 1}, (400, "setup/choice")),
        ({"more": {"seat": 1}}, (400, "setup/more")),
        ({"deal": "d-none"}, (404, "deal/not-found")),
        ({"club": "c-none"}, (404, "club/not-found")),
        ({"dice": "table", "seconds": 60}, (422, "setup/table-clock")),
        ({"command_id": "a b"}, (400, "command/id")),
        ({"command_id": 7}, (400, "command/id")),
        ({"actor": "system"}, (400, "request/unknown-field")),
        ({"host": 1}, (400, "request/unknown-field")),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(cast: Cast, change: dict[str, Any], expected: tuple[int, str]) -> None:
    body = {"command_id": "one", **SOLO, **change}
    assert refusal(post(cast.client("stranger"), "/games", **body)) == expected
    assert not account("Dan").actors.exists()


@pytest.mark.parametrize("name", ["command_id", "variant", "levels", "seats"])
def test_what_is_missing_is_named(cast: Cast, name: str) -> None:
    body = {"command_id": "one", **SOLO}
    del body[name]
    response = post(cast.client("stranger"), "/games", **body)
    assert refusal(response) == (400, "request/missing-field")
    assert name in response.json()["detail"]
