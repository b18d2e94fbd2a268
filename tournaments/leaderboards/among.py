"""The leaderboard of a few, as the members of a club are: their rows of the whole one, placed among themselves."""

from bisect import bisect_right
from collections.abc import Collection

from tournaments.leaderboards.boards import Cursor, Placed, Source, place_all
from tournaments.ratings.values import PlayerId


class Among:
    """Some players of a leaderboard, from wherever that comes."""

    def __init__(self, whole: Source, players: Collection[PlayerId]) -> None:
        rows = sorted((-value, player) for player, value in whole.values_of(players).items())
        self._keys = rows
        self._placed = place_all(((-value, player) for value, player in rows), 0, 0)

    def count(self) -> int:
        """How many of them have a place."""
        return len(self._placed)

    def top(self, limit: int, after: Cursor | None = None) -> list[Placed]:
        """The first so many, or those behind a cursor."""
        first = 0 if after is None else bisect_right(self._keys, (-after.value, after.player))
        return self._placed[first : first + limit]

    def around(self, player: PlayerId, reach: int) -> list[Placed]:
        """Somebody with so many rows above and below."""
        at = next((at for at, one in enumerate(self._placed) if one.player == player), None)
        return [] if at is None else self._placed[max(at - reach, 0) : at + reach + 1]

    def values_of(self, players: Collection[PlayerId]) -> dict[PlayerId, int]:
        """What each of some has."""
        return {one.player: one.value for one in self._placed if one.player in set(players)}
