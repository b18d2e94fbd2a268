"""Tournaments through the interface."""

from typing import Any

import pytest

from engine.checkpoint import check_proof, check_signature, parse_note
from games.integrity.checkpoints import make_checkpoints
from games.keys.signing import known_keys
from tests.games.clock.watch import Watch
from tests.games.sample_tables import command
from tests.tournaments.clubs.callers import call, call_with_token, code
from tests.tournaments.events.rounds.conftest import watch
from tests.tournaments.events.rounds.world import (
    FIRST,
    announced,
    game_of,
    pass_time,
    play_bots,
    row,
    settings,
    sit_down,
)
from tests.tournaments.sample_clubs import club

__all__ = ["watch"]

pytestmark = pytest.mark.django_db


def drafting(**said: Any) -> dict[str, Any]:
    return {"command_id": command(), "name": "Bricks for all", "settings": settings(), **said}


def test_a_tournament_is_drafted_changed_published_and_entered(watch: Watch) -> None:
    founded = club(is_public=True)
    listed = f"clubs/{founded.pk}/tournaments"
    body = drafting()
    made = call_with_token("Otto", ["organise"], "POST", listed, body)
    assert made.status_code == 201
    assert call_with_token("Otto", ["organise"], "POST", listed, body).json()["id"] == made.json()["id"]
    path = f"tournaments/{made.json()['id']}"
    assert code(call("Mia", "POST", listed, drafting())) == "club/role-too-low"
    assert call("Mia", "GET", path).status_code == 404
    changed = call("Otto", "PATCH", path, {"command_id": command(), "name": "Bricks for some"})
    assert changed.json()["name"] == "Bricks for some"
    assert call("Otto", "POST", f"{path}/publish", {"command_id": command()}).json()["tournament"] == made.json()["id"]
    assert [one["name"] for one in call(None, "GET", "tournaments").json()["results"]] == ["Bricks for some"]
    assert call_with_token("Mia", ["play"], "POST", f"{path}/enter", {"command_id": command()}).status_code == 200
    entering = {"command_id": command(), "handle": "sven"}
    assert call("Otto", "POST", f"{path}/enter-other", entering).status_code == 200
    own = call("Mia", "GET", path).json()
    assert (own["is_in"], own["entrants"], own["invite"]) == (True, 2, None)
    assert [one["id"] for one in call("Mia", "GET", "tournaments?mine=1").json()["results"]] == [own["id"]]
    assert call(None, "GET", "tournaments?mine=1").status_code == 401


def test_what_came_of_it_is_there_for_all(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", robots=2)
    pass_time(watch, FIRST)
    play_bots(tournament)
    path = f"tournaments/{tournament}"
    found = call(None, "GET", f"{path}/rounds/1").json()
    assert (len(found["tables"]), len(found["byes"]), found["next"]) == (1, 1, None)
    standings = call(None, "GET", f"{path}/standings").json()
    assert (standings["unit"], standings["seq"]) == (12, row(tournament).seq)
    assert standings["standings"][0]["place"] == 1
    assert sum(one["points"] for one in standings["standings"]) >= 12
    cells = [line["cells"][0]["kind"] for line in call(None, "GET", f"{path}/crosstable").json()["rows"]]
    assert "bye" in cells
    [bye] = found["byes"]
    assert call(None, "GET", f"{path}/rounds/1/why/{bye['entrant']}").json()["reasons"]
    assert call(None, "GET", f"{path}/rounds/1/why/e-nobody").status_code == 404
    assert call(None, "GET", f"{path}/log").json()["events"][-1]["kind"] == "tournament/created"


def test_long_lists_come_in_parts(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.paging.PER_PAGE", 2)
    path = f"tournaments/{announced(settings(), 'Ada', 'Bob', 'Mia', 'Sven', 'Otto', 'Olga')}"
    pass_time(watch, FIRST)
    for what, rows in (("entrants", "entrants"), ("standings", "standings"), ("crosstable", "rows")):
        parts = [call(None, "GET", f"{path}/{what}?page={page}").json() for page in (1, 2, 3)]
        assert [part["next"] for part in parts] == [2, 3, None]
        assert len({one["entrant"] for part in parts for one in part[rows]}) == 6
    tables = [call(None, "GET", f"{path}/rounds/1?page={page}").json() for page in (1, 2)]
    assert [[table["number"] for table in part["tables"]] for part in tables] == [[1, 2], [3]]
    assert [len(table["seats"]) for part in tables for table in part["tables"]] == [2, 2, 2]
    assert code(call(None, "GET", f"{path}/standings?page=0")) == "request/number"


def test_programs_see_until_when_a_table_waits_and_where_it_goes_on(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=600), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    path, waited = f"tournaments/{tournament}", game_of(tournament, "Ada")
    assert call(None, "GET", path).json()["settings"]["wait"] == 600
    for name in ("Ada", "Bob"):
        call(name, "POST", f"games/{waited}/join", {"command_id": command(), "contribution": ""})
    found = call(None, "GET", f"{path}/rounds/1").json()
    [table] = found["tables"]
    assert table["starts_at"] == found["waits_until"] == call(None, "GET", f"{path}/rounds").json()[0]["waits_until"]
    assert [seat["name"] for seat in table["seats"] if seat["is_missing"]] == ["Cleo"]
    pass_time(watch, 600)
    [table] = call(None, "GET", f"{path}/rounds/1").json()["tables"]
    assert [seat["name"] for seat in table["seats"] if seat["has_forfeited"]] == ["Cleo"]
    assert (table["starts_at"], call(None, "GET", f"games/{waited}").json()["goes_on"]) == (None, table["game"])
    assert call(None, "GET", f"games/{table['game']}").json()["follows"] == waited
    late = call("Cleo", "POST", f"games/{table['game']}/join", {"command_id": command(), "contribution": ""})
    assert (late.status_code, code(late)) == (409, "seat/too-late")
    kinds = [event["kind"] for event in call(None, "GET", f"{path}/log").json()["events"]]
    assert "table/started-without" in kinds


def test_a_program_starts_a_table_without_somebody(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=None), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    path, waited = f"tournaments/{tournament}", game_of(tournament, "Ada")
    [table] = call(None, "GET", f"{path}/rounds/1").json()["tables"]
    assert (table["is_startable"], all(seat["is_missing"] for seat in table["seats"])) == (False, True)
    sit_down(tournament, "Ada", "Bob")
    [table] = call(None, "GET", f"{path}/rounds/1").json()["tables"]
    [missing] = [seat["entrant"] for seat in table["seats"] if seat["is_missing"]]
    assert (table["is_startable"], table["starts_at"]) == (True, None)
    said = {"command_id": command(), "table": 1, "without": [missing], "reason": "She is ill."}
    assert call_with_token("Otto", ["play"], "POST", f"{path}/start-table", said).status_code == 403
    assert code(call("Ada", "POST", f"{path}/start-table", said)) == "tournament/not-organiser"
    for wrong in ([], [missing, table["seats"][0]["entrant"]]):
        answer = call("Otto", "POST", f"{path}/start-table", {**said, "without": wrong})
        assert (answer.status_code, code(answer)) == (409, "round/others-missing")
    for odd in ({"without": missing}, {"without": [1]}, {"without": None}, {"reason": ""}, {"table": 0}):
        assert call("Otto", "POST", f"{path}/start-table", {**said, **odd}).status_code in (400, 404)
    made = call_with_token("Otto", ["organise"], "POST", f"{path}/start-table", {**said, "round": 1})
    assert made.status_code == 200
    assert call("Otto", "POST", f"{path}/start-table", {**said, "round": 1}).json() == made.json()
    [event] = [one for one in call(None, "GET", f"{path}/log").json()["events"] if one["seq"] == made.json()["seq"]]
    assert (event["kind"], event["name"], event["reason"]) == ("table/started-without", "Otto", "She is ill.")
    assert call(None, "GET", f"games/{waited}").json()["goes_on"] == game_of(tournament, "Ada")
    again = call("Otto", "POST", f"{path}/start-table", {**said, "command_id": command()})
    assert (again.status_code, code(again)) == (409, "round/already-started")


def test_a_time_that_does_not_fit_into_the_round_is_refused(watch: Watch) -> None:
    listed = f"clubs/{club(is_public=True).pk}/tournaments"
    answer = call("Otto", "POST", listed, drafting(settings=settings(seats=4, wait=3600)))
    assert (answer.status_code, code(answer)) == (422, "tournament/wait")


def test_the_proof_leads_from_the_end_of_the_log_to_a_signed_note() -> None:
    path = f"tournaments/{announced(settings(), 'Ada')}"
    assert code(call(None, "GET", f"{path}/proof")) == "proof/none"
    make_checkpoints()
    proof = call(None, "GET", f"{path}/proof").json()
    last = call(None, "GET", f"{path}/log").json()["events"][0]
    note = parse_note(proof["note"])
    check_signature(note, known_keys())
    assert check_proof(note, proof["proof"]) == f"{path.partition('/')[2]}|{last['seq']}|{last['hash']}"
    assert proof["note"] == call(None, "GET", "checkpoints").json()["checkpoints"][-1]["note"]
