"""What a format is to the rest of a tournament: a handful of pure functions over `tournaments.values`.

A format knows nothing of accounts, clocks and rows. Everything it needs to pair a round stands in a `History`, so that
anybody who has the log of a tournament can pair every round of it again.
"""

from typing import Protocol

from tournaments.settings import Settings
from tournaments.values import EntrantId, History, Pairings, PlayedRound


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
