"""What is agreed on before a tournament begins: values that are read strictly and written the one canonical way.

Whether they go together is for the format to say (`Format.check`) and, for the games, for the rules of the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.canonical import parse_json
from engine.errors import Malformed, as_json
from engine.log import is_time
from engine.protocol import Json
from engine.records import DEFAULT_GAME
from games.clock.site_time import read_time
from games.time_zones import is_time_zone

FORFEIT: Final = "forfeit"
AS_STANDS: Final = "as-stands"
AUTOMATIC: Final = "automatic"
PREVIEW: Final = "preview"
ANYBODY: Final = "anybody"
MEMBERS: Final = "members"
BY_LINK: Final = "link"
TIE_BREAKS: Final = ("direct", "buchholz", "median-buchholz", "sonneborn-berger", "rows", "total", "wins", "lots")
MOST_ROUNDS: Final = 200
YEAR: Final = 366 * 24 * 3600
EARLIEST: Final = "2000"
LATEST: Final = "9000"
"""The years between which everything has its date: what follows from it, or is put off later, is a date as well, in
every time zone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one tournament. Times are written as the log writes them, spans are seconds."""

    format: str
    variant: str
    seats: int = 2
    """How many sit at a table; uneven fields have smaller ones."""
    level: int = 1
    key: str = DEFAULT_GAME
    rounds: int | None = None
    """None where the format says how many there are."""
    is_double: bool = False
    scoring: str = "points"
    bye: str = "full"
    """What a bye is worth: full, half or none."""
    tie_breaks: tuple[str, ...] = ("direct", "buchholz", "total", "lots")
    seconds: int | None = None
    """The time for a decision; None for games without a clock."""
    timeout: str | None = None
    is_rated: bool = False
    games: str = "public"
    """Who may watch the games: everybody, or those with the link; on a shared deal nobody while it is open."""
    unfinished: str = FORFEIT
    """What becomes of a game that is not over when its round closes: those who are to move forfeit it, or it counts as
    it stands."""
    out_after: int | None = None
    """After how many rounds in a row without showing up somebody is taken out; None for never."""
    pairings: str = AUTOMATIC
    """Whether pairings are published as they are made, or looked at by an organiser first."""
    entry: str = ANYBODY
    """Who may enter: anybody who sees the tournament, members of the club, or whoever has the link."""
    most: int | None = None
    """How many may enter; None for any number."""
    late_until: int = 0
    """The last round before which somebody may still come in late; 0 for none."""
    registration_opens_at: str | None = None
    """None for when the tournament is published."""
    check_in: int | None = None
    """How long before the first round people say that they are there; None if they need not."""
    first_at: str = ""
    """When the first round opens; registration closes then."""
    length: int = 7 * 24 * 3600
    """How long a round is open."""
    every: int = 7 * 24 * 3600
    """From one opening to the next; 0 if a round opens as soon as the one before it is closed."""
    zone: str = ""
    """The time zone on whose clocks whole days are counted, so that an evening stays an evening when the clocks change;
    empty for days of 24 hours."""
    calendar: tuple[tuple[str, str], ...] = ()
    """When each round opens and closes, where that was laid down; it goes before `first_at`, `every` and `length`."""
    wait: int | None = None
    """How long a table of three or four waits, from the opening of its round, for whoever has not come before it starts
    without them; None for as long as the round is open."""
    closes_early: bool = True
    """Whether a round closes as soon as all its results are there."""
    remind: int | None = 24 * 3600
    """How long before the end of a round those are reminded who have not finished; None for never."""

    def as_json(self) -> Json:
        """The settings as the log holds them."""
        said = asdict(self)
        if not self.zone:
            # As it was written before there were zones: the hash of what a round was drawn from stays what it was.
            del said["zone"]
        if self.wait is None:
            # As it was written before tables could start without somebody.
            del said["wait"]
        return {**said, "tie_breaks": list(self.tie_breaks), "calendar": [list(dates) for dates in self.calendar]}

    def opening(self, number: int) -> datetime:
        """When a round is to open, as far as that was laid down."""
        return self._dates(number)[0]

    def closing(self, number: int) -> datetime:
        """When a round is to close."""
        return self._dates(number)[1]

    @property
    def shortest(self) -> int:
        """How many seconds the shortest round lasts, as far as that was laid down."""
        spans = [read_time(closes) - read_time(opens) for opens, closes in self.calendar]
        return min((int(span.total_seconds()) for span in spans), default=self.length)

    def _dates(self, number: int) -> tuple[datetime, datetime]:
        if number <= len(self.calendar):
            opens, closes = self.calendar[number - 1]
            return read_time(opens), read_time(closes)
        opening = self._after(read_time(self.first_at), self.every or self.length, number - 1)
        return opening, self._after(opening, self.length)

    def _after(self, moment: datetime, seconds: int, times: int = 1) -> datetime:
        """A moment so many spans later; where these are whole days, the clocks of the zone show the same hour."""
        span = timedelta(seconds=seconds)
        if not self.zone or span.seconds:
            return moment + times * span
        return (moment.astimezone(ZoneInfo(self.zone)) + times * span).astimezone(UTC)


@lru_cache(maxsize=512)
def stored_settings(text: str) -> Settings:
    """The settings as the row of a tournament has them."""
    return read_settings(parse_json(text))


def read_settings(said: Any) -> Settings:
    """The settings that a JSON object says; refused unless every value is what it can be."""
    if not isinstance(said, dict):
        raise Malformed("tournament/settings", "The settings of a tournament are an object.")
    known = {field.name for field in fields(Settings)}
    for name in said:
        if name not in known:
            raise Malformed("tournament/unknown-setting", "There is no setting “{name}”.", name=name)
    for name in ("format", "variant", "first_at"):
        if name not in said:
            raise _refused(name, None)
    return Settings(**{name: _read(name, value) for name, value in said.items()})


def _read(name: str, value: Any) -> Any:
    if not _CHECKS[name](value):
        raise _refused(name, value)
    if name == "tie_breaks":
        return tuple(value)
    return tuple((opens, closes) for opens, closes in value) if name == "calendar" else value


def _refused(name: str, value: Any) -> Malformed:
    return Malformed("tournament/setting", "{value} cannot be the setting “{name}”.", value=as_json(value), name=name)


def _whole(least: int, most: int, or_none: bool = False) -> Callable[[Any], bool]:
    return lambda value: (or_none and value is None) or (type(value) is int and least <= value <= most)


def _one_of(*known: Any) -> Callable[[Any], bool]:
    return lambda value: any(type(value) is type(choice) and value == choice for choice in known)


def _word(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 20


def _are_tie_breaks(value: Any) -> bool:
    return _is_list(value) and all(name in TIE_BREAKS for name in value) and len(set(value)) == len(value)


def _is_date(value: Any) -> bool:
    return is_time(value) and EARLIEST <= str(value) < LATEST


def _is_calendar(value: Any) -> bool:
    if not _is_list(value) or len(value) > MOST_ROUNDS:
        return False
    if not all(_is_list(dates) and len(dates) == 2 and all(map(_is_date, dates)) for dates in value):
        return False
    times = [time for dates in value for time in dates]
    return times == sorted(times) and all(opens < closes for opens, closes in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


_IS_BOOL: Final = _one_of(True, False)
_CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "format": _word,
    "variant": _word,
    "key": _word,
    "scoring": _word,
    "seats": _whole(1, 4),
    "level": _whole(1, 20),
    "rounds": _whole(1, MOST_ROUNDS, or_none=True),
    "is_double": _IS_BOOL,
    "bye": _one_of("full", "half", "none"),
    "tie_breaks": _are_tie_breaks,
    "seconds": _whole(5, 14 * 24 * 3600, or_none=True),
    "timeout": lambda value: value is None or _word(value),
    "is_rated": _IS_BOOL,
    "games": _one_of("public", "private"),
    "unfinished": _one_of(FORFEIT, AS_STANDS),
    "out_after": _whole(1, MOST_ROUNDS, or_none=True),
    "pairings": _one_of(AUTOMATIC, PREVIEW),
    "entry": _one_of(ANYBODY, MEMBERS, BY_LINK),
    "most": _whole(2, 100_000, or_none=True),
    "late_until": _whole(0, MOST_ROUNDS),
    "registration_opens_at": lambda value: value is None or _is_date(value),
    "check_in": _whole(60, 7 * 24 * 3600, or_none=True),
    "first_at": _is_date,
    "length": _whole(30, YEAR),
    "every": _whole(0, YEAR),
    "zone": lambda value: isinstance(value, str) and (not value or is_time_zone(value)),
    "calendar": _is_calendar,
    "closes_early": _IS_BOOL,
    "wait": _whole(30, 30 * 24 * 3600, or_none=True),
    "remind": _whole(60, 30 * 24 * 3600, or_none=True),
}
