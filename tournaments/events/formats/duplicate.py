"""Duplicate: everybody plays alone on the same dice, so that only skill differs.

Scored by the points of the games (`total`), by the number of others one has beaten (`rank`), or by their share of the
field (`percent`). Nobody is paired, so nobody has a bye.
"""

from typing import Final

from tournaments.events.formats.format import check_scoring, refuse_double, require_rounds, require_seats
from tournaments.events.pairing import reasons
from tournaments.events.pairing.players import entrants_in_round, next_round
from tournaments.events.settings import FORFEIT, Settings
from tournaments.events.values import EntrantId, History, Pairings, PlayedRound, Seating, SeatResult

TOTAL: Final = "total"
RANK: Final = "rank"
PERCENT: Final = "percent"
UNITS: Final = {TOTAL: 1, RANK: 2, PERCENT: 100}


class Duplicate:
    """Solo games on a shared deal."""

    key = "duplicate"
    version = 1
    unit = 1
    is_shared_deal = True
    is_all_play_all = False
    scorings = (TOTAL, RANK, PERCENT)

    def check(self, settings: Settings) -> None:
        """Refuse anything but a number of rounds of games for one."""
        check_scoring(settings, self.scorings)
        require_seats(settings, range(1, 2))
        require_rounds(settings)
        refuse_double(settings)

    def rounds(self, settings: Settings, entrants: int) -> int:
        """As many as were agreed on."""
        return settings.rounds or 0

    def most_entrants(self, settings: Settings) -> int | None:
        """Any number can play the same dice."""
        return None

    def has_room(self, settings: Settings, history: History) -> bool:
        """Somebody late plays from the next round on."""
        return True

    def unit_of(self, settings: Settings) -> int:
        """A rank point is half of somebody beaten; a percentage has two decimals."""
        return UNITS[settings.scoring]

    def pair(self, settings: Settings, history: History) -> Pairings:
        """Everybody alone at a table, in the order of entering."""
        entries = entrants_in_round(history, next_round(history))
        tables = tuple(Seating(at, (entry.id,)) for at, entry in enumerate(entries, start=1))
        return Pairings(tables, (), {entry.id: (reasons.shared_deal(len(entries)),) for entry in entries})

    def points(self, settings: Settings, played: PlayedRound) -> dict[EntrantId, int]:
        """What each has scored, or whom they have beaten with it.

        Ranks of n who have all played add up to n(n-1), percentages to n/2 times a hundred, less what is cut off beyond
        the second decimal. Whoever has no score has not played, gets nothing and is beaten by all who have one; so is
        whoever has forfeited, where that was agreed on for games that are not finished. A void game counts for nobody,
        and nobody has beaten it.
        """
        voided = {seat.entrant: 0 for table in played.tables if table.is_void for seat in table.seats}
        seats = [_counting(settings, seat) for table in played.tables if not table.is_void for seat in table.seats]
        return voided | (_totals(seats) if settings.scoring == TOTAL else _ranks(seats, settings.scoring))


def _counting(settings: Settings, seat: SeatResult) -> SeatResult:
    """A seat with the score that counts for it."""
    return seat._replace(score=None) if seat.has_forfeited and settings.unfinished == FORFEIT else seat


def _totals(seats: list[SeatResult]) -> dict[EntrantId, int]:
    return {seat.entrant: seat.score or 0 for seat in seats}


def _ranks(seats: list[SeatResult], scoring: str) -> dict[EntrantId, int]:
    """Ranks by score; counted from sorted scores, because a field may be large."""
    absent = sum(seat.score is None for seat in seats)
    worth = {score: absent * 2 + ranks for score, ranks in _ranks_of_scores(seats).items()}
    most = 2 * max(len(seats) - 1, 1)
    if scoring == PERCENT:
        worth = {score: 100 * UNITS[PERCENT] * ranks // most for score, ranks in worth.items()}
    return {seat.entrant: 0 if seat.score is None else worth[seat.score] for seat in seats}


def _ranks_of_scores(seats: list[SeatResult]) -> dict[int, int]:
    """For each score two for every lower one and one for every other that equals it."""
    scores = sorted(seat.score for seat in seats if seat.score is not None)
    first = {score: at for at, score in reversed(list(enumerate(scores)))}
    last = {score: at for at, score in enumerate(scores)}
    return {score: 2 * first[score] + last[score] - first[score] for score in last}
