"""What formats refuse in settings."""

import pytest

from engine.errors import Illegal
from tests.tournaments.events.pairing.fields import settings_for
from tournaments.events.formats.format import find_format
from tournaments.events.settings import MOST_ROUNDS


@pytest.mark.parametrize(
    ("form", "changes"),
    [
        ("swiss", {"seats": 2, "rounds": 5}),
        ("swiss", {"seats": 4, "rounds": 1, "late_until": 1}),
        ("round-robin", {}),
        ("round-robin", {"is_double": True, "late_until": 2}),
        ("duplicate", {"seats": 1, "scoring": "total"}),
        ("duplicate", {"seats": 1, "scoring": "percent", "late_until": 3}),
    ],
)
def test_what_goes_together_is_accepted(form: str, changes: dict[str, object]) -> None:
    find_format(form).check(settings_for(form, **changes))


@pytest.mark.parametrize(
    ("form", "changes", "code"),
    [
        ("swiss", {"seats": 1}, "tournament/seats"),
        ("swiss", {"rounds": None}, "tournament/rounds-open"),
        ("swiss", {"is_double": True}, "tournament/double"),
        ("swiss", {"scoring": "total"}, "tournament/scoring"),
        ("round-robin", {"seats": 3}, "tournament/seats"),
        ("round-robin", {"rounds": 7}, "tournament/rounds-follow"),
        ("round-robin", {"scoring": "rank"}, "tournament/scoring"),
        ("duplicate", {"seats": 2, "scoring": "total"}, "tournament/seats"),
        ("duplicate", {"seats": 1}, "tournament/scoring"),
        ("duplicate", {"seats": 1, "scoring": "total", "rounds": None}, "tournament/rounds-open"),
        ("duplicate", {"seats": 1, "scoring": "total", "is_double": True}, "tournament/double"),
    ],
)
def test_what_does_not_go_together_is_refused(form: str, changes: dict[str, object], code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        find_format(form).check(settings_for(form, **changes))
    assert refusal.value.code == code
    assert refusal.value.sentence


def test_rounds_are_as_agreed_on_or_follow_from_the_field() -> None:
    assert find_format("swiss").rounds(settings_for(rounds=7), 100) == 7
    assert find_format("duplicate").rounds(settings_for("duplicate", rounds=3), 100) == 3
    assert [find_format("round-robin").rounds(settings_for("round-robin"), players) for players in (2, 5, 8)] == [
        1,
        5,
        7,
    ]
    assert find_format("round-robin").rounds(settings_for("round-robin", is_double=True), 8) == 14


@pytest.mark.parametrize("is_double", [False, True])
def test_a_round_robin_has_no_more_players_than_rounds_allow(is_double: bool) -> None:
    form, rules = find_format("round-robin"), settings_for("round-robin", is_double=is_double)
    most = form.most_entrants(rules)
    assert most is not None
    assert form.rounds(rules, most) <= MOST_ROUNDS < form.rounds(rules, most + 1)
