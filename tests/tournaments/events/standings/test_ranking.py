"""Places by points and tie-breaks, in the order that the organiser has chosen."""

from hashlib import sha256

import pytest

from tests.tournaments.events.standings.histories import SEED, duplicate, history, placed, round_robin, swiss
from tournaments.events.standings.ranking import Standing, lots_that_decide, standings

TIED = history("A B C D", "A:9 B:1 | C:20 D:2", "B:8 A:1 | D:3 C:1")
"""Everybody has won one game of two against the same opponent."""


def test_ties_share_a_place_where_nothing_breaks_them() -> None:
    assert placed(swiss(), TIED) == "1 A, 1 B, 1 C, 1 D"
    assert placed(swiss("wins", "buchholz", "direct"), TIED) == "1 A, 1 B, 1 C, 1 D"


def test_whoever_comes_after_a_shared_place_is_counted_on() -> None:
    told = history("A B C D", "A:9 C:1 | B:9 D:1", "A:5 B:5 | C:5 D:2")
    assert placed(swiss(), told) == "1 A, 1 B, 3 C, 4 D"


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        (("total",), "1 C, 2 A, 2 D, 4 B"),
        (("total", "rows"), "1 C, 2 A, 3 D, 4 B"),
        (("rows", "total"), "1 B, 2 A, 3 D, 4 C"),
    ],
)
def test_tie_breaks_go_in_the_order_that_was_chosen(tie_breaks: tuple[str, ...], expected: str) -> None:
    told = history("A B C D", "A:9/4 B:1/8 | C:9/1 D:2/2", "B:8/0 A:3/0 | D:10/0 C:4/0")
    assert placed(swiss(*tie_breaks), told) == expected


def test_lots_are_drawn_from_the_public_seed_and_can_be_drawn_again() -> None:
    drawn = {name: sha256(f"{SEED}|{number}".encode()).hexdigest() for number, name in enumerate("ABCD", 1)}
    expected = sorted(drawn, key=lambda name: drawn[name], reverse=True)
    found = standings(swiss("lots"), TIED)
    assert [(each.entrant, each.place) for each in found] == [(name, at) for at, name in enumerate(expected, 1)]
    assert all(f"{each.breaks[0].value:012x}" == drawn[each.entrant][:12] for each in found)


def counts(standing: Standing) -> tuple[int, ...]:
    return standing[4:]


def test_games_byes_forfeits_and_walkovers_are_told_apart() -> None:
    told = history(
        "A B C", "A:3 B:2 | bye C", "A:- C:x | bye B", "B:x4 C:1 | bye A", "void A:1 B:2", "A:1 C:1 | open B"
    )
    found = {each.entrant: counts(each) for each in standings(swiss(), told)}
    #                played won tied lost byes forfeits walkovers
    assert found == {
        "A": (2, 1, 1, 0, 1, 0, 1),
        "B": (2, 0, 0, 2, 1, 1, 0),
        "C": (2, 1, 1, 0, 1, 1, 0),
    }


def test_nobody_wins_where_all_have_forfeited() -> None:
    (first, second) = standings(swiss("sonneborn-berger"), history("A B", "A:x5 B:x5"))
    assert (first.points, second.points) == (0, 0)
    assert (first.won, first.tied, first.lost, first.forfeits) == (0, 0, 1, 1)
    assert first.breaks[0].value == 0


def test_a_round_that_is_still_open_says_nothing_yet() -> None:
    before = history("A B C D", "A:2 B:1 | C:2 D:1")
    during = history("A B C D", "A:2 B:1 | C:2 D:1", "open A C | open B D")
    keys = ("buchholz", "sonneborn-berger", "total")
    assert standings(swiss(*keys), during) == standings(swiss(*keys), before)


def test_before_the_first_round_all_are_first() -> None:
    assert placed(swiss("direct", "buchholz", "median-buchholz", "total"), history("A B C")) == "1 A, 1 B, 1 C"
    assert standings(swiss("lots"), history("")) == []


def test_on_a_shared_deal_a_round_is_won_by_the_best_of_all_and_nobody_has_an_opponent() -> None:
    told = history("A B C D", "A:30 | B:20 | C:20 | D:x", "A:10 | B:40 | C:30", "A:20 | B:5 | C:15 | void D:99")
    found = standings(duplicate("wins", "direct", "buchholz", "sonneborn-berger", scoring="total"), told)
    assert [(each.entrant, each.place, each.points, each.won, each.lost) for each in found] == [
        ("B", 1, 65, 1, 2),
        ("C", 2, 65, 0, 3),
        ("A", 3, 60, 2, 1),
        ("D", 4, 0, 0, 0),
    ]
    assert all(made.value == 0 and not made.parts for each in found for made in each.breaks[1:])


def test_a_double_round_robin_adds_up_both_meetings() -> None:
    told = history("A B", "A:2 B:1", "B:1 A:1")
    found = standings(round_robin("direct", "sonneborn-berger", is_double=True), told)
    assert [(each.entrant, each.points) for each in found] == [("A", 18), ("B", 6)]
    assert [part.base for part in found[0].breaks[1].parts] == [6, 6]


def test_parts_are_kept_only_for_those_who_are_to_be_explained() -> None:
    keys = ("direct", "buchholz", "total")
    told = history("A B C D", "A:9 B:4 | C:7 D:5", "A:3 C:2 | B:6 D:1")
    whole = {each.entrant: each for each in standings(swiss(*keys), told)}
    found = standings(swiss(*keys), told, explained=["B"])
    assert [each._replace(breaks=()) for each in found] == [each._replace(breaks=()) for each in whole.values()]
    for each in found:
        assert [made.value for made in each.breaks] == [made.value for made in whole[each.entrant].breaks]
        assert each.breaks == whole["B"].breaks if each.entrant == "B" else not any(made.parts for made in each.breaks)


def test_the_lot_decides_only_among_those_whom_nothing_else_tells_apart() -> None:
    told = history("A B C D", "A:9 C:1 | B:9 D:1", "A:5 B:5 | C:5 D:2")
    ranked = standings(swiss("lots"), told)
    first, second = (each.entrant for each in ranked[:2])
    assert lots_that_decide(ranked) == {first: (1, 2), second: (2, 2)}
    assert lots_that_decide(standings(swiss("total"), told)) == {}
    assert lots_that_decide(standings(swiss("total", "lots"), TIED)) == {}
