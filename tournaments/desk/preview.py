"""What a ruling, or another result of a table, would change, as values, and what is said of it in words."""

from hashlib import sha256
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.results import GameResult
from tournaments.events.rounds.outcomes import CALLED_OFF, DECIDED, UNTOLD
from tournaments.events.standings.ranking import Standing
from tournaments.events.values import ENTERED, OVERRIDDEN
from tournaments.ratings.overrides import Overridden
from tournaments.ratings.values import Skill

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
NO_GAME: Final = "no-game"
"""Nothing was played to its end on the site, so no rating follows the table."""
CALLED_OFF_GAME: Final = "game-called-off"
"""The game of the table is not played on."""
RULED: Final = "ruled"
"""There is a ruling on the game, which counts only while nobody has decided about its table."""


class Counting(NamedTuple):
    """What counts of a game: its official result, and the one at its table that counts instead, if there is any."""

    result: GameResult
    overridden: Overridden | None = None


class SeatForeseen(NamedTuple):
    """How a seat comes out of a game or a table."""

    score: int | None
    """None where somebody has not played, or nobody has said how many points they have."""
    place: int | None
    """None where there is no result, or it counts for nobody."""
    forfeited: bool
    rows: int | None


class ResultForeseen(NamedTuple):
    """What comes of a game or a table."""

    status: str
    seats: tuple[SeatForeseen, ...]

    @property
    def has_one_winner(self) -> bool:
        """Whether somebody comes first alone among several."""
        return len(self.seats) > 1 and sum(seat.place == 1 for seat in self.seats) == 1


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
    """Everything that a ruling would change, or another result of a table; and in codes what it would not."""

    game: str | None
    """None for a table without a game."""
    before: ResultForeseen
    after: ResultForeseen
    tournament: TournamentChange | None = None
    ratings: tuple[RatingChange, ...] = ()
    runs: tuple[RunChange, ...] = ()
    notes: tuple[str, ...] = ()
    entrants: tuple[str, ...] = ()
    """Those at the table, by their seats, if it is about a table."""

    @property
    def is_empty(self) -> bool:
        """Whether the game would have the same result as before, and nothing else would change."""
        return not (self.has_other_result or self.standings or self.ratings or self.runs)

    @property
    def has_other_result(self) -> bool:
        """Whether the game or the table itself would come out otherwise."""
        return self.before != self.after

    @property
    def standings(self) -> tuple[StandingChange, ...]:
        """Who would stand otherwise in the tournament."""
        return () if self.tournament is None else self.tournament.standings

    @property
    def fingerprint(self) -> str:
        """By what it is known again as long as the same would change.

        Places on leaderboards are left out, which move whenever anybody plays.
        """
        told = self._replace(
            ratings=tuple(change._replace(places=(None, None)) for change in self.ratings),
            notes=tuple(note for note in self.notes if note != WAITING),
        )
        return sha256(repr(told).encode()).hexdigest()[:32]


NOTES: Final[dict[str, Promise]] = {
    PAIRINGS: _("Rounds that were paired already stay as they are; only later ones follow the new standings."),
    TAKEN_BACK: _("Its round was taken back or played anew, so no standings follow this game any more."),
    NEXT_SEASON: _(
        "The next season of the league is there already and stays as it is: whoever runs the league decides whether "
        "somebody changes the division."
    ),
    WAITING: _("Other results are not counted yet; together with them some numbers may come out otherwise."),
    UNRATED: _("This game is not rated: no rating changes."),
    TOO_LATE: _(
        "So many rated games were played since that the ratings are too many to compute for a look ahead. They follow "
        "the ruling all the same, within minutes."
    ),
    NO_GAME: _("No game was played to its end on the site at this table: no rating changes."),
    CALLED_OFF_GAME: _(
        "The game of this table was called off and is not played on. Enter another result, or the table is decided "
        "when its round closes as if nothing had been entered."
    ),
    RULED: _(
        "There is a ruling upon this game. It counts for this table only while no organiser has decided about it; a "
        "game that is voided counts in no rating."
    ),
    DECIDED: _(
        "An organiser has decided about this table. Its result stays until that is taken back, in the standings and "
        "in the ratings; only a game that is voided counts in no rating."
    ),
    CALLED_OFF: _("The tournament was called off; its standings stay as they are."),
    UNTOLD: _("The round is still open; its results follow when it closes."),
}
STATUSES: Final[dict[str, Promise]] = {
    "finished": _("counts as it was played"),
    "adjudicated": _("counts as it was decided"),
    "voided": _("counts for nobody"),
}
OF_TABLES: Final[dict[str, Promise]] = {
    "open": _("no result"),
    "finished": _("as it was played"),
    "not-played": _("it was not played"),
    "voided": _("it counts for nobody"),
    ENTERED: _("as it was entered from paper"),
    OVERRIDDEN: _("as an organiser has decided"),
}


def note_words(code: str) -> str:
    """What is to be said beside the numbers."""
    return str(NOTES.get(code, code))


def result_words(status: str) -> str:
    """What becomes of a game."""
    return str(STATUSES.get(status, status))


def table_words(status: str) -> str:
    """What becomes of a table."""
    return str(OF_TABLES.get(status, status))
