"""A preview as a viewer may see it: with names, in the order in which it matters."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.accounts.callers import Viewer
from games.play.cards import names_at_table
from tournaments.desk.naming import RatedName, rated_names
from tournaments.desk.previews import Preview, RatingChange, RunChange, SeatForeseen, StandingChange
from tournaments.models import Entrant, Tournament
from tournaments.selectors.players import PlayerName
from tournaments.selectors.players import names_in as names_of_entrants

AT_MOST: Final = 20_000
"""How many lines of each sort are told; of more than that only the number."""
ON_A_PAGE: Final = 500


class ShownSeat(NamedTuple):
    """A seat of the game."""

    seat: int
    name: str
    before: SeatForeseen
    after: SeatForeseen


class ShownBreak(NamedTuple):
    """A tie-break whose value would change."""

    key: str
    unit: int
    before: int
    after: int


class ShownStanding(NamedTuple):
    """Somebody who would stand otherwise."""

    name: PlayerName
    change: StandingChange

    @property
    def breaks(self) -> list[ShownBreak]:
        """The tie-breaks whose values would change."""
        both = zip(self.change.before.breaks, self.change.after.breaks, strict=True)
        return [ShownBreak(old.key, old.unit, old.value, new.value) for old, new in both if old.value != new.value]


class ShownRating(NamedTuple):
    """Somebody whose rating would change."""

    name: RatedName
    variant: str
    change: RatingChange


class ShownRun(NamedTuple):
    """A solo run that would count otherwise."""

    name: RatedName
    change: RunChange


class ShownPreview(NamedTuple):
    """Everything that a ruling would change, for a page or the interface."""

    preview: Preview
    seats: list[ShownSeat]
    tournament: Tournament | None
    standings: list[ShownStanding]
    ratings: list[ShownRating]
    runs: list[ShownRun]

    @property
    def on_page(self) -> "ShownPreview":
        """The same with no more lines than a page has."""
        return self._replace(standings=self.standings[:ON_A_PAGE], ratings=self.ratings[:ON_A_PAGE])

    @property
    def more_standings(self) -> int:
        """How many more would stand otherwise than are told."""
        return len(self.preview.standings) - len(self.standings)

    @property
    def more_ratings(self) -> int:
        """How many more ratings would change than are told."""
        return len(self.preview.ratings) - len(self.ratings)


def shown_preview(preview: Preview, viewer: Viewer) -> ShownPreview:
    """A preview for somebody who may rule upon the game, or decide about the table."""
    standings = sorted(preview.standings, key=_by_weight)[:AT_MOST]
    ratings = sorted(preview.ratings, key=_by_size)[:AT_MOST]
    found = Tournament.objects.filter(pk=preview.tournament.tournament).first() if preview.tournament else None
    # All of them, in their order: bots of one name are told apart by it.
    has_names = standings or preview.entrants
    entrants = Entrant.objects.filter(tournament=found) if has_names else Entrant.objects.none()
    names = names_of_entrants(entrants.order_by("number"), viewer)
    players = {*(change.player for change in ratings), *(run.player for run in preview.runs)}
    rated = rated_names(players, viewer)
    return ShownPreview(
        preview,
        _seats(preview, names, viewer),
        found,
        [ShownStanding(names[change.entrant], change) for change in standings],
        [ShownRating(rated[change.player], change.pool.rpartition("/")[2], change) for change in ratings],
        [ShownRun(rated[run.player], run) for run in preview.runs],
    )


def _by_weight(change: StandingChange) -> tuple[bool, int]:
    """Those first whose place or points would change, then those of whom only tie-breaks would."""
    is_small = (change.before.place, change.before.points) == (change.after.place, change.after.points)
    return is_small and not change.has_other_way, change.before.place


def _by_size(change: RatingChange) -> tuple[str, float, str]:
    """The biggest change first."""
    return change.pool, -abs(change.after.mu - change.before.mu), change.player


def _seats(preview: Preview, names: Mapping[str, PlayerName], viewer: Viewer) -> list[ShownSeat]:
    before = preview.before.seats
    if preview.entrants:
        seated: Sequence[str] = [names[entrant].name for entrant in preview.entrants]
    else:
        seated = names_at_table(str(preview.game), len(before), viewer)
    both = zip(seated, before, preview.after.seats, strict=True)
    return [ShownSeat(seat, name, old, new) for seat, (name, old, new) in enumerate(both)]
