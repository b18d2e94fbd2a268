"""A preview as a viewer may see it: in the order in which it matters, and with names; a private player is named only to
those who know them.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.play.cards import names_at_table
from tournaments.desk.preview import Preview, RatingChange, RunChange, SeatForeseen, StandingChange
from tournaments.events.models import Entrant, Tournament
from tournaments.events.selectors.player_names import PlayerName
from tournaments.events.selectors.player_names import names_in as names_of_entrants
from tournaments.ratings.models import RatedPlayer
from tournaments.ratings.players import supposed_account

log = logging.getLogger(__name__)


class RatedName(NamedTuple):
    """Somebody with a rating, in words as far as the viewer may know them."""

    name: str | None
    """None for somebody who keeps their profile to themselves, and for an account that was erased."""
    handle: str | None
    is_erased: bool = False


def rated_names(players: Collection[str], viewer: Viewer) -> dict[str, RatedName]:
    """The names of some players for somebody who may rule upon a game; what staff are told of others is noted down."""
    accounts = _accounts(players)
    private = [account.pk for account in accounts.values() if account is not None and not account.is_open]
    if viewer.is_auditor and private:
        told = ", ".join(map(str, private))
        log.info("Account %s was told the names of accounts %s, which are private.", viewer.account, told)
    known = known_by_name(accounts.values(), viewer)
    return {player: _named(accounts.get(player), known) for player in players}


def _accounts(players: Collection[str]) -> dict[str, Account | None]:
    """The accounts of players, also of those whose first result is not counted yet."""
    found = RatedPlayer.objects.filter(pk__in=players).select_related("account")
    new = {player: number for player in players if (number := supposed_account(player)) is not None}
    known = Account.objects.in_bulk(new.values())
    return {rated.pk: rated.account for rated in found} | {one: known.get(number) for one, number in new.items()}


def _named(account: Account | None, known: Collection[int]) -> RatedName:
    if account is None:
        return RatedName(None, None, is_erased=True)
    is_known = account.pk in known
    return RatedName(account.display_name if is_known else None, account.username if account.is_open else None)


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
