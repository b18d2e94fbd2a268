"""Direct encounter: who was better when those tied met, and what happens if they have not all met."""

import pytest

from tests.tournaments.events.standings.histories import history, value
from tests.tournaments.events.standings.histories import swiss as swiss_settings
from tournaments.events.standings.cells import read_field
from tournaments.events.standings.ranking import standings
from tournaments.events.standings.tie_breaks import direct
from tournaments.events.values import History

DIRECT = swiss_settings("direct")


def among(tied: str, told: History) -> dict[str, str]:
    """The values of some who are taken as tied."""
    field = read_field(DIRECT, told)
    made = direct(field, [field.lines[name] for name in tied.split()])
    return {name: f"{each.value / each.unit:g}" for name, each in zip(tied.split(), made, strict=True)}


@pytest.mark.parametrize(
    ("rounds", "tied", "expected"),
    [
        # Two who have met; games against others do not count.
        (["A:2 B:1 | C:5 D:1", "A:1 C:2 | B:3 D:1"], "A B", "1 0"),
        # All three have met.
        (["A:2 B:1", "B:2 C:1", "A:1 C:1"], "A B C", "1.5 1 0.5"),
        # Each has beaten one: it decides nothing.
        (["A:2 B:1", "B:2 C:1", "C:2 A:1"], "A B C", "1 1 1"),
        # They met at tables of any size, and more than once.
        (["A:9 B:5 C:5 D:1", "A:1 B:2"], "A B C", "2 1.5 0.5"),
        # B and C have not met, but could not reach A any more.
        (["A:2 B:1", "A:2 C:1"], "A B C", "2 0 0"),
        # B could still draw level with A by beating C.
        (["A:2 B:1", "A:2 C:2"], "A B C", "0 0 0"),
        # A is out of reach, then B is; C and D have not met.
        (["A:2 B:1 | C:1 D:0", "A:2 C:1 | B:2 D:1", "A:2 D:1 | B:2 C:1"], "A B C D", "3 2 1 0"),
        (["A:2 B:1", "A:2 C:1 | B:2 D:1", "A:2 D:1 | B:2 C:1"], "A B C D", "3 2 0 0"),
        # A void table and one to which somebody did not come are no encounters.
        (["void A:2 B:1"], "A B", "0 0"),
        (["A:- B:x"], "A B", "0 0"),
        # A game that was begun and forfeited is one.
        (["A:4 B:x7"], "A B", "1 0"),
    ],
)
def test_points_among_the_tied(rounds: list[str], tied: str, expected: str) -> None:
    found = among(tied, history("A B C D", *rounds))
    assert " ".join(found.values()) == expected


def test_it_is_put_only_to_those_whom_all_before_it_has_left_tied() -> None:
    told = history("A B C D", "A:2 B:1 | C:2 D:1", "B:2 C:1 | A:1 D:2")
    found = {standing.entrant: standing for standing in standings(swiss_settings("wins", "direct"), told)}
    assert {name: value(each, "direct") for name, each in found.items()} == {"A": 0, "B": 0, "C": 0, "D": 0}
    told = history("A B C D", "A:2 B:1 | C:2 D:1", "B:2 D:1 | C:2 A:1", "B:2 C:1 | A:2 D:1")
    assert [(each.entrant, each.place) for each in standings(DIRECT, told)] == [("A", 1), ("B", 1), ("C", 1), ("D", 4)]


def test_parts_that_do_not_count_are_shown_as_such() -> None:
    field = read_field(DIRECT, history("A B C", "A:2 B:1", "A:2 C:2"))
    (made, *_) = direct(field, [field.lines[name] for name in "ABC"])
    assert [(part.kind, part.entrant, part.base, part.value) for part in made.parts] == [
        ("dropped", "B", 2, 0),
        ("dropped", "C", 1, 0),
    ]
