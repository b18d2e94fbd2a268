"""Swiss: everybody plays every round, against those of like points whom they have not met; for tables of two to four.

In what order the rules of pairing count is said in `tournaments.pairing.weights`.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from tournaments.formats.checking import check_scoring, refuse_double, require_rounds, require_seats
from tournaments.formats.placing import UNIT, points_of_round
from tournaments.pairing.explaining import Choice, Explainer
from tournaments.pairing.foreseeing import beginners
from tournaments.pairing.matching import Forbidden, match
from tournaments.pairing.past import Player, next_round, read_players
from tournaments.pairing.seats import Claims
from tournaments.pairing.tables import divide
from tournaments.settings import Settings
from tournaments.values import EntrantId, History, Pairings, PlayedRound, Seating

Table: TypeAlias = tuple[Player, ...]


class _Divided(NamedTuple):
    """A field at its tables."""

    tables: Sequence[Table]
    byes: Sequence[Player]
    claims: Claims = Claims()
    """What counts for the seats."""
    choice: Choice = Choice()
    """Why the tables are these."""


class Swiss:
    """Pairing by points."""

    key = "swiss"
    version = 3
    unit = UNIT
    is_shared_deal = False
    is_all_play_all = False
    scorings = ("points",)

    def check(self, settings: Settings) -> None:
        """Refuse anything but a number of rounds at tables of two to four."""
        check_scoring(settings, self.scorings)
        require_seats(settings, range(2, 5))
        require_rounds(settings)
        refuse_double(settings)

    def rounds(self, settings: Settings, entrants: int) -> int:
        """As many as were agreed on."""
        return settings.rounds or 0

    def most_entrants(self, settings: Settings) -> int | None:
        """Any number can be paired."""
        return None

    def has_room(self, settings: Settings, history: History) -> bool:
        """Somebody late is paired from the next round on, without points for those before."""
        return True

    def unit_of(self, settings: Settings) -> int:
        """Always the same."""
        return self.unit

    def pair(self, settings: Settings, history: History) -> Pairings:
        """The next round: tables by points, the highest first, and the bye."""
        number = next_round(history)
        field = read_players(history, partial(self.points, settings))
        tables, byes, claims, choice = self._divided(field, settings, history.forbidden, number)
        seated = sorted(map(claims.in_order, tables), key=_rank_of_table)
        explainer = Explainer(field, history.forbidden, claims, number, settings.seats, choice)
        why = {entrant: reasons for table in seated for entrant, reasons in explainer.of_table(table).items()}
        why |= {player.id: explainer.of_bye(player) for player in byes}
        seatings = [Seating(at, tuple(player.id for player in table)) for at, table in enumerate(seated, start=1)]
        return Pairings(tuple(seatings), tuple(player.id for player in byes), why)

    def points(self, settings: Settings, played: PlayedRound) -> dict[EntrantId, int]:
        """The points of a round by the places at its tables, and those of the bye."""
        return points_of_round(settings, played)

    def _divided(self, field: Sequence[Player], settings: Settings, forbidden: Forbidden, number: int) -> _Divided:
        if len(field) < 2:
            return _Divided([], field)
        if settings.seats == 2:
            return _matched(field, settings, forbidden, number)
        return self._at_tables(field, settings, forbidden, number)

    def _at_tables(self, field: Sequence[Player], settings: Settings, forbidden: Forbidden, number: int) -> _Divided:
        found = divide(field, settings.seats, forbidden, number, (settings.rounds or 0) - number)
        choice = Choice(found.ahead, found.is_proven, found.is_for_starts, found.has_more_rematches)
        return _Divided(found.tables, [], Claims(found.beginners), choice)


def _matched(field: Sequence[Player], settings: Settings, forbidden: Forbidden, number: int) -> _Divided:
    """A field in duels."""
    rounds_after = (settings.rounds or 0) - number
    matching = match(field, forbidden, number, rounds_after)
    byes = [matching.bye] if matching.bye else []
    claims = Claims(beginners(field, matching.pairs))
    return _Divided(matching.pairs, byes, claims, Choice(rounds_after if matching.is_foreseen else 0))


def _rank_of_table(table: Table) -> tuple[int, int, int]:
    """The tables with most points first, by their best player; equals by lot."""
    points = [player.points for player in table]
    return -max(points), -sum(points) * 12 // len(points), min(player.draw for player in table)
