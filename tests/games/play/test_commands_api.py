"""POST /games/<id>/…: commands, by whom they are taken, and what they answer."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.accounts.devices import TABLES
from games.log.models import Event, Game
from games.play.setup import PRIVATE
from tests.games.refusals import everything
from tests.games.sample_tables import (
    CONTRIBUTION,
    account,
    addition,
    choose,
    fold_of,
    open_table,
    phase,
    play_until,
    table,
)
from tests.web.api.calls import get, invite_to, order, post, refusal
from tests.web.api.roles import Cast, program_of

pytestmark = pytest.mark.django_db


def head(game: str) -> dict[str, Any]:
    row = Game.objects.get(pk=game)
    return {"game": game, "seq": row.seq, "hash": row.head_hash}


def test_a_seat_is_taken_and_the_answer_is_its_place_in_the_log(cast: Cast) -> None:
    response = order(cast.client("stranger"), f"/games/{cast.open}/join", **addition(cast.open))
    assert response.status_code == 200
    assert response.json() == head(cast.open)
    assert fold_of(cast.open).contributions[0] == CONTRIBUTION


def test_a_command_that_is_sent_again_is_answered_again_and_done_once(cast: Cast) -> None:
    client = cast.client("stranger")
    answers = [post(client, f"/games/{cast.open}/join", command_id="twice").json() for _ in range(2)]
    assert answers[0] == answers[1] == head(cast.open)


def test_a_private_game_is_joined_by_its_link_only(cast: Cast) -> None:
    game = open_table(visibility=PRIVATE)
    client = cast.client("stranger")
    assert refusal(order(client, f"/games/{game}/join")) == (404, "game/not-found")
    assert refusal(order(client, f"/games/{game}/join", invite="nonsense")) == (404, "game/no-such-link")
    other = invite_to(cast.open)
    assert refusal(order(client, f"/games/{game}/join", invite=other)) == (404, "game/no-such-link")
    assert order(client, f"/games/{game}/join", invite=invite_to(game)).status_code == 200


def test_a_host_joins_a_private_game_of_their_own_without_the_link(cast: Cast) -> None:
    game = open_table(visibility=PRIVATE)
    assert order(cast.client("player"), f"/games/{game}/join").status_code == 200


def test_a_seat_is_given_up_again(cast: Cast) -> None:
    assert order(cast.client("guest"), f"/games/{cast.open}/leave", seat=1).json() == head(cast.open)
    assert fold_of(cast.open).seated == (None, None)


def test_nobody_leaves_for_somebody_else(cast: Cast) -> None:
    assert refusal(order(cast.client("stranger"), f"/games/{cast.open}/leave", seat=1)) == (403, "seat/not-yours")


def test_a_game_is_started_by_its_host(cast: Cast) -> None:
    assert refusal(order(cast.client("player"), f"/games/{cast.open}/start")) == (422, "game/seat-empty")
    order(cast.client("player"), f"/games/{cast.open}/join")
    assert refusal(order(cast.client("guest"), f"/games/{cast.open}/start")) == (403, "game/not-host")
    assert order(cast.client("player"), f"/games/{cast.open}/start").status_code == 200
    assert refusal(order(cast.client("player"), f"/games/{cast.open}/start")) == (409, "game/not-open")


def test_a_game_is_called_off_by_its_host(cast: Cast) -> None:
    assert refusal(order(cast.client("stranger"), f"/games/{cast.open}/abort")) == (403, "game/not-host")
    assert order(cast.client("player"), f"/games/{cast.open}/abort").status_code == 200
    assert fold_of(cast.open).status == "aborted"


def test_a_seat_acts_as_its_options_say(cast: Cast) -> None:
    client = cast.client("opponent")
    options = get(client, f"/games/{cast.running}/options").json()
    action = options["actions"][0]["action"]
    made = order(client, f"/games/{cast.running}/actions", action=action, answers=options["asked"])
    assert made.json() == head(cast.running)
    event = Event.objects.get(game=cast.running, seq=made.json()["seq"])
    assert (event.kind, event.seat) == ("start", 1)


def test_a_move_asks_the_database_for_little(cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    """The token, the game, the command, the seat, the event, the game again; and the transaction around it."""
    fold, program = fold_of(cast.running), program_of("Bob").client()
    get(program, "/bots")
    with django_assert_max_num_queries(8):
        made = order(program, f"/games/{cast.running}/actions", action=choose(fold, 1), answers=fold.asked)
    assert made.status_code == 200


def test_moves_that_cannot_be_are_refused_and_leave_everything_as_it_was(cast: Cast) -> None:
    fold = fold_of(cast.running)
    good = choose(fold, 1)
    cases: list[tuple[str, dict[str, Any], tuple[int, str]]] = [
        ("player", {"action": good, "answers": fold.asked}, (403, "seat/not-yours")),
        ("stranger", {"action": good, "answers": fold.asked}, (403, "seat/not-yours")),
        ("opponent", {"action": good, "answers": fold.asked - 1}, (409, "move/stale")),
        ("opponent", {"action": good}, (400, "move/answers")),
        ("opponent", {"action": {"seat": 1, "kind": "bomb"}, "answers": fold.asked}, (422, "turn/wrong-phase")),
        ("opponent", {"action": {"seat": 1, "kind": "fly"}, "answers": fold.asked}, (400, "event/unknown-kind")),
        ("opponent", {"action": {**good, "points": 9}, "answers": fold.asked}, (400, "event/unknown-field")),
        ("opponent", {"action": {**good, "blind": "0" * 16}, "answers": fold.asked}, (400, "event/unknown-field")),
        ("opponent", {"action": [], "answers": fold.asked}, (400, "event/no-seat")),
        ("opponent", {"action": {"seat": True}, "answers": fold.asked}, (400, "event/no-seat")),
        ("opponent", {"action": good, "answers": True}, (400, "move/answers")),
        ("opponent", {"action": good, "answers": fold.asked, "actor": "bot-0"}, (400, "request/unknown-field")),
    ]
    clients = {role: cast.client(role) for role, _, _ in cases}
    for client in clients.values():
        # That somebody is there is noticed once a day.
        get(client, "/bots")
    before = everything()
    for role, body, expected in cases:
        assert refusal(order(clients[role], f"/games/{cast.running}/actions", **body)) == expected, body
    assert everything() == before


def test_a_stranger_does_not_learn_of_a_private_game_by_acting_in_it(cast: Cast) -> None:
    cases: dict[str, dict[str, Any]] = {"actions": {"action": {"seat": 1}}, "start": {}, "leave": {"seat": 0}}
    for verb, body in {**cases, "rolls": {"roll": {}}}.items():
        response = order(cast.client("stranger"), f"/games/{cast.private}/{verb}", **body)
        assert refusal(response) == (404, "game/not-found"), verb


def test_rolls_on_the_table_are_entered_by_the_scorekeeper(cast: Cast) -> None:
    fold = play_until(cast.at_table, lambda fold: phase(fold) == "roll")
    roll = {"kind": "roll", "seat": fold.awaited[0], "color": "red", "number": 1}
    body = {"roll": roll, "answers": fold.asked}
    assert refusal(order(cast.client("member"), f"/games/{cast.at_table}/rolls", **body)) == (404, "game/not-found")
    assert order(cast.client("scorekeeper"), f"/games/{cast.at_table}/rolls", **body).json() == head(cast.at_table)


def test_staff_end_a_game_by_decision(cast: Cast) -> None:
    path = f"/games/{cast.running}/adjudication"
    assert refusal(order(cast.client("organiser"), path, how="as-stands")) == (403, "game/not-adjudicator")
    assert refusal(order(cast.client("staff"), path, how="somehow")) == (400, "adjudication/how")
    made = order(cast.client("staff"), path, how="forfeit", seats=[1], reason="He has left the room.")
    assert made.status_code == 200
    assert fold_of(cast.running).status == "adjudicated"


ENDPOINTS = ("join", "leave", "start", "abort", "actions", "rolls", "adjudication")
BODIES: dict[str, dict[str, Any]] = {
    "leave": {"seat": 0},
    "actions": {"action": {}},
    "rolls": {"roll": {}},
    "adjudication": {"how": "as-stands"},
}


@pytest.mark.parametrize("verb", ENDPOINTS)
def test_nobody_in_particular_commands_nothing(cast: Cast, verb: str) -> None:
    response = order(cast.client("anonymous"), f"/games/{cast.running}/{verb}", **BODIES.get(verb, {}))
    assert refusal(response) == (401, "request/who")
    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("verb", ENDPOINTS)
def test_a_token_reaches_as_far_as_its_scopes(cast: Cast, verb: str) -> None:
    enough = "token-organise" if verb == "adjudication" else "token-play"
    for role in ("token-read", "token-play", "token-organise"):
        response = order(cast.client(role), f"/games/{cast.running}/{verb}", **BODIES.get(verb, {}))
        assert (refusal(response) == (403, "request/forbidden")) == (role != enough), role


def test_programs_do_not_play_rated_games(cast: Cast) -> None:
    waiting = open_table(rated=True)
    program = cast.client("token-play")
    assert refusal(order(program, f"/games/{waiting}/join")) == (403, "token/rated")
    assert order(cast.client("player"), f"/games/{waiting}/join").status_code == 200
    running = table(rated=True)
    order(cast.client("opponent"), f"/games/{running}/actions", action=choose(fold_of(running), 1), answers=4)
    fold = fold_of(running)
    body = {"action": choose(fold, 0), "answers": fold.asked}
    assert refusal(order(program, f"/games/{running}/actions", **body)) == (403, "token/rated")
    resigning = {"action": {"kind": "drop", "seat": 0, "reason": "resign"}}
    assert refusal(order(program, f"/games/{running}/actions", **resigning)) == (403, "token/rated")
    assert order(cast.client("player"), f"/games/{running}/actions", **body).status_code == 200


def test_a_program_does_not_learn_of_a_hidden_game_by_its_rating(cast: Cast) -> None:
    game = open_table(rated=True, visibility="hidden")
    assert refusal(order(program_of("Dan").client(), f"/games/{game}/join")) == (404, "game/not-found")


def test_whoever_holds_the_device_acts(cast: Cast) -> None:
    client = cast.client("player")
    session = client.session
    session[TABLES] = {cast.open: {"guests": [account("Gus").pk], "holder": account("Gus").pk}}
    session.save()
    assert get(client, f"/games/{cast.open}").json()["seat"] == 1
    assert order(client, f"/games/{cast.open}/leave", seat=1).status_code == 200


def test_a_browser_needs_its_csrf_token(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("Ada"))
    refused = order(client, f"/games/{cast.open}/join")
    assert refusal(refused) == (403, "request/csrf")
    assert "X-CSRFToken" in refused.json()["detail"]
    assert (
        Client(enforce_csrf_checks=True, headers=cast.roles["token-play"].headers)
        .post(f"/api/v1/games/{cast.open}/join", {"command_id": "c"}, content_type="application/json")
        .status_code
        == 200
    )
