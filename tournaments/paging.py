"""Parts of long lists: a field of thousands is shown a hundred at a time."""

from typing import Any, Final, NamedTuple

PER_PAGE: Final = 100
LAST_PAGE: Final = 9999


class Page(NamedTuple):
    """A part of a list."""

    rows: list[Any]
    number: int
    """From 1."""
    has_more: bool

    @property
    def next(self) -> int | None:
        """The number of the page behind it."""
        return self.number + 1 if self.has_more else None


def page_of(rows: Any, number: int) -> Page:
    """A page of some rows, which may be a query."""
    number = max(number, 1)
    found = list(rows[(number - 1) * PER_PAGE : number * PER_PAGE + 1])
    return Page(found[:PER_PAGE], number, len(found) > PER_PAGE)
