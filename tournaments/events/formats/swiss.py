"""Swiss: everybody plays every round, against those of like points whom they have not met; for tables of two to
four.

In what order the rules of pairing count is said in `tournaments.events.pairing.rules`. The reasons are given to
everybody from what was known before the round.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from tournaments.events.formats.format import check_scoring, refuse_double, require_rounds, require_seats
from tournaments.events.formats.scoring import UNIT, points_of_round
from tournaments.events.pairing import reasons
from tournaments.events.pairing.duels import foreseen_beginners, pair_duels
from tournaments.events.pairing.players import Forbidden, PairingPlayer, next_round, read_players
from tournaments.events.pairing.seats import Claims
from tournaments.events.pairing.tables import divide_into_tables
from tournaments.events.settings import Settings
from tournaments.events.values import EntrantId, History, Pairings, PlayedRound, Reason, Seating


class Justification(NamedTuple):
    """Why a field sits at these tables, as far as its players do not tell."""

    foreseen: int = 0
    """At how many later rounds was looked."""
    is_proven: bool = True
    """Whether the rematches are known to be as few as can be."""
    is_for_starts: bool = False
    """Whether others would sit together if it were not for the starts of the next round."""
    has_more_rematches: bool = False
    """Whether there are more rematches than there could be, for the starts of this one."""

    @property
    def rematch(self) -> Callable[[Sequence[EntrantId], int], Reason]:
        """What is said to those who meet again."""
        if self.has_more_rematches:
            return reasons.rematch_for_starts
        return reasons.rematch_unavoidable if self.is_proven else reasons.rematch_left


class SwissExplainer:
    """Says why, for one round of a field."""

    def __init__(
        self,
        field: Sequence[PairingPlayer],
        forbidden: Forbidden,
        claims: Claims,
        number: int,
        seats: int,
        choice: Justification,
    ) -> None:
        """Reasons for a round at tables of so many seats; why they are these is said by who has paired it."""
        self.claims = claims
        self.choice = choice
        self.field = field
        self.number = number
        self.seats = seats
        self.points = {player.id: player.points for player in field}
        self.sizes = Counter(self.points.values())
        self.apart: dict[EntrantId, list[EntrantId]] = {}
        for one, other in (pair for pair in map(sorted, forbidden) if all(entrant in self.points for entrant in pair)):
            self.apart.setdefault(one, []).append(other)
            self.apart.setdefault(other, []).append(one)

    def of_table(self, table: Sequence[PairingPlayer]) -> dict[EntrantId, tuple[Reason, ...]]:
        """Why these sit together, in this order."""
        return {
            player.id: (*self._of_opponents(player, table), *self._of_seat(table, at))
            for at, player in enumerate(table)
        }

    def of_bye(self, player: PairingPlayer) -> tuple[Reason, ...]:
        """Why somebody has a bye."""
        if len(self.field) == 1:
            return (*self._of_player(player), reasons.bye_alone())
        fewest = min(other.byes for other in self.field)
        waiting = [other for other in self.field if other.byes == fewest]
        lowest = min(other.points for other in waiting)
        if player.byes > fewest:
            return (*self._of_player(player), reasons.bye_again(player.byes, fewest))
        turn = reasons.bye_turn(player.byes, len(waiting))
        if player.points > lowest:
            return (*self._of_player(player), turn, reasons.bye_above(player.points, lowest))
        candidates = sum(other.points == lowest for other in waiting)
        return (
            *self._of_player(player),
            turn,
            reasons.bye_lowest(lowest, candidates),
            reasons.random_draw(player.draw),
        )

    def _of_player(self, player: PairingPlayer) -> tuple[Reason, ...]:
        group = reasons.score_group(player.points, self.sizes[player.points])
        apart = self.apart.get(player.id)
        joined = (reasons.late(self.number),) if player.is_late else ()
        return (*joined, group, *((reasons.kept_apart(apart),) if apart else ()))

    def _of_opponents(self, player: PairingPlayer, table: Sequence[PairingPlayer]) -> tuple[Reason, ...]:
        others = [other for other in table if other is not player]
        gaps = {other.points for other in others} != {player.points}
        floated = (reasons.floated(player.points, [other.points for other in others]),) if gaps else ()
        return (*self._of_player(player), *floated, self._of_meeting(player, others), *self._of_choice(player))

    def _of_choice(self, player: PairingPlayer) -> tuple[Reason, ...]:
        foreseen = (reasons.rounds_foreseen(self.choice.foreseen),) if self.choice.foreseen else ()
        starts = (reasons.starts_foreseen(),) if self.choice.is_for_starts else ()
        return (*foreseen, *starts, reasons.random_draw(player.draw))

    def _of_meeting(self, player: PairingPlayer, others: Sequence[PairingPlayer]) -> Reason:
        again = [other.id for other in others if other.id in player.met]
        if again:
            return self.choice.rematch(again, max(player.met[entrant] for entrant in again))
        met = sum(self.points.get(entrant) == player.points for entrant in player.met)
        return reasons.opponents_met(met, self.sizes[player.points] - 1)

    def _of_seat(self, table: Sequence[PairingPlayer], at: int) -> tuple[Reason, ...]:
        smaller = (reasons.table_size(len(table), self.seats),) if len(table) < self.seats else ()
        return (*smaller, self.claims.why(table, at))


TableOfPlayers: TypeAlias = tuple[PairingPlayer, ...]


class _SeatedField(NamedTuple):
    """A field at its tables."""

    tables: Sequence[TableOfPlayers]
    byes: Sequence[PairingPlayer]
    claims: Claims = Claims()
    """What counts for the seats."""
    choice: Justification = Justification()
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
        explainer = SwissExplainer(field, history.forbidden, claims, number, settings.seats, choice)
        why = {entrant: reasons for table in seated for entrant, reasons in explainer.of_table(table).items()}
        why |= {player.id: explainer.of_bye(player) for player in byes}
        seatings = [Seating(at, tuple(player.id for player in table)) for at, table in enumerate(seated, start=1)]
        return Pairings(tuple(seatings), tuple(player.id for player in byes), why)

    def points(self, settings: Settings, played: PlayedRound) -> dict[EntrantId, int]:
        """The points of a round by the places at its tables, and those of the bye."""
        return points_of_round(settings, played)

    def _divided(
        self, field: Sequence[PairingPlayer], settings: Settings, forbidden: Forbidden, number: int
    ) -> _SeatedField:
        if len(field) < 2:
            return _SeatedField([], field)
        if settings.seats == 2:
            return _in_duels(field, settings, forbidden, number)
        return self._at_tables(field, settings, forbidden, number)

    def _at_tables(
        self, field: Sequence[PairingPlayer], settings: Settings, forbidden: Forbidden, number: int
    ) -> _SeatedField:
        found = divide_into_tables(field, settings.seats, forbidden, number, (settings.rounds or 0) - number)
        choice = Justification(found.ahead, found.is_proven, found.is_for_starts, found.has_more_rematches)
        return _SeatedField(found.tables, [], Claims(found.beginners), choice)


def _in_duels(field: Sequence[PairingPlayer], settings: Settings, forbidden: Forbidden, number: int) -> _SeatedField:
    """A field in duels."""
    rounds_after = (settings.rounds or 0) - number
    matching = pair_duels(field, forbidden, number, rounds_after)
    byes = [matching.bye] if matching.bye else []
    claims = Claims(foreseen_beginners(field, matching.pairs))
    return _SeatedField(matching.pairs, byes, claims, Justification(rounds_after if matching.is_foreseen else 0))


def _rank_of_table(table: TableOfPlayers) -> tuple[int, int, int]:
    """The tables with most points first, by their best player; equals by lot."""
    points = [player.points for player in table]
    return -max(points), -sum(points) * 12 // len(points), min(player.draw for player in table)
