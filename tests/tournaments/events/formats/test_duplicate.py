"""Duplicate: everybody alone on the same dice; scored by total, by rank or by percentage."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.events.pairing.fields import SEED, entries, settings_for
from tournaments.events.formats.format import find_format
from tournaments.events.values import History, Participation, PlayedRound, Reason, SeatResult, TableResult

DUPLICATE = find_format("duplicate")
SCORES = st.lists(st.one_of(st.none(), st.integers(-20, 150)), max_size=12)


def played(scores: list[int | None], void: int | None = None) -> PlayedRound:
    seats = [SeatResult(f"e-{at}", score, 1, score is None) for at, score in enumerate(scores, start=1)]
    return PlayedRound(1, tuple(TableResult(at, (seat,), at == void) for at, seat in enumerate(seats, start=1)))


def points(scoring: str, scores: list[int | None], void: int | None = None) -> list[int]:
    given_points = DUPLICATE.points(settings_for("duplicate", seats=1, scoring=scoring), played(scores, void))
    return [given_points[f"e-{at}"] for at in range(1, len(scores) + 1)]


def test_everybody_sits_alone_and_nobody_has_a_bye() -> None:
    people = (Participation("e-9", 9, joined_round=2), *entries(3), Participation("e-4", 4, left_round=2))
    settings = settings_for("duplicate", seats=1, scoring="total")
    first = DUPLICATE.pair(settings, History(SEED, people))
    assert [(table.number, table.entrants) for table in first.tables] == [
        (1, ("e-1",)),
        (2, ("e-2",)),
        (3, ("e-3",)),
        (4, ("e-4",)),
    ]
    second = DUPLICATE.pair(settings, History(SEED, people[::-1], (PlayedRound(1, ()),)))
    assert [table.entrants for table in second.tables] == [("e-1",), ("e-2",), ("e-3",), ("e-9",)]
    assert second.byes == ()
    assert second.reasons["e-9"] == (Reason("shared-deal", {"players": 4}),)


@pytest.mark.parametrize(
    ("scoring", "awarded"),
    [("total", [90, 70, 70, 0, -3]), ("rank", [8, 5, 5, 0, 2]), ("percent", [10_000, 6250, 6250, 0, 2500])],
)
def test_scores_worked_by_hand(scoring: str, awarded: list[int]) -> None:
    """One beats four; two tie and beat two; the fourth has not played; the last beats only that one."""
    assert points(scoring, [90, 70, 70, None, -3]) == awarded


def test_who_forfeits_scores_nothing_unless_games_count_as_they_stand() -> None:
    seats = [SeatResult("e-1", 60, 1), SeatResult("e-2", 80, 2, has_forfeited=True)]
    round_played = PlayedRound(1, tuple(TableResult(at, (seat,)) for at, seat in enumerate(seats, start=1)))
    for unfinished, total, rank in (("forfeit", 0, [2, 0]), ("as-stands", 80, [0, 2])):
        agreed = settings_for("duplicate", seats=1, scoring="total", unfinished=unfinished)
        assert DUPLICATE.points(agreed, round_played)["e-2"] == total
        ranked = settings_for("duplicate", seats=1, scoring="rank", unfinished=unfinished)
        assert list(DUPLICATE.points(ranked, round_played).values()) == rank


def test_a_void_game_counts_for_nobody_and_nobody_has_beaten_it() -> None:
    assert points("rank", [90, 70, 50], void=3) == [2, 0, 0]
    assert points("total", [90, 70, 50], void=1) == [0, 70, 50]


@settings(max_examples=size(60, 1500), deadline=None, database=None)
@given(SCORES)
def test_points_add_up_to_what_the_scoring_defines(scores: list[int | None]) -> None:
    everybody, absent = len(scores), scores.count(None)
    assert sum(points("total", scores)) == sum(score or 0 for score in scores)
    ranks = everybody * (everybody - 1) - absent * (absent - 1)
    assert sum(points("rank", scores)) == ranks
    exact = 10_000 * ranks / (2 * max(everybody - 1, 1))
    assert exact - everybody < sum(points("percent", scores)) <= exact or not scores


@settings(max_examples=size(60, 1500), deadline=None, database=None)
@given(SCORES)
def test_ranks_are_two_for_everybody_beaten_and_one_for_every_tie(scores: list[int | None]) -> None:
    for score, rank in zip(scores, points("rank", scores), strict=True):
        known = [other for other in scores if other is not None]
        beaten = scores.count(None) + sum(score is not None and other < score for other in known)
        assert rank == (0 if score is None else 2 * beaten + scores.count(score) - 1)


@pytest.mark.parametrize(("scoring", "unit"), [("total", 1), ("rank", 2), ("percent", 100)])
def test_each_scoring_has_its_unit(scoring: str, unit: int) -> None:
    assert DUPLICATE.unit_of(settings_for("duplicate", seats=1, scoring=scoring)) == unit
