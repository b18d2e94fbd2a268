"""What a format is to the rest of a tournament, which formats there are, and what several of them refuse in
settings.

A format is a handful of pure functions over `tournaments.events.values`. It knows nothing of accounts, clocks and
rows. Everything it needs to pair a round stands in a `History`, so that anybody who has the log of a tournament can
pair every round of it again. Formats are kept by key and version, so that old rounds are paired again as they were.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from engine.errors import Illegal, Malformed
from tournaments.events.settings import Settings
from tournaments.events.values import EntrantId, History, Pairings, PlayedRound


class Format(Protocol):
    """A way to run a tournament, under one version of its way to pair."""

    @property
    def key(self) -> str:
        """The name under which settings and logs know it."""

    @property
    def version(self) -> int:
        """Which version of its way to pair this is; the log of a tournament names it."""

    @property
    def unit(self) -> int:
        """How many points are shown as one, where the scoring does not say otherwise."""

    @property
    def is_shared_deal(self) -> bool:
        """Whether everybody gets the same dice, so that nothing is shown before a round closes."""

    @property
    def is_all_play_all(self) -> bool:
        """Whether everybody meets everybody, so that unplayed games count against whom they were planned."""

    @property
    def scorings(self) -> tuple[str, ...]:
        """The ways to score that it knows; the first is the usual one."""

    def check(self, settings: Settings) -> None:
        """Refuse settings that do not go together in this format."""

    def rounds(self, settings: Settings, entrants: int) -> int:
        """How many rounds a tournament of so many has."""

    def most_entrants(self, settings: Settings) -> int | None:
        """How many can take part at all; None if there is no limit."""

    def has_room(self, settings: Settings, history: History) -> bool:
        """Whether somebody can still come in, once rounds have been paired."""

    def unit_of(self, settings: Settings) -> int:
        """How many points are shown as one, by the scoring that was chosen."""

    def pair(self, settings: Settings, history: History) -> Pairings:
        """The round after those of a history; the same for the same history, in whatever order it is told."""

    def points(self, settings: Settings, played: PlayedRound) -> dict[EntrantId, int]:
        """The points of one round for all whose result is known, byes included."""


_FORMATS: dict[tuple[str, int], Format] = {}


def register(form: Format) -> None:
    """Make a format known; the same key and version cannot mean two formats."""
    if _FORMATS.setdefault((form.key, form.version), form) is not form:
        raise ValueError(f"{form.key} version {form.version} is already registered")


def find_format(key: Any, version: Any = None) -> Format:
    """The format with this key, in its latest version unless another is asked for."""
    versions = [known for name, known in _FORMATS if name == key]
    if not versions:
        raise Malformed("tournament/format", "There is no format “{format}” of tournaments here.", format=key)
    wanted = max(versions) if version is None else version
    if type(wanted) is not int or wanted not in versions:
        template = "There is no version {version} of the format “{format}”."
        raise Malformed("tournament/format-version", template, format=key, version=version)
    return _FORMATS[key, wanted]


def format_keys() -> list[str]:
    """The keys of all known formats."""
    return sorted({key for key, _ in _FORMATS})


def check_scoring(settings: Settings, scorings: Sequence[str]) -> None:
    """Refuse a scoring that the format does not know."""
    if settings.scoring not in scorings:
        template = "Tournaments of this format are not scored by “{scoring}”, but by: {known}."
        raise Illegal("tournament/scoring", template, scoring=settings.scoring, known=", ".join(scorings))


def require_seats(settings: Settings, seats: range) -> None:
    """Refuse tables of a size that the format has not."""
    if settings.seats not in seats:
        template = "Tables of this format have {fewest} to {most} seats, not {seats}."
        raise Illegal("tournament/seats", template, fewest=seats[0], most=seats[-1], seats=settings.seats)


def require_rounds(settings: Settings) -> None:
    """Refuse to leave open how many rounds there are."""
    if settings.rounds is None:
        raise Illegal("tournament/rounds-open", "Please say how many rounds the tournament has.")


def refuse_rounds(settings: Settings) -> None:
    """Refuse a number of rounds where the format itself says how many there are."""
    if settings.rounds is not None:
        template = "In a round robin the number of rounds follows from the number of players."
        raise Illegal("tournament/rounds-follow", template)


def refuse_double(settings: Settings) -> None:
    """Refuse to play everything twice outside a round robin."""
    if settings.is_double:
        raise Illegal("tournament/double", "Only a round robin can be played twice over.")
