"""What a ruling would change, as values: found out by `foreseeing`, put in words by `showing`."""

from hashlib import sha256
from typing import Final, NamedTuple

from games.results import GameResult
from tournaments.ratings.values import Skill
from tournaments.standings import Standing

PAIRINGS: Final = "pairings"
"""Rounds that are paired stay as they are."""
TAKEN_BACK: Final = "taken-back"
"""The game belongs to no table any more: its round was taken back or played anew."""
NEXT_SEASON: Final = "next-season"
"""The next season of the league is drafted or published already, and stays as it is."""
WAITING: Final = "waiting"
"""Other results are not counted yet, which may change the same."""
UNRATED: Final = "unrated"
"""The game is not rated."""
TOO_LATE: Final = "too-late"
"""More matches were counted since than can be counted again while somebody waits."""


class StandingChange(NamedTuple):
    """Somebody who would stand otherwise in a tournament."""

    entrant: str
    before: Standing
    after: Standing
    ways: tuple[str, str] | None = None
    """In a league: where they would play next, before and after."""

    @property
    def has_other_way(self) -> bool:
        """Whether they would play elsewhere next."""
        return self.ways is not None and self.ways[0] != self.ways[1]


class TournamentChange(NamedTuple):
    """What would change in the tournament of a game."""

    tournament: str
    unit: int
    """How many of its points are shown as one."""
    standings: tuple[StandingChange, ...]
    """By their places before."""


class RatingChange(NamedTuple):
    """Somebody whose rating would be another one."""

    pool: str
    player: str
    before: Skill
    after: Skill
    places: tuple[int | None, int | None] = (None, None)
    """On the leaderboard of all time, before and after; None without one."""


class RunChange(NamedTuple):
    """A solo run that would count otherwise, or for its player not at all."""

    player: str
    rated: tuple[int | None, int | None]
    """What it counts, before and after; None if it does not."""
    titles: tuple[str, str]
    """The title that it brings, before and after; empty for none."""
    best: tuple[int | None, int | None]
    """The player's best run of all, before and after; None without one."""


class Preview(NamedTuple):
    """Everything that a ruling would change, and in codes what it would not."""

    game: str
    before: GameResult
    after: GameResult
    tournament: TournamentChange | None = None
    ratings: tuple[RatingChange, ...] = ()
    runs: tuple[RunChange, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the game would have the same result as before, and nothing else would change."""
        return not (self.has_other_result or self.standings or self.ratings or self.runs)

    @property
    def has_other_result(self) -> bool:
        """Whether the game itself would come out otherwise."""
        return (self.before.status, self.before.seats) != (self.after.status, self.after.seats)

    @property
    def standings(self) -> tuple[StandingChange, ...]:
        """Who would stand otherwise in the tournament."""
        return () if self.tournament is None else self.tournament.standings

    @property
    def fingerprint(self) -> str:
        """By what it is known again as long as the same would change.

        Places on leaderboards are left out, which move whenever anybody plays, and so is how far the log of the game
        goes, by which it is known otherwise.
        """
        told = self._replace(
            before=self.before._replace(seq=0, hash=""),
            after=self.after._replace(seq=0, hash=""),
            ratings=tuple(change._replace(places=(None, None)) for change in self.ratings),
            notes=tuple(note for note in self.notes if note != WAITING),
        )
        return sha256(repr(told).encode()).hexdigest()[:32]
