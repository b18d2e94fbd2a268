"""Who takes part. Pairs that are kept apart have no rows: they are few, and read from the log itself."""

from collections.abc import Mapping
from typing import Final

from games.log.entries import Link
from tournaments.log import kinds
from tournaments.projections.books import Apply, Book, Newcomer


def _entered(book: Book, link: Link) -> None:
    data = link.entry.data
    book.add_entrant(
        Newcomer(data["entrant"], data["number"], data["joined_round"], data.get("bot", ""), data.get("actor"))
    )


def _checked_in(book: Book, link: Link) -> None:
    book.change_entrant(link.entry.data["entrant"], is_checked_in=True)


def _left(book: Book, link: Link) -> None:
    book.change_entrant(link.entry.data["entrant"], left_round=link.entry.data["round"])


def _returned(book: Book, link: Link) -> None:
    data = link.entry.data
    book.change_entrant(data["entrant"], left_round=None, joined_round=data["joined_round"])


def _nothing(book: Book, link: Link) -> None:
    pass


ENTRANTS: Final[Mapping[str, Apply]] = {
    kinds.ENTERED: _entered,
    kinds.CHECKED_IN: _checked_in,
    kinds.WITHDRAWN: _left,
    kinds.REMOVED: _left,
    kinds.RETURNED: _returned,
    kinds.FORBIDDEN: _nothing,
    kinds.ALLOWED: _nothing,
}
