"""Results of tables through the interface: looked at, entered, changed and taken back."""

from typing import Any

import pytest

from tests.games.clock.watch import Watch
from tests.games.sample_tables import command
from tests.tournaments.clubs.callers import call, call_with_token, code
from tests.tournaments.events.rounds.conftest import watch
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, row, settings
from tests.tournaments.sample_clubs import club

__all__ = ["watch"]

pytestmark = pytest.mark.django_db
WHY = "The sheet was read wrongly."


@pytest.fixture
def path(watch: Watch) -> str:
    """A tournament of duels whose first round is open."""
    club(is_public=True)
    tournament = announced(settings(variant="duel"), "Ada", "Bob", "Cleo", "Dan")
    pass_time(watch, FIRST)
    return f"tournaments/{tournament}"


def table(path: str) -> dict[str, Any]:
    found: dict[str, Any] = call(None, "GET", f"{path}/rounds/1").json()["tables"][0]
    return found


def seats(path: str, *places: int) -> list[dict[str, Any]]:
    return [
        {"entrant": seat["entrant"], "place": place} for seat, place in zip(table(path)["seats"], places, strict=True)
    ]


def tell(path: str, verb: str, **said: Any) -> Any:
    return call_with_token(
        "Otto", ["organise"], "POST", f"{path}/{verb}", {"command_id": command(), "table": 1, **said}
    )


def test_a_result_is_looked_at_entered_changed_and_taken_back(path: str) -> None:
    asked = {"table": 1, "seats": seats(path, 1, 2)}
    preview = call_with_token("Otto", ["organise"], "POST", f"{path}/preview-result", asked).json()
    assert (preview["before"]["status"], preview["after"]["status"]) == ("open", "paper")
    assert preview["entrants"] == [seat["entrant"] for seat in table(path)["seats"]]
    assert not table(path)["is_done"], "a look changes nothing"
    seen = {"foreseen": preview["fingerprint"], "expected": row(path.removeprefix("tournaments/")).seq}
    assert tell(path, "paper-result", seats=seats(path, 1, 2), **seen).status_code == 200
    assert (table(path)["entered"], [seat["place"] for seat in table(path)["seats"]]) == ("paper", [1, 2])
    assert code(tell(path, "override-result", seats=seats(path, 2, 1), reason=WHY, **seen)) == "result/stale"
    assert tell(path, "override-result", seats=seats(path, 2, 1), reason=WHY).status_code == 200
    assert (table(path)["entered"], [seat["place"] for seat in table(path)["seats"]]) == ("override", [2, 1])
    back = call("Otto", "POST", f"{path}/preview-result", {"table": 1, "is_taken_back": True}).json()
    assert [seat["place"] for seat in back["after"]["seats"]] == [1, 2]
    wrong = {"table": 1, "is_taken_back": True, "is_void": True}
    assert code(call("Otto", "POST", f"{path}/preview-result", wrong)) == "result/taken-back"
    assert tell(path, "take-back-result", reason=WHY, foreseen=back["fingerprint"]).status_code == 200
    assert table(path)["entered"] == "paper"
    log = call(None, "GET", f"{path}/log").json()["events"]
    [said] = [event["data"] for event in log if event["kind"] == "result/taken-back"]
    assert [[seat["place"] for seat in one["seats"]] for one in (said["was"], said)] == [[2, 1], [1, 2]]


def test_what_contradicts_itself_is_refused(path: str) -> None:
    assert code(tell(path, "override-result", seats=seats(path, 1, 2), is_void=True, reason=WHY)) == "result/void"
    assert code(tell(path, "override-result", is_void=1, reason=WHY)) == "result/void"
    assert code(tell(path, "override-result", reason=WHY)) == "result/seats"
    points = [{"entrant": seat["entrant"], "score": 40} for seat in table(path)["seats"]]
    assert code(tell(path, "paper-result", seats=points)) == "result/places"
    assert code(tell(path, "paper-result", seats=seats(path, 1, 2), expected="soon")) == "result/expected"
    assert code(tell(path, "take-back-result", reason=WHY)) == "result/not-entered"
    assert not table(path)["is_done"]


def test_a_look_ahead_is_for_those_who_run_it(path: str) -> None:
    asked = {"table": 1, "seats": seats(path, 1, 2)}
    assert call("Mia", "POST", f"{path}/preview-result", asked).status_code == 403
    assert call(None, "POST", f"{path}/preview-result", asked).status_code == 401
    for odd in ({"table": "1"}, {"table": 1, "round": "1"}, {"table": 9}, {"table": True}, {"table": None}):
        assert code(call("Otto", "POST", f"{path}/preview-result", {"seats": [], **odd})) == "round/no-such-table"
