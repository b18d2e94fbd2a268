"""The games of a club through the interface: found by who may see them, and looked into by nobody else."""

from typing import Any

import pytest

from games.integrity.audit.full_audit import audit
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.sample_tables import caller, command, fold_of, move, people
from tests.tournaments.clubs.callers import ROLES, call, code, make_strangers
from tests.tournaments.sample_clubs import club
from tournaments.clubs.models import Club

pytestmark = pytest.mark.django_db


def game_in(made: Club, **setup: Any) -> str:
    """A started game of the club that Mia has created; Ada and Bob play."""
    game = create_game(Setup("standard", [1, 1], people(2), club=made.pk, **setup), caller("Mia"), command()).game
    for seat, name in enumerate(("Ada", "Bob")):
        join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "", seat)
    start_game(game, caller("Mia"), command())
    return game


def found(name: str | None, made: Club, query: str = "") -> set[str]:
    response = call(name, "GET", f"clubs/{made.pk}/games{query}")
    return {shown["id"] for shown in response.json()["results"]}


def test_who_finds_which_games_of_a_public_club() -> None:
    made = club(is_public=True)
    make_strangers()
    public, private = game_in(made), game_in(made, visibility="private")
    on_table = game_in(made, visibility="hidden", dice="table")
    everything = {public, private, on_table}
    seen = {"Olga": everything, "Otto": everything, "Max": everything, "Sven": {public, on_table}}
    for name in ROLES:
        assert found(name, made) == seen.get(name or "", {public}), name
    assert found("Ada", made) == everything


def test_games_can_be_narrowed_down_and_come_in_pages() -> None:
    made = club()
    games = {game_in(made) for _ in range(3)}
    assert found("Mia", made, "?status=running") == games
    assert found("Mia", made, "?status=open") == set()
    page = call("Mia", "GET", f"clubs/{made.pk}/games?limit=2").json()
    rest = call("Mia", "GET", f"clubs/{made.pk}/games?limit=2&cursor={page['next']}").json()
    assert [len(page["results"]), len(rest["results"]), rest["next"]] == [2, 1, None]
    assert {shown["id"] for shown in page["results"] + rest["results"]} == games


def test_a_private_game_is_not_there_for_organisers_of_other_clubs() -> None:
    made = club(is_public=True)
    make_strangers()
    game = game_in(made, visibility="private")
    for path in (f"games/{game}", f"games/{game}/log", f"games/{game}/position"):
        statuses = {name: call(name, "GET", path).status_code for name in ROLES}
        seeing = ("Olga", "Otto", "Mia", "Max")
        assert statuses == {name: 200 if name in seeing else 404 for name in ROLES}, path


def test_a_scorekeeper_enters_rolls_and_nothing_else() -> None:
    made = club()
    game = game_in(made, visibility="private", dice="table")
    for _ in range(2):
        move(game)
    asked = fold_of(game).asked
    roll = {"kind": "roll", "seat": 0, "color": "blue", "number": 2}
    said = {"command_id": command(), "roll": roll, "answers": asked}
    assert call("Sven", "POST", f"games/{game}/rolls", said).status_code == 200
    answers = fold_of(game).asked
    for path, body in (
        ("actions", {"action": {"kind": "keep", "seat": 0}, "answers": answers}),
        ("leave", {"seat": 0}),
        ("start", {}),
        ("abort", {}),
        ("adjudication", {"how": "as-stands"}),
    ):
        response = call("Sven", "POST", f"games/{game}/{path}", {"command_id": command(), **body})
        assert (path, response.status_code, code(response)) == (path, 404, "game/not-found")
    assert fold_of(game).seq == answers
    assert audit().findings == []
