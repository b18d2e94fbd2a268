"""Tie-breaks worked by hand, written down as tables."""

from fractions import Fraction

import pytest

from tests.tournaments.events.standings.histories import ALL, crosstable_of, history, round_robin, swiss, value
from tournaments.events.settings import Settings
from tournaments.events.standings.ranking import Standing, standings
from tournaments.events.values import History

EVERYBODY_PLAYED = """
    A  Bw1  Cb=  Dw1  | 2.5   3.5   1.5   2.5
    B  Ab0  Dw1  Cw=  | 1.5   4.5   2     1
    C  Dw1  Aw=  Bb=  | 2     4     1.5   2
    D  Cb0  Bb0  Ab0  | 0     6     2     0
"""
"""Behind the bar: points, Buchholz, median Buchholz, Sonneborn-Berger.

A met B, C and D with 1.5, 2 and 0: together 3.5; without the best and the worst 1.5; beaten 1.5 and 0, half of 2.
"""

WITH_UNPLAYED_GAMES = """
    A  Bw1  Cb1  Dw=  | 2.5   3.5   1.5   2.75
    B  Ab0  Ew+  Cw1  | 2     3.5   0.5   0.75
    C  Dw=  Aw0  Bb0  | 0.5   5.5   1.5   0.75
    D  Cb=  bye  Ab=  | 2     4     1     2
    E  bye  Bb-  --   | 1     5.5   2     2.75
"""
"""E has a bye, does not come to the second round and leaves.

For their opponents B, D and E count 1.5: every unplayed game as half a point.
B's virtual opponent in round 2 counts 0 before, 0 in it, 0.5 for the round after it.
D's in round 2: 0.5 before, 0 in it, 0.5 after. E's: 0 + 0 + 1, 1 + 1 + 0.5, 1 + 1 + 0.
In Sonneborn-Berger half of each virtual opponent counts: B has 0 + 0.25 + 0.5.
"""

EVERYBODY_MEETS_EVERYBODY = """
    A  Bw1  Cb1  bye  | 2     1     0     1
    B  Ab0  bye  Cw+  | 1     2     0     0
    C  bye  Aw0  Bb-  | 0     3     0     0
"""
"""In a round robin a game won without play counts like any other, and a bye is no opponent. Of two rounds with an
opponent the median leaves nothing."""


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (swiss(*ALL), EVERYBODY_PLAYED),
        (swiss(*ALL), WITH_UNPLAYED_GAMES),
        (round_robin(*ALL, bye="none"), EVERYBODY_MEETS_EVERYBODY),
    ],
)
def test_a_crosstable_of_duels(settings: Settings, text: str) -> None:
    told, expected = crosstable_of(text)
    for standing in standings(settings, told):
        assert numbers(standing) == expected[standing.entrant], standing.entrant


def numbers(standing: Standing) -> list[Fraction]:
    keys = ("buchholz", "median-buchholz", "sonneborn-berger")
    return [Fraction(standing.points, 12), *(value(standing, key) for key in keys)]


UNEVEN_TABLES = history("A B C D E F G", "A:30 B:20 C:20 D:10 | E:9 F:5 G:1", "E:40 A:30 F:20 B:10 | C:9 D:4 G:4")
"""Points in twelfths, the first round and the second: a table of four gives 12, 8, 4, 0, one of three 12, 6, 0.

    A 12 + 8    B 6 + 0    C 6 + 12    D 0 + 3    E 12 + 12    F 6 + 4    G 0 + 3
"""

IN_TWELFTHS = {
    #    points  Buchholz: the averages of the tables   Sonneborn-Berger: shares of the same
    "A": ("20", ["27/3", "40/3"], ["27/3", "16/3"]),
    "B": ("6", ["41/3", "54/3"], ["12/3", "0"]),
    "C": ("18", ["29/3", "6/2"], ["6/3", "6/2"]),
    "D": ("3", ["44/3", "21/2"], ["0", "3/4"]),
    "E": ("24", ["13/2", "36/3"], ["13/2", "36/3"]),
    "F": ("10", ["27/2", "50/3"], ["3/2", "6/3"]),
    "G": ("3", ["34/2", "21/2"], ["0", "3/4"]),
}

ONE_DID_NOT_COME = history("A B C D", "A:30 B:20 C:10 D:x")
"""A, B and C have 12, 8 and 4 twelfths; a third of the round each was not played and counts as tied: 10, 6, 2, and 6
for D. The virtual opponent of those who came has nothing, that of D all of a round: 12."""

WITHOUT_D = {
    "A": ("12", ["8/3"], ["8/3"]),
    "B": ("8", ["12/3"], ["2/3"]),
    "C": ("4", ["16/3"], ["0"]),
    "D": ("0", ["12"], ["6"]),
}


@pytest.mark.parametrize(("told", "expected"), [(UNEVEN_TABLES, IN_TWELFTHS), (ONE_DID_NOT_COME, WITHOUT_D)])
def test_tables_of_three_and_four(told: History, expected: dict[str, tuple[str, list[str], list[str]]]) -> None:
    for standing in standings(swiss("buchholz", "sonneborn-berger"), told):
        points, buchholz, berger = expected[standing.entrant]
        assert standing.points == int(points)
        assert value(standing, "buchholz") * 12 == sum(map(Fraction, buchholz)), standing.entrant
        assert value(standing, "sonneborn-berger") * 12 == sum(map(Fraction, berger)), standing.entrant


def test_the_median_leaves_out_whole_rounds() -> None:
    told = history("A B C D E F G", "A:30 B:20 C:20 D:10 | E:9 F:5 G:1", "E:40 A:30 F:20 B:10 | C:9 D:4 G:4", "A:1 B:1")
    median = next(each.breaks[0] for each in standings(swiss("median-buchholz"), told) if each.entrant == "A")
    kinds = [(part.round, part.kind) for part in median.parts]
    assert kinds == [(1, "opponent")] * 3 + [(2, "dropped")] * 3 + [(3, "dropped")]
    assert median.value == sum(part.value for part in median.parts if part.round == 1) > 0


def test_rows_total_and_wins_add_up_what_is_known() -> None:
    told = history("A B C", "A:30/12 B:20/5 | bye C", "A:10/3 C:10 | bye B", "void B:9/9 C:1/1", "B:- C:x")
    found = {each.entrant: each for each in standings(swiss("rows", "total", "wins"), told)}
    assert [[made.value for made in found[name].breaks] for name in "ABC"] == [[15, 40, 1], [5, 20, 0], [0, 10, 0]]
    assert [(part.round, part.value) for part in found["A"].breaks[1].parts] == [(1, 30), (2, 10)]
