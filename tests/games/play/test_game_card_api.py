"""GET /games/<id>: the card of a game, for those who may see it."""

from datetime import datetime

import pytest

from games.log.models import Game
from tests.games.sample_tables import account, fold_of, mixed_table, play_out, table
from tests.web.api.calls import get, invite_to, refusal
from tests.web.api.roles import ROLES, Cast

pytestmark = pytest.mark.django_db

INSIDE = {"player", "opponent", "organiser", "owner", "staff", "token-read", "token-all"}
"""Who sees a private game of the club."""


def test_it_shows_what_was_agreed_on_and_where_the_log_ends(cast: Cast) -> None:
    shown = get(cast.client("anonymous"), f"/games/{cast.running}").json()
    fold = fold_of(cast.running)
    assert shown["head"] == {"seq": fold.seq, "hash": fold.hash}
    fixed = {"id": fold.dice["deal"], "commitment": fold.dice["commitment"]}
    assert shown["deal"] == {**fixed, "is_shared": False}
    assert (shown["awaited"], shown["seats"], shown["rules_version"]) == ([1], ["person", "person"], 1)
    assert (shown["seat"], shown["is_host"], shown["clock"], shown["results"]) == (None, False, None, [])


def test_it_shows_which_seat_is_ones_own(cast: Cast) -> None:
    assert get(cast.client("opponent"), f"/games/{cast.running}").json()["seat"] == 1


def test_only_the_host_gets_the_link(cast: Cast) -> None:
    has_link = {role for role in ROLES if "invite" in get(cast.client(role), f"/games/{cast.running}").json()}
    assert has_link == {"player", "token-read", "token-all"}
    assert get(cast.client("player"), f"/games/{cast.running}").json()["invite"] == invite_to(cast.running)


def test_a_clock_shows_until_when_an_answer_is_due(db: None, cast: Cast) -> None:
    game = table(seconds=90)
    clock = get(cast.client("opponent"), f"/games/{game}").json()["clock"]
    due = Game.objects.get(pk=game).due_at
    assert due is not None
    assert datetime.fromisoformat(clock["due_at"]) == due
    assert (datetime.fromisoformat(clock["due_at"]) - datetime.fromisoformat(clock["asked_at"])).seconds == 90
    assert (clock["seconds"], clock["timeout"]) == (90, "bomb")


def test_bots_and_the_erased_are_shown_as_such(cast: Cast) -> None:
    game = mixed_table(2, "greedy")
    account("Bob").delete()
    players = get(cast.client("anonymous"), f"/games/{game}").json()["players"]
    assert [(player["kind"], player["name"]) for player in players] == [
        ("person", "Ada"),
        ("erased", None),
        ("bot", "greedy"),
    ]


def test_a_game_that_is_over_has_results(cast: Cast) -> None:
    game = table()
    fold = play_out(game)
    shown = get(cast.client("anonymous"), f"/games/{game}").json()
    scores = [score["total"] for score in fold.rules.outcome(fold.state).scores]
    assert [result["score"] for result in shown["results"]] == scores
    assert shown["status"] == "finished"
    assert min(result["place"] for result in shown["results"]) == 1


@pytest.mark.parametrize("role", ROLES)
def test_a_private_game_is_there_for_those_who_have_to_do_with_it(cast: Cast, role: str) -> None:
    response = get(cast.client(role), f"/games/{cast.private}")
    if role in INSIDE:
        assert response.status_code == 200
    elif role in ("token-play", "token-organise"):
        assert refusal(response) == (403, "request/forbidden")
    else:
        assert refusal(response) == (404, "game/not-found")


def test_whoever_has_the_link_may_look(cast: Cast) -> None:
    for path in ("", "/position", "/log", "/record"):
        response = get(cast.client("anonymous"), f"/games/{cast.private}{path}", invite=invite_to(cast.private))
        assert response.status_code == 200, path
        assert "invite" not in response.json()


@pytest.mark.parametrize("invite", ["", "nonsense", "\0", "ü"])
def test_a_wrong_link_opens_nothing(cast: Cast, invite: str) -> None:
    response = get(cast.client("stranger"), f"/games/{cast.private}", invite=invite)
    assert refusal(response) == (404, "game/not-found")


@pytest.mark.parametrize("game", ["g-none", "%00", "%F0%9F%8E%B2", "a b", "x" * 500])
def test_what_is_no_game_is_not_found(cast: Cast, game: str) -> None:
    assert refusal(get(cast.client("stranger"), f"/games/{game}")) == (404, "game/not-found")
