"""The official result: the rules' outcome, adjudications, rulings and their reversals."""

from typing import Any

import pytest

from engine.errors import Malformed
from engine.protocol import Json
from engine.records import read_record
from engine.result import official_result, rulings_in_force
from tests.engine.platform_log import platform_events


def result_of(events: list[Json], variant: str = "standard", levels: tuple[int, ...] = (2, 1, 3)) -> Json:
    document = {"format": "brikks-record/1", "variant": variant, "levels": list(levels), "events": events}
    return official_result(read_record(document))


def resigned(*seats: int) -> list[Json]:
    return [{"kind": "drop", "seat": seat, "reason": "resign"} for seat in seats]


def voided() -> Json:
    return {"kind": "ruling/voided", "reason": "00"}


def forfeited(*seats: int) -> Json:
    return {"kind": "ruling/forfeited", "seats": list(seats), "reason": "00"}


def reversed_(number: Any) -> Json:
    return {"kind": "ruling/reversed", "ruling": number, "reason": "00"}


def adjudicated(*seats: int) -> Json:
    return {"kind": "game/adjudicated", **({"how": "forfeit", "seats": list(seats)} if seats else {"how": "as-stands"})}


OPENING: list[Json] = [
    {"kind": "start", "seat": 2, "color": "red", "x": 0},
    {"kind": "start", "seat": 1, "color": "white", "x": 0},
    {"kind": "start", "seat": 0, "color": "black", "x": 0},
]
"""Levels 2, 1, 3 with three energy each: totals 8, 8, 8."""


def test_a_running_game_has_neither_places_nor_winners() -> None:
    assert result_of(OPENING) == {
        "status": "running", "scores": [8, 8, 8], "forfeits": [], "places": None, "winners": None,
    }  # fmt: skip


def test_a_finished_game_is_ranked_by_its_totals() -> None:
    result = result_of(platform_events())
    best = max(result["scores"])
    assert result["status"] == "finished"
    assert result["winners"] == [seat for seat, total in enumerate(result["scores"]) if total == best]
    assert result["places"] == [1 + sum(o > t for o in result["scores"]) for t in result["scores"]]


def test_forfeits_come_last_and_the_later_before_the_earlier() -> None:
    stopped: list[Json] = [{"kind": "drop", "seat": 1, "reason": "stop"}]
    result = result_of([*OPENING, *resigned(2, 0), *stopped])
    assert result == {
        "status": "finished", "scores": [8, 8, 8], "forfeits": [0, 2], "places": [2, 1, 3], "winners": [1],
    }  # fmt: skip


def test_when_all_forfeit_places_follow_the_forfeits_and_nobody_wins() -> None:
    result = result_of([*OPENING, *resigned(1, 2, 0)])
    assert (result["places"], result["winners"]) == ([1, 3, 2], [])


def test_adjudicated_as_it_stands_ranks_the_sheets_as_they_are() -> None:
    bomb = [{"kind": "roll", "seat": 0, "color": "red", "number": 1}, {"kind": "keep", "seat": 0},
            {"kind": "bomb", "seat": 1}]  # fmt: skip
    result = result_of([*OPENING, *bomb, adjudicated()])
    assert result == {
        "status": "adjudicated", "scores": [8, 7, 8], "forfeits": [], "places": [1, 3, 1], "winners": [0, 2],
    }  # fmt: skip


def test_adjudicated_by_forfeit_puts_these_seats_last_together() -> None:
    result = result_of([*OPENING, *resigned(1), adjudicated(0, 1)])
    assert (result["status"], result["forfeits"]) == ("adjudicated", [0, 1])
    assert (result["places"], result["winners"]) == ([2, 3, 1], [2])


def test_a_forfeit_by_ruling_does_not_end_a_running_game() -> None:
    result = result_of([*OPENING, forfeited(1)])
    assert (result["status"], result["forfeits"], result["places"]) == ("running", [1], None)


def test_a_forfeit_by_ruling_changes_places_and_winners_of_a_finished_game() -> None:
    before = result_of(platform_events())
    winner = before["winners"][0]
    after = result_of([*platform_events(), forfeited(winner)])
    assert after["scores"] == before["scores"]
    assert after["places"][winner] == 3
    assert winner not in after["winners"]


def test_seats_forfeited_by_the_same_ruling_share_a_place_and_the_first_time_counts() -> None:
    result = result_of([*platform_events(), forfeited(0, 1), forfeited(1), forfeited(2)])
    assert (result["places"], result["winners"]) == ([2, 2, 1], [])


def test_a_voided_game_keeps_scores_and_forfeits_only() -> None:
    before = result_of([*platform_events(), forfeited(2)])
    after = result_of([*platform_events(), forfeited(2), voided()])
    assert after == before | {"status": "voided", "places": None, "winners": None}


def test_voided_comes_before_adjudicated() -> None:
    assert result_of([*OPENING, adjudicated(), voided()])["status"] == "voided"


def test_a_reversed_ruling_no_longer_counts_and_its_reversal_can_be_reversed() -> None:
    events = platform_events()
    number = len(events) + 1
    before = result_of(events)
    assert result_of([*events, voided()])["status"] == "voided"
    assert result_of([*events, voided(), reversed_(number)]) == before
    assert result_of([*events, voided(), reversed_(number), reversed_(number + 1)])["status"] == "voided"


@pytest.mark.parametrize("target", [1, 4, 99, 5, 6, "4", True, None])
def test_only_earlier_rulings_can_be_reversed(target: Any) -> None:
    events = [*OPENING, adjudicated(), voided(), reversed_(target)]
    expected = "adjudicated" if target == 5 else "voided"
    assert result_of(events)["status"] == expected


def test_rulings_in_force() -> None:
    events = [voided(), reversed_(1), reversed_(2), reversed_(3), {"kind": "ruling/dismissed", "reason": "00"}]
    assert list(rulings_in_force(events)) == [2, 4, 5]


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "game/adjudicated"}, {"kind": "game/adjudicated", "how": "forfeit"},
        {"kind": "game/adjudicated", "how": "forfeit", "seats": [3]}, {"kind": "ruling/forfeited", "seats": [True]},
        {"kind": "ruling/forfeited", "seats": "0"}, {"kind": "game/adjudicated", "how": 5},
    ],
)  # fmt: skip
def test_an_unreadable_ruling_is_refused_and_named(event: Json) -> None:
    with pytest.raises(Malformed, match="Event 4 "):
        result_of([*OPENING, event])


DUEL: list[Json] = [
    {"kind": "start", "seat": 1, "color": "red", "x": 0},
    {"kind": "start", "seat": 0, "color": "black", "x": 0},
]


def test_a_forfeited_duel_is_lost_whatever_the_sheets_say() -> None:
    result = result_of([*DUEL, *resigned(0)], "duel", (1, 1))
    assert (result["places"], result["winners"]) == ([2, 1], [1])


def test_a_duel_adjudicated_as_it_stands_compares_row_points() -> None:
    result = result_of([*DUEL, adjudicated()], "duel", (1, 1))
    assert (result["places"], result["winners"]) == ([1, 1], [0, 1])


def test_a_finished_duel_has_a_first_and_a_second_place() -> None:
    result = result_of(platform_events("duel", (1, 2)), "duel", (1, 2))
    assert sorted(result["places"]) in ([1, 2], [1, 1])
    assert result["status"] == "finished"


def test_a_duel_adjudicated_by_forfeit_of_both_has_no_winner() -> None:
    result = result_of([*DUEL, adjudicated(0, 1)], "duel", (1, 1))
    assert (result["places"], result["winners"]) == ([1, 1], [])


def test_an_adjudication_by_forfeit_does_not_turn_a_finished_duel_around() -> None:
    """Survival decides it, whatever the rows say; only `as-stands` compares rows."""
    events = platform_events("duel", (1, 2))
    before = result_of(events, "duel", (1, 2))
    after = result_of([*events, {"kind": "game/adjudicated", "how": "forfeit", "seats": []}], "duel", (1, 2))
    assert after == before | {"status": "adjudicated"}


def test_a_reversal_names_the_seq_of_a_ruling() -> None:
    events = [fields | {"seq": 10 + at} for at, fields in enumerate([voided(), reversed_(10)])]
    assert list(rulings_in_force(events)) == [2]
