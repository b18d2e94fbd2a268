"""What holds for every history, in whatever order its results arrive."""

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.events.standings.histories import SEED, duplicate, round_robin, swiss
from tournaments.events.formats.format import find_format
from tournaments.events.settings import TIE_BREAKS, Settings
from tournaments.events.standings.cells import WHOLE_ROUND, read_field
from tournaments.events.standings.ranking import crosstable, standings
from tournaments.events.values import History, Participation, PlayedRound, SeatResult, TableResult

NAMES = [f"e-{number}" for number in range(1, 12)]
SEEDS = st.integers(0, 2**32)
"""Histories are drawn from these, which is much quicker than number by number."""
often = settings(max_examples=size(100, 2000), deadline=None)


def drawn_table(chance: Random, number: int, names: list[str]) -> TableResult:
    """A table with any scores, forfeits last; few scores, so that there are ties."""
    known = [(chance.randint(0, 4), chance.choice(["", "", "", "", "forfeit", "no-show"])) for _ in names]
    merits = [(not away, 0 if away else score) for score, away in known]
    seats = tuple(
        SeatResult(
            name,
            None if away == "no-show" else score,
            1 + sum(other > merit for other in merits),
            bool(away),
            chance.choice([None, score // 2]),
        )
        for name, (score, away), merit in zip(names, known, merits, strict=True)
    )
    return TableResult(number, seats, is_void=chance.random() < 0.1)


def drawn_round(chance: Random, number: int, sizes: range, has_byes: bool) -> PlayedRound:
    """A round of tables, byes, people who are away, and tables without a result."""
    names = chance.sample(NAMES, chance.randint(3, len(NAMES)))
    seated: list[list[str]] = []
    while len(names) > 3:
        taken = chance.choice(sizes)
        seated.append(names[:taken])
        names = names[taken:]
    tables = tuple(drawn_table(chance, at, sitting) for at, sitting in enumerate(seated, 1) if chance.random() < 0.9)
    byes = tuple(names[: chance.randint(0, 2)]) if has_byes else ()
    return PlayedRound(number, tables, byes, tuple(map(tuple, seated)))


def drawn_history(seed: int) -> tuple[Settings, History]:
    """Settings with the tie-breaks in any order, and some rounds that go with them."""
    chance = Random(seed)
    keys = chance.sample(TIE_BREAKS, chance.randint(0, len(TIE_BREAKS)))
    bye = chance.choice(["full", "half", "none"])
    rules, sizes = chance.choice(
        [
            (swiss(*keys, bye=bye), range(2, 5)),
            (swiss(*keys, bye=bye), range(2, 3)),
            (round_robin(*keys, bye=bye), range(2, 3)),
            (duplicate(*keys, scoring="rank"), range(1, 2)),
        ]
    )
    has_byes = rules.format != "duplicate"
    entries = tuple(Participation(name, number) for number, name in enumerate(NAMES, start=1))
    rounds = [drawn_round(chance, number, sizes, has_byes) for number in range(1, chance.randint(1, 6))]
    return rules, History(SEED, entries, tuple(rounds))


def shuffled(told: History, chance: Random) -> History:
    """The same history, told in another order."""

    def mixed(things: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(chance.sample(things, len(things)))

    again = [
        played._replace(tables=mixed(played.tables), byes=mixed(played.byes), seated=mixed(played.seated))
        for played in told.rounds
    ]
    return told._replace(entries=mixed(told.entries), rounds=mixed(tuple(again)))


@often
@given(SEEDS)
def test_standings_do_not_depend_on_the_order_in_which_results_arrive(seed: int) -> None:
    rules, told = drawn_history(seed)
    again = shuffled(told, Random(seed + 1))
    assert standings(rules, again) == standings(rules, told)
    assert crosstable(rules, again) == crosstable(rules, told)


@often
@given(SEEDS)
def test_places_follow_points_and_tie_breaks(seed: int) -> None:
    found = standings(*drawn_history(seed))
    merits = [(each.points, [made.value for made in each.breaks]) for each in found]
    assert merits == sorted(merits, reverse=True)
    assert [each.place for each in found] == [1 + sum(other > merit for other in merits) for merit in merits]
    assert sorted(each.entrant for each in found) == sorted(NAMES)


@often
@given(SEEDS)
def test_every_tie_break_is_the_sum_of_its_parts(seed: int) -> None:
    rules, told = drawn_history(seed)
    for each in standings(rules, told):
        assert tuple(made.key for made in each.breaks) == rules.tie_breaks
        for made in each.breaks:
            assert made.key == "lots" or made.value == sum(part.value for part in made.parts)
            assert all(part.value == 0 for part in made.parts if part.kind == "dropped")


@often
@given(SEEDS)
def test_points_are_those_of_the_format_and_encounters_explain_them(seed: int) -> None:
    rules, told = drawn_history(seed)
    form = find_format(rules.format)
    field = read_field(rules, told)
    given_out = [form.points(rules, played) for played in told.rounds]
    for name, line in field.lines.items():
        assert line.points == sum(points.get(name, 0) for points in given_out)
        for cell in line.cells:
            if cell.encounters:
                gained = sum(Fraction(met.halves * met.share, 2 * WHOLE_ROUND) for met in cell.encounters)
                assert gained * field.unit == cell.points
