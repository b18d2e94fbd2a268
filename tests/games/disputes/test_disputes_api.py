"""Disputes and rulings by the interface: from a flag to a ruling and back, and what everybody is told of it."""

import json
from typing import Any

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from games.accounts.callers import SYSTEM_CALLER
from games.disputes.services import open_dispute
from games.play.lifecycle import adjudicate
from tests.games.sample_tables import caller, command, table
from tests.tournaments.sample_clubs import club, enrol
from tests.web.api.calls import ROOT
from tests.web.api.roles import program_of

pytestmark = pytest.mark.django_db

STATEMENT = "That block was never mine."


def client_of(name: str, **fields: Any) -> Client:
    """What a program of somebody calls with."""
    return Client(headers=program_of(name, **fields).headers)


def post(client: Client, path: str, **said: Any) -> Any:
    """The answer to a command."""
    body = json.dumps({"command_id": command()} | said)
    return client.post(f"{ROOT}{path}", body, content_type="application/json")


def case_of(client: Client, game: str) -> Any:
    """What somebody is told of the disputes of a game."""
    return client.get(f"{ROOT}/games/{game}/disputes").json()


def ended() -> str:
    """A game of Ada and Bob that is over."""
    game = table()
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    return game


def test_looking_at_disputes_uses_up_no_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "commands", "1/m")
    game, bob = ended(), client_of("Bob")
    for _ in range(3):
        assert case_of(bob, game)["may_flag"]
    assert post(bob, f"/games/{game}/disputes", at=3, statement=STATEMENT).status_code == 200
    assert post(bob, f"/games/{game}/disputes", at=4, statement=STATEMENT).status_code == 429


def test_from_flag_to_ruling_and_back() -> None:
    game, ada, bob, sam = ended(), client_of("Ada"), client_of("Bob"), client_of("Sam", is_staff=True)
    opened = post(bob, f"/games/{game}/disputes", at=3, statement=STATEMENT).json()["seq"]
    post(ada, f"/games/{game}/disputes/{opened}/answer", statement="It was.")
    [waiting] = sam.get(f"{ROOT}/disputes").json()["results"]
    assert (waiting["game"], waiting["dispute"], waiting["at"]) == (game, opened, 3)
    assert (waiting["status"], waiting["players"], waiting["is_own"]) == ("open", ["Ada", "Bob"], False)
    preview = sam.get(f"{ROOT}/games/{game}/rulings/preview?how=forfeited&seats=0&dispute={opened}").json()
    assert [seat["forfeited"] for seat in preview["after"]["seats"]] == [True, False]
    told = case_of(sam, game)
    said = {"how": "forfeited", "seats": [0], "reason": "It was not.", "dispute": opened, "expected": told["seq"]}
    ruling = post(sam, f"/games/{game}/rulings", **said).json()["seq"]
    [ruled] = case_of(ada, game)["rulings"]
    assert (ruled["seq"], ruled["how"], ruled["by"], ruled["reason"]) == (ruling, "forfeited", "Sam", "It was not.")
    assert case_of(ada, game)["disputes"][0]["ruling"] == ruling
    assert ada.get(f"{ROOT}/games/{game}").json()["results"][0]["has_forfeited"]
    back = sam.get(f"{ROOT}/games/{game}/rulings/preview?ruling={ruling}").json()
    assert not back["after"]["seats"][0]["forfeited"]
    assert post(sam, f"/games/{game}/rulings", how="reversed", ruling=ruling, reason="A mistake.").status_code == 200
    assert not ada.get(f"{ROOT}/games/{game}").json()["results"][0]["has_forfeited"]
    assert case_of(ada, game)["disputes"][0]["status"] == "open"


def test_what_was_said_is_told_to_those_who_have_to_do_with_the_game() -> None:
    club()
    game = ended()
    open_dispute(game, caller("Bob"), command(), 3, STATEMENT)
    for client, may in ((client_of("Ada"), True), (client_of("Sam", is_staff=True), True), (client_of("Otto"), False)):
        [flag] = case_of(client, game)["disputes"]
        assert (flag["statements"] is not None) is may
        assert (flag["by"], flag["at"], flag["status"]) == ("Bob", 3, "open")
    assert STATEMENT not in Client().get(f"{ROOT}/games/{game}/disputes").content.decode()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"how": "reversed", "reason": "No.", "seats": [0]}, "ruling/field"),
        ({"how": "voided", "reason": "No.", "ruling": 3}, "ruling/field"),
        ({"how": "reversed", "reason": "No."}, "ruling/not-found"),
        ({"how": "voided", "reason": ""}, "ruling/reason"),
        ({"how": "voided"}, "request/missing-field"),
        ({"how": "voided", "reason": "No.", "actor": "p-1"}, "request/unknown-field"),
    ],
)
def test_a_ruling_says_what_it_needs_and_nothing_else(said: dict[str, Any], code: str) -> None:
    game = ended()
    assert post(client_of("Sam", is_staff=True), f"/games/{game}/rulings", **said).json()["code"] == code


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("?how=reversed", 400),
        ("?how=forfeited", 400),
        ("?how=forfeited&seats=9", 400),
        ("?how=forfeited&seats=0,,1", 400),
        ("?how=dismissed", 400),
        ("?how=voided&dispute=3", 404),
        ("?ruling=3", 404),
        ("?how=voided", 200),
    ],
)
def test_a_preview_is_of_a_ruling_that_could_be_given(query: str, status: int) -> None:
    sam, game = client_of("Sam", is_staff=True), ended()
    assert sam.get(f"{ROOT}/games/{game}/rulings/preview{query}").status_code == status


def test_the_queue_comes_in_pages_the_oldest_first() -> None:
    sam, games = client_of("Sam", is_staff=True), [table() for _ in range(3)]
    for game in games:
        open_dispute(game, caller("Ada"), command(), 1, STATEMENT)
    first = sam.get(f"{ROOT}/disputes?limit=2").json()
    last = sam.get(f"{ROOT}/disputes?limit=2&cursor={first['next']}").json()
    assert [one["game"] for page in (first, last) for one in page["results"]] == games
    assert last["next"] is None
    assert sam.get(f"{ROOT}/disputes?show=settled").json()["results"] == []
    assert sam.get(f"{ROOT}/disputes?show=none").status_code == 400
    assert client_of("Ada").get(f"{ROOT}/disputes").status_code == 403


def test_a_ruling_is_refused_if_something_else_would_change_than_was_seen() -> None:
    sam, game = client_of("Sam", is_staff=True), ended()
    seen = sam.get(f"{ROOT}/games/{game}/rulings/preview?how=forfeited&seats=0").json()["fingerprint"]
    said = {"how": "forfeited", "seats": [0], "reason": "It was not.", "foreseen": seen}
    post(sam, f"/games/{game}/rulings", how="voided", reason="The lights went out.")
    stale = post(sam, f"/games/{game}/rulings", **said)
    assert (stale.status_code, stale.json()["code"]) == (409, "ruling/stale")
    said["foreseen"] = sam.get(f"{ROOT}/games/{game}/rulings/preview?how=forfeited&seats=0").json()["fingerprint"]
    first, again = (post(sam, f"/games/{game}/rulings", **said, command_id="c-1").json() for _ in range(2))
    assert first == again
    back = {"how": "reversed", "ruling": first["seq"], "reason": "A mistake."}
    assert post(sam, f"/games/{game}/rulings", **back, foreseen=seen).json()["code"] == "ruling/stale"
    seen = sam.get(f"{ROOT}/games/{game}/rulings/preview?ruling={first['seq']}").json()["fingerprint"]
    assert post(sam, f"/games/{game}/rulings", **back, foreseen=seen).status_code == 200


def test_an_organiser_rules_only_upon_what_somebody_else_who_plays_has_flagged() -> None:
    founded = club()
    for name in ("Ada", "Bob"):
        enrol(founded, name)
    game = table(club=founded.pk)
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    otto = client_of("Otto")
    opened = open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq
    own = open_dispute(game, caller("Otto"), command(), 3, STATEMENT).seq
    told = case_of(otto, game)
    assert [flag["may_rule"] for flag in told["disputes"]] == [True, False]
    assert told["may_rule"]
    for dispute in (None, own):
        answer = post(otto, f"/games/{game}/rulings", how="voided", reason="No.", dispute=dispute)
        assert (answer.status_code, answer.json()["code"]) == (403, "ruling/not-asked")
        asked = "" if dispute is None else f"&dispute={dispute}"
        assert otto.get(f"{ROOT}/games/{game}/rulings/preview?how=voided{asked}").status_code == 403
    assert post(otto, f"/games/{game}/rulings", how="voided", reason="No.", dispute=opened).status_code == 200
    told = case_of(otto, game)
    assert not told["may_rule"]
    assert [ruling["may_reverse"] for ruling in told["rulings"]] == [True]
    assert [ruling["may_reverse"] for ruling in case_of(client_of("Ada"), game)["rulings"]] == [False]
