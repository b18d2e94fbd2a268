"""Points for the places at a table, as Swiss tournaments and round robins give them.

Twelve of them are shown as one, because twelve can be shared among all whom somebody at a table of two, three or four
has beaten.
"""

from typing import Final

from tournaments.events.settings import Settings
from tournaments.events.values import EntrantId, PlayedRound, TableResult

UNIT: Final = 12
BYES: Final = {"full": UNIT, "half": UNIT // 2, "none": 0}
"""What a bye is worth, by the setting."""


def points_of_round(settings: Settings, played: PlayedRound) -> dict[EntrantId, int]:
    """The points of a round: those of every table with a result, and those of the byes."""
    points = {entrant: gained for table in played.tables for entrant, gained in points_of_table(table).items()}
    return points | dict.fromkeys(played.byes, BYES[settings.bye])


def points_of_table(table: TableResult) -> dict[EntrantId, int]:
    """The share of the others whom each has beaten, those who tie counting half.

    A table of k gives 6k points together. It gives nothing if it is void, or if all have forfeited: then nobody has
    beaten anybody.
    """
    places = {seat.entrant: seat.place for seat in table.seats}
    if table.is_void or len(places) < 2 or all(seat.has_forfeited for seat in table.seats):
        return dict.fromkeys(places, 0)
    return {entrant: _share(place, list(places.values())) for entrant, place in places.items()}


def _share(place: int, places: list[int]) -> int:
    beaten = sum(other > place for other in places)
    tied = places.count(place) - 1
    return UNIT * (2 * beaten + tied) // (2 * (len(places) - 1))
