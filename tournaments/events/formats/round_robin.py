"""Round robin: everybody meets everybody, once or twice, by a schedule that is drawn before the first round.

The schedule follows the circle method: one player stays, the others go round by one place every round; an odd field
has an empty place, and whoever is scheduled against it has a bye. Everybody meets everybody once in a leg. The
second leg repeats the first with the seats swapped. Within a leg everybody begins as often as not: exactly if they
play an even number of games, else within one.

The empty place of an odd field is free: one player may come in late and take it, and misses the rounds before.
Nobody else comes in later. Whoever leaves stays in the schedule, and those who would have met them have a bye; so
have both of a forbidden pair in the round in which they would meet. Starts are balanced within one over every leg as
scheduled; each game that is not played moves that by half a start at most.
"""

from typing import Final, NamedTuple

from engine.errors import Illegal
from tournaments.events.formats.format import check_scoring, refuse_rounds, require_seats
from tournaments.events.formats.scoring import UNIT, points_of_round
from tournaments.events.pairing import reasons
from tournaments.events.pairing.players import draw_lot, entrants_in_round, next_round
from tournaments.events.settings import MOST_ROUNDS, Settings
from tournaments.events.values import EntrantId, History, Pairings, PlayedRound, Reason, Seating


class ScheduledDuel(NamedTuple):
    """Two places of the circle, the beginner first."""

    first: int
    second: int


def rounds_of_leg(players: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return max(players - 1 + players % 2, 0)


def duels_of_round(players: int, number: int) -> list[ScheduledDuel]:
    """Who meets whom in a round of a leg, from 1; a place that is not there means a bye for the other."""
    circle = players + players % 2
    turning = circle - 1
    at = number - 1
    duels = [_duel_of_who_stays(turning, at)]
    for step in range(1, circle // 2):
        one, other = (at + step) % turning, (at - step) % turning
        duels.append(ScheduledDuel(one, other) if step % 2 else ScheduledDuel(other, one))
    return duels


def _duel_of_who_stays(turning: int, at: int) -> ScheduledDuel:
    """The duel of the place that stays, which begins every other round."""
    return ScheduledDuel(at, turning) if at % 2 == 0 else ScheduledDuel(turning, at)


ORDER_DRAWN_FOR: Final = 0
"""The round for which the order of the schedule is drawn: before the first."""


class RoundRobin:
    """Everybody against everybody."""

    key = "round-robin"
    version = 1
    unit = UNIT
    is_shared_deal = False
    is_all_play_all = True
    scorings = ("points",)

    def check(self, settings: Settings) -> None:
        """Refuse anything but duels, whose number follows from the field."""
        check_scoring(settings, self.scorings)
        require_seats(settings, range(2, 3))
        refuse_rounds(settings)

    def rounds(self, settings: Settings, entrants: int) -> int:
        """One less than there are players, or as many if they are odd; twice that if it is double."""
        return rounds_of_leg(entrants) * (2 if settings.is_double else 1)

    def most_entrants(self, settings: Settings) -> int | None:
        """As many as can meet in the most rounds that a tournament may have."""
        return MOST_ROUNDS // 2 if settings.is_double else MOST_ROUNDS

    def has_room(self, settings: Settings, history: History) -> bool:
        """Only one, and only where the schedule has a free place because the field is odd."""
        return not history.rounds or len(_order(history)) % 2 == 1

    def unit_of(self, settings: Settings) -> int:
        """Always the same."""
        return self.unit

    def pair(self, settings: Settings, history: History) -> Pairings:
        """The next round of the schedule."""
        number = next_round(history)
        order = _order(history)
        rounds = self.rounds(settings, len(order))
        if number > rounds:
            raise Illegal("pairing/over", "This round robin has {rounds} rounds, and all are played.", rounds=rounds)
        leg, at = divmod(number - 1, rounds_of_leg(len(order)))
        scheduled = reasons.round_robin_schedule(number, rounds, leg + 1)
        duels = [duel if leg == 0 else ScheduledDuel(*reversed(duel)) for duel in duels_of_round(len(order), at + 1)]
        return _pairings(duels, order, history, scheduled)

    def points(self, settings: Settings, played: PlayedRound) -> dict[EntrantId, int]:
        """The points of a round by the places at its tables, and those of the byes."""
        return points_of_round(settings, played)


def _order(history: History) -> list[EntrantId]:
    """Everybody of the schedule in its order: those of the first round as their lots fell, then who came late."""
    playing = {entry.id for entry in entrants_in_round(history, next_round(history))}
    first = min(history.rounds, key=lambda played: played.number, default=None)
    scheduled = playing if first is None else _people_of(first)
    numbers = {entry.id: entry.number for entry in history.entries}
    late = sorted(playing.union(*map(_people_of, history.rounds)) - scheduled, key=numbers.__getitem__)
    if len(late) > len(scheduled) % 2:
        template = "The schedule of this round robin has no place for {late} who came late."
        raise Illegal("pairing/late", template, late=len(late))
    lots = {entrant: draw_lot(history.seed, ORDER_DRAWN_FOR, number) for entrant, number in numbers.items()}
    return [*sorted(scheduled, key=lots.__getitem__), *late]


def _people_of(played: PlayedRound) -> set[EntrantId]:
    at_tables = {seat.entrant for table in played.tables for seat in table.seats}
    return at_tables.union(played.byes, *played.seated)


def _pairings(duels: list[ScheduledDuel], order: list[EntrantId], history: History, scheduled: Reason) -> Pairings:
    """The duels of those who are still there and may meet; who is left without an opponent has a bye."""
    playing = {entry.id for entry in entrants_in_round(history, next_round(history))}
    tables: list[Seating] = []
    byes: dict[EntrantId, tuple[Reason, ...]] = {}
    for duel in duels:
        named = [order[place] for place in duel if place < len(order)]
        there = [entrant for entrant in named if entrant in playing]
        if len(there) == 2 and frozenset(there) not in history.forbidden:
            tables.append(Seating(len(tables) + 1, tuple(there)))
        else:
            byes |= {entrant: (scheduled, _why_bye(entrant, named, there, len(order))) for entrant in there}
    why = {entrant: (scheduled,) for table in tables for entrant in table.entrants}
    return Pairings(tuple(tables), tuple(sorted(byes)), why | byes)


def _why_bye(entrant: EntrantId, named: list[EntrantId], there: list[EntrantId], players: int) -> Reason:
    others = [other for other in named if other != entrant]
    if not others:
        return reasons.round_robin_bye(players)
    return reasons.kept_apart(others) if others[0] in there else reasons.opponent_away(others[0])
