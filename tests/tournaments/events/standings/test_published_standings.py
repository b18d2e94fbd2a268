"""Our tie-breaks against those that were published with a real tournament.

Moscow Open 2018, tournament A: 220 players, 9 rounds, with byes, forfeits, late arrivals and withdrawals. Published on
chess-results.com as tournament 328740; the figures are taken from the copy of that table in the public repository
clpippel/tiebreak (2018-moscow-open.csv). The file here holds them without names, one line for each player by final
rank: opponent, colour and result of each round; then the points and the four tie-breaks TB1 to TB4. That copy does not
name the tie-breaks. Their figures do: Buchholz, Buchholz without the weakest opponent (Cut-1), direct encounter, and
Sonneborn-Berger.
"""

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.events.standings.histories import crosstable_of, swiss, value
from tournaments.events.standings.cells import read_field
from tournaments.events.standings.ranking import Standing, standings
from tournaments.events.standings.tie_breaks import TieBreakValue, direct
from tournaments.events.values import History

PUBLISHED = Path(__file__).with_name("moscow_open_2018_a.txt")
POINTS, BUCHHOLZ, CUT, DIRECT, SONNEBORN_BERGER = range(5)
UNIT = 12
SETTINGS = swiss("buchholz", "sonneborn-berger", "median-buchholz")

Numbers = dict[str, list[Fraction]]


@pytest.fixture(scope="module")
def moscow() -> tuple[History, Numbers]:
    return crosstable_of(PUBLISHED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def ours(moscow: tuple[History, Numbers]) -> dict[str, Standing]:
    return {standing.entrant: standing for standing in standings(SETTINGS, moscow[0])}


def parts_of(standing: Standing, key: str) -> list[Fraction]:
    made = next(made for made in standing.breaks if made.key == key)
    return [Fraction(part.value, made.unit) for part in made.parts]


def test_points_buchholz_and_sonneborn_berger_are_the_published_ones(
    moscow: tuple[History, Numbers], ours: dict[str, Standing]
) -> None:
    published = moscow[1]
    assert len(published) == 220
    for name, numbers in published.items():
        found = (
            Fraction(ours[name].points, UNIT),
            value(ours[name], "buchholz"),
            value(ours[name], "sonneborn-berger"),
        )
        assert found == (numbers[POINTS], numbers[BUCHHOLZ], numbers[SONNEBORN_BERGER]), name


def test_without_the_weakest_opponent_and_without_the_strongest(
    moscow: tuple[History, Numbers], ours: dict[str, Standing]
) -> None:
    for name, numbers in moscow[1].items():
        parts = parts_of(ours[name], "buchholz")
        assert sum(parts) - min(parts) == numbers[CUT], name
        assert value(ours[name], "median-buchholz") == numbers[CUT] - max(parts), name


def test_direct_encounters_are_the_published_ones(moscow: tuple[History, Numbers]) -> None:
    told, published = moscow
    field = read_field(SETTINGS, told)
    tied: dict[tuple[Fraction, ...], list[str]] = defaultdict(list)
    for name, numbers in published.items():
        tied[tuple(numbers[:DIRECT])].append(name)
    groups = [names for names in tied.values() if len(names) > 1]
    assert len(groups) == 17
    for names in groups:
        made: list[TieBreakValue] = direct(field, [field.lines[name] for name in names])
        assert [Fraction(each.value, each.unit) for each in made] == [published[name][DIRECT] for name in names], names


def test_the_places_follow_the_published_points_and_buchholz(moscow: tuple[History, Numbers]) -> None:
    told, published = moscow
    merits = {name: tuple(numbers[:CUT]) for name, numbers in published.items()}
    for standing in standings(swiss("buchholz"), told):
        merit = merits[standing.entrant]
        assert standing.place == 1 + sum(other > merit for other in merits.values())
        assert standing.place <= int(standing.entrant)
