"""The reasons of a Swiss round: for everybody, from what was known before it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tournaments.pairing import reasons
from tournaments.pairing.matching import Forbidden
from tournaments.pairing.past import Player
from tournaments.pairing.seats import Claims
from tournaments.values import EntrantId, Reason


class Choice(NamedTuple):
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


class Explainer:
    """Says why, for one round of a field."""

    def __init__(
        self,
        field: Sequence[Player],
        forbidden: Forbidden,
        claims: Claims,
        number: int,
        seats: int,
        choice: Choice,
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

    def of_table(self, table: Sequence[Player]) -> dict[EntrantId, tuple[Reason, ...]]:
        """Why these sit together, in this order."""
        return {
            player.id: (*self._of_opponents(player, table), *self._of_seat(table, at))
            for at, player in enumerate(table)
        }

    def of_bye(self, player: Player) -> tuple[Reason, ...]:
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

    def _of_player(self, player: Player) -> tuple[Reason, ...]:
        group = reasons.score_group(player.points, self.sizes[player.points])
        apart = self.apart.get(player.id)
        joined = (reasons.late(self.number),) if player.is_late else ()
        return (*joined, group, *((reasons.kept_apart(apart),) if apart else ()))

    def _of_opponents(self, player: Player, table: Sequence[Player]) -> tuple[Reason, ...]:
        others = [other for other in table if other is not player]
        gaps = {other.points for other in others} != {player.points}
        floated = (reasons.floated(player.points, [other.points for other in others]),) if gaps else ()
        return (*self._of_player(player), *floated, self._of_meeting(player, others), *self._of_choice(player))

    def _of_choice(self, player: Player) -> tuple[Reason, ...]:
        foreseen = (reasons.rounds_foreseen(self.choice.foreseen),) if self.choice.foreseen else ()
        starts = (reasons.starts_foreseen(),) if self.choice.is_for_starts else ()
        return (*foreseen, *starts, reasons.random_draw(player.draw))

    def _of_meeting(self, player: Player, others: Sequence[Player]) -> Reason:
        again = [other.id for other in others if other.id in player.met]
        if again:
            return self.choice.rematch(again, max(player.met[entrant] for entrant in again))
        met = sum(self.points.get(entrant) == player.points for entrant in player.met)
        return reasons.opponents_met(met, self.sizes[player.points] - 1)

    def _of_seat(self, table: Sequence[Player], at: int) -> tuple[Reason, ...]:
        smaller = (reasons.table_size(len(table), self.seats),) if len(table) < self.seats else ()
        return (*smaller, self.claims.why(table, at))
