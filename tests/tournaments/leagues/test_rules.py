"""The rules of a league, read strictly."""

from datetime import date, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.errors import Illegal, Malformed, Refused
from tournaments.events.settings import read_settings
from tournaments.leagues.rules import LeagueRules, load_rules, read_rules


def test_what_is_not_said_is_as_usual_and_stored_rules_are_the_same() -> None:
    rules = read_rules({"divisions": 3, "time": "20:15"})
    assert (rules.divisions, rules.size, rules.at, rules.weeks) == (3, 8, time(20, 15), 1)
    assert load_rules(rules.as_text()) == rules
    assert read_rules({}) == LeagueRules()


@pytest.mark.parametrize(
    ("said", "sort", "code"),
    [
        (None, Malformed, "league/rules"),
        ([], Malformed, "league/rules"),
        ({"division": 3}, Malformed, "league/unknown-rule"),
        ({"divisions": 0}, Malformed, "league/rule"),
        ({"divisions": True}, Malformed, "league/rule"),
        ({"divisions": "3"}, Malformed, "league/rule"),
        ({"size": 1}, Malformed, "league/rule"),
        ({"size": 10**30}, Malformed, "league/rule"),
        ({"up": -1}, Malformed, "league/rule"),
        ({"weekday": 7}, Malformed, "league/rule"),
        ({"time": "24:00"}, Malformed, "league/rule"),
        ({"time": "19:60"}, Malformed, "league/rule"),
        ({"time": "9:00"}, Malformed, "league/rule"),
        ({"time": "１9:00"}, Malformed, "league/rule"),
        ({"time": None}, Malformed, "league/rule"),
        ({"days": 0}, Malformed, "league/rule"),
        ({"tournament": []}, Malformed, "league/rule"),
        ({"days": 8}, Illegal, "league/rounds-overlap"),
        ({"divisions": 2, "size": 3, "up": 2, "down": 2}, Illegal, "league/too-many-move"),
        ({"tournament": {"variant": "duel"}}, Malformed, "tournament/setting"),
        ({"tournament": {"format": "swiss", "variant": "duel", "speed": 3}}, Malformed, "tournament/unknown-setting"),
        (
            {"tournament": {"format": "swiss", "variant": "duel", "entry": "anybody"}},
            Malformed,
            "league/setting-of-a-season",
        ),
        ({"tournament": {"format": "swiss", "variant": "duel", "every": 60}}, Malformed, "league/setting-of-a-season"),
    ],
)
def test_what_cannot_be_is_refused(said: Any, sort: type[Refused], code: str) -> None:
    with pytest.raises(sort) as refusal:
        read_rules(said)
    assert refusal.value.code == code
    assert refusal.value.sentence


def test_a_seasons_settings_have_its_dates_in_the_zone_of_the_club() -> None:
    rules = read_rules({"weekday": 1, "days": 5})
    said = rules.settings(ZoneInfo("Europe/Berlin"), date(2027, 3, 23), 2)
    settings = read_settings(said)
    assert settings.calendar == (
        ("2027-03-23T18:00:00.000000Z", "2027-03-28T17:00:00.000000Z"),
        ("2027-03-30T17:00:00.000000Z", "2027-04-04T17:00:00.000000Z"),
    )
    assert settings.first_at == settings.calendar[0][0]
    assert (settings.entry, settings.format, settings.variant) == ("link", "round-robin", "duel")
    assert (settings.every, settings.length) == (7 * 86400, 5 * 86400)
