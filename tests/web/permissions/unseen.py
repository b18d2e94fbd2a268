"""What is not there for somebody: of it they are told the same as of what does not exist."""

from typing import Final, NamedTuple

from tests.web.permissions.addresses import address
from tests.web.permissions.asking import Request, request_of
from tests.web.permissions.groups import GROUPS, PROGRAMS, roles_in
from tests.web.permissions.leagues import HIDDEN
from tests.web.permissions.matrix import HIDDEN_CLUB, INTERFACE, SIGHT
from tests.web.permissions.rows import Row
from tests.web.permissions.world import World

NO_GAME: Final = "g-" + "0" * 24
NO_CLUB: Final = "c-" + "0" * 16
NO_LEAGUE: Final = "l-" + "0" * 16
NO_RECORD: Final = "i-" + "0" * 24
NOBODY: Final = "nobody-at-all"


class Unseen(NamedTuple):
    """A row about something that some roles may not know of."""

    row: Row
    roles: frozenset[str]
    there: str
    """What names it in requests."""
    not_there: str
    """What names nothing."""

    def requests(self, world: World, method: str) -> tuple[Request, Request]:
        """The same about what is there and about what is not."""
        real = request_of(world, self.row, method)
        assert self.there in address(world, self.row)
        return real, real._replace(path=real.path.replace(self.there, self.not_there))


def unseen_things(world: World) -> list[Unseen]:
    """All rows about such things."""
    return [found for row in INTERFACE if (found := _unseen(world, row)).roles]


def _unseen(world: World, row: Row) -> Unseen:
    sight, there, not_there = _sight(world, row)
    seen = roles_in(sight)
    # What the player knows of, no program of the player's is told anything else about.
    return Unseen(row, GROUPS["all"] - seen - (PROGRAMS if "player" in seen else frozenset()), there, not_there)


def _sight(world: World, row: Row) -> tuple[str, str, str]:
    """Who may know of what a row is about, what it is called, and what something is that does not exist."""
    first = row.words[0] if row.words else ""
    if "<str:game_id>" in row.pattern:
        return SIGHT[f"{first} by-link" if row.is_by_link else first], world.games[first], NO_GAME
    if "<str:club_id>" in row.pattern and first not in world.clubs:
        return HIDDEN_CLUB, str(world.cast.club.pk), NO_CLUB
    if "<str:league_id>" in row.pattern:
        return HIDDEN, str(world.league.pk), NO_LEAGUE
    if first == "pia":
        return "club read staff", "pia", NOBODY
    return ("player read staff", world.record, NO_RECORD) if "<str:record_id>" in row.pattern else ("all", "", "")
