"""A division's results as a test has seen them happen, and the table that follows from them.

Written without a line of the code under test: points as in a round robin of duels, then Sonneborn-Berger, then lots.
"""

from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256

WIN = 2
"""In halves of a point."""


class Ledger:
    """Who has done what to whom, noted as it happens."""

    def __init__(self, seed: Callable[[], str], entrants: list[str]) -> None:
        self.seed = seed
        """What it is nobody knows before the start."""
        self.entrants = entrants
        """In the order in which they have entered."""
        self.results: list[tuple[str, str, int]] = []
        """One, another, and the halves that the one has got against the other; each game twice."""
        self.byes: list[str] = []

    def note(self, pair: list[str], halves: int, rest: int | None = None) -> None:
        """A game: what the first has got, and the second; together a whole point if that is not said."""
        one, other = pair
        self.results.append((one, other, halves))
        self.results.append((other, one, WIN - halves if rest is None else rest))

    def points(self) -> dict[str, int]:
        """Everybody's halves; a bye is a whole point."""
        sums = dict.fromkeys(self.entrants, 0)
        for one, _, halves in self.results:
            sums[one] += halves
        for entrant in self.byes:
            sums[entrant] += WIN
        return sums

    def table(self) -> list[str]:
        """Everybody from the first to the last."""
        points = self.points()
        berger: dict[str, int] = defaultdict(int)
        for one, other, halves in self.results:
            berger[one] += halves * points[other]
        return sorted(self.entrants, key=lambda one: (points[one], berger[one], self._lot(one)), reverse=True)

    def _lot(self, entrant: str) -> str:
        return sha256(f"{self.seed()}|{1 + self.entrants.index(entrant)}".encode()).hexdigest()

    def has_met_twice(self) -> bool:
        """Whether two have played each other more than once."""
        pairs = [(one, other) for one, other, _ in self.results]
        return len(pairs) != len(set(pairs))
