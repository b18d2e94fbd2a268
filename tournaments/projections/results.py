"""How tables came out. A result takes the place of any earlier one."""

from collections.abc import Mapping
from typing import Final

from engine.protocol import Json
from games.log.entries import Link
from tournaments.log import kinds
from tournaments.projections.books import Apply, Book, Seat, TableOutcome
from tournaments.rounds.outcomes import PAPER
from tournaments.values import ENTERED, OVERRIDDEN


def _recorded(book: Book, link: Link) -> None:
    book.record(outcome_of(link.entry.data, link.entry.kind))


def _taken_back(book: Book, link: Link) -> None:
    """What was played counts again; where nothing was, the table has no result."""
    data = link.entry.data
    if data["seats"] is None:
        book.unrecord(data["round"], data["table"])
    else:
        _recorded(book, link)


def outcome_of(data: Json, kind: str = kinds.RECORDED) -> TableOutcome:
    """The result that an event of some kind holds."""
    seats = tuple(
        Seat(seat["entrant"], seat["score"], seat["rows"], seat["place"], seat["forfeited"]) for seat in data["seats"]
    )
    return TableOutcome(data["round"], data["table"], data["void"], seats, entered_by(kind, data["source"]))


def entered_by(kind: str, source: str) -> str:
    """How an organiser has entered a result, by its event."""
    if kind == kinds.OVERRIDDEN:
        return OVERRIDDEN
    return ENTERED if source == PAPER else ""


RESULTS: Final[Mapping[str, Apply]] = {
    kinds.RECORDED: _recorded,
    kinds.OVERRIDDEN: _recorded,
    kinds.TAKEN_BACK: _taken_back,
}
