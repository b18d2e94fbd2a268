"""The rows that follow from the log of a tournament: one function for each kind of event, written once.

They speak to a book. That of the database keeps the rows as the log grows; that of the memory gives what the rows
should be, for the audit and for making them anew.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.errors import Malformed
from games.log.entries import Link
from tournaments.projections.books import Apply, Book
from tournaments.projections.entrants import ENTRANTS
from tournaments.projections.memory import Memory
from tournaments.projections.results import RESULTS
from tournaments.projections.rounds import ROUNDS
from tournaments.projections.tournaments import TOURNAMENTS

__all__ = ["KINDS", "Book", "Memory", "derive", "project"]

KINDS: Final[Mapping[str, Apply]] = {**TOURNAMENTS, **ENTRANTS, **ROUNDS, **RESULTS}
"""What each kind of event does to the rows."""


def project(book: Book, links: Iterable[Link]) -> None:
    """Bring a book up to date with events that come after all that it holds."""
    for link in links:
        apply = KINDS.get(link.entry.kind)
        if apply is None:
            template = "Nothing of the kind “{kind}” happens in a tournament."
            raise Malformed("tournament/kind", template, kind=link.entry.kind)
        apply(book, link)
    book.flush()


def derive(links: Iterable[Link]) -> Memory:
    """What the rows should be by a whole log."""
    memory = Memory()
    project(memory, links)
    return memory
