"""What a row of the matrix is: an address, about which of the things that are there, and who may do what with it."""

from typing import NamedTuple

from tests.web.permissions.groups import roles_in

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Row(NamedTuple):
    """One address, as its pattern in the resolver."""

    pattern: str
    about: str
    """Which game, club or person, perhaps `by link`, perhaps with the seat that is named; empty for the usual."""
    may: dict[str, frozenset[str]]
    """Who may, by method; a method that is not named does nothing for anybody."""

    @property
    def words(self) -> list[str]:
        """What it is about, word by word."""
        return self.about.split()

    @property
    def is_by_link(self) -> bool:
        """Whether who asks has the link of the game."""
        return "by-link" in self.words

    @property
    def seat(self) -> int:
        """The seat that a body names."""
        return 1 if "seat-1" in self.words else 0

    def __str__(self) -> str:
        return f"/{self.pattern}" + (f" ({self.about})" if self.about else "")


def row(pattern: str, about: str = "", **lines: str) -> Row:
    """A row, with a line of roles for each method."""
    assert set(lines) <= set(METHODS)
    return Row(pattern, about, {method: roles_in(line) for method, line in lines.items()})
