"""How tables came out. A result takes the place of any earlier one."""

from collections.abc import Mapping
from typing import Final

from engine.protocol import Json
from games.log.entries import Link
from tournaments.log import kinds
from tournaments.projections.books import Apply, Book, Seat, TableOutcome


def _recorded(book: Book, link: Link) -> None:
    book.record(outcome_of(link.entry.data))


def outcome_of(data: Json) -> TableOutcome:
    """The result that an event holds."""
    seats = tuple(
        Seat(seat["entrant"], seat["score"], seat["rows"], seat["place"], seat["forfeited"]) for seat in data["seats"]
    )
    return TableOutcome(data["round"], data["table"], data["void"], seats)


RESULTS: Final[Mapping[str, Apply]] = {kinds.RECORDED: _recorded, kinds.OVERRIDDEN: _recorded}
