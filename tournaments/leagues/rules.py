"""The rules of a league, as its organisers set them: read strictly and written the one canonical way.

Dates of a season and who may enter it follow from these rules; what else is agreed on for its tournaments is a
template of their settings.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date, tzinfo
from typing import Any, Final

from engine.canonical import canonical, parse_json
from engine.errors import Illegal, Malformed, as_json
from engine.protocol import Json
from games.clock.site_time import write_time
from tournaments.events.settings import BY_LINK, Settings, read_settings
from tournaments.leagues.promotion import Borders
from tournaments.leagues.round_dates import weekly_dates

MOST_DIVISIONS: Final = 20
MOST_IN_A_DIVISION: Final = 64
DAY: Final = 24 * 3600
SET_BY_SEASON: Final = ("first_at", "calendar", "length", "every", "zone", "registration_opens_at", "entry")
"""What a template does not say, because it follows from the rules and the season."""
DEFAULT_SETTINGS: Final[Mapping[str, Any]] = {
    "format": "round-robin",
    "variant": "duel",
    "tie_breaks": ["direct", "sonneborn-berger", "total", "lots"],
    "seconds": DAY,
}
ANY_TIME: Final = "2000-01-01T00:00:00.000000Z"
"""Stands for the dates of a template, which has none."""


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How a league is played."""

    divisions: int = 1
    size: int = 8
    """How many places each division has; the last one takes the rest."""
    up: int = 2
    """How many go up from each division but the first."""
    down: int = 2
    """How many go down from each division but the last."""
    weekday: int = 0
    """On which day of the week rounds open; Monday is 0."""
    time: str = "19:00"
    """When on that day, on the club's clocks."""
    weeks: int = 1
    """From one round to the next."""
    days: int = 7
    """How long a round is open."""
    tournament: Json = field(default_factory=lambda: dict(DEFAULT_SETTINGS))
    """The settings of each division's tournament, without its dates."""

    @property
    def borders(self) -> Borders:
        """What they say of moving between divisions."""
        return Borders(self.up, self.down, self.size, self.divisions)

    @property
    def at(self) -> datetime.time:
        """The time of the day at which rounds open."""
        return datetime.time.fromisoformat(self.time)

    @property
    def template(self) -> Settings:
        """The settings of the tournaments; what they say of dates means nothing."""
        return read_settings({**self.tournament, "first_at": ANY_TIME, "entry": BY_LINK})

    def settings(self, zone: tzinfo, first: date, rounds: int) -> Json:
        """The settings of a division's tournament in a season that begins on this day and has so many dates."""
        dates = weekly_dates(zone, first, self.at, rounds, self.weeks, self.days)
        calendar = [[write_time(moment) for moment in round_] for round_ in dates]
        return {
            **self.tournament,
            "entry": BY_LINK,
            "first_at": write_time(self.opening(zone, first)),
            "length": self.days * DAY,
            "every": self.weeks * 7 * DAY,
            "calendar": calendar,
        }

    def opening(self, zone: tzinfo, first: date) -> datetime.datetime:
        """When the first round opens of a season that begins on this day."""
        return weekly_dates(zone, first, self.at, 1)[0].opens

    def as_json(self) -> Json:
        """The rules as they are shown."""
        return asdict(self)

    def as_text(self) -> str:
        """The rules as they are stored."""
        return canonical(self.as_json())


def read_rules(said: Any) -> LeagueRules:
    """The rules that a JSON object says; what it does not say is as usual. Refused unless everything can be so."""
    if not isinstance(said, dict):
        raise Malformed("league/rules", "The rules of a league are an object.")
    known = {one.name for one in fields(LeagueRules)}
    for name, value in said.items():
        if name not in known:
            raise Malformed("league/unknown-rule", "There is no rule “{name}”.", name=name)
        if not _CHECKS[name](value):
            template = "{value} cannot be the rule “{name}” of a league."
            raise Malformed("league/rule", template, value=as_json(value), name=name)
    rules = LeagueRules(**said)
    _check_together(rules)
    return rules


def load_rules(text: str) -> LeagueRules:
    """The rules that a stored text holds."""
    return read_rules(parse_json(text))


def _check_together(rules: LeagueRules) -> None:
    """Refuse rules of which each is possible but not all."""
    if rules.days > 7 * rules.weeks:
        raise Illegal("league/rounds-overlap", "A round cannot be open longer than until the next one begins.")
    if rules.divisions > 1 and rules.up + rules.down > rules.size:
        template = "More players would go up and down than the {size} places that a division has."
        raise Illegal("league/too-many-move", template, size=rules.size)
    for name in SET_BY_SEASON:
        if name in rules.tournament:
            template = "The setting “{name}” follows from the rules of the league."
            raise Malformed("league/setting-of-a-season", template, name=name)
    _ = rules.template


def _whole_number(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_time(value: Any) -> bool:
    if not isinstance(value, str) or len(value) != 5 or value[2] != ":" or not value.isascii():
        return False
    hour, minute = value[:2], value[3:]
    return hour.isdigit() and minute.isdigit() and int(hour) < 24 and int(minute) < 60


_CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "divisions": _whole_number(1, MOST_DIVISIONS),
    "size": _whole_number(2, MOST_IN_A_DIVISION),
    "up": _whole_number(0, MOST_IN_A_DIVISION),
    "down": _whole_number(0, MOST_IN_A_DIVISION),
    "weekday": _whole_number(0, 6),
    "time": _is_time,
    "weeks": _whole_number(1, 8),
    "days": _whole_number(1, 56),
    "tournament": lambda value: isinstance(value, dict),
}
