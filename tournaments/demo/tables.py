"""The games of the sample content: who sits where, and how far each has come."""

from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

from engine.protocol import Json
from games.log.entries import BOT
from games.play.setup import GUEST, PERSON, PRIVATE

END: Final = 10_000
"""More events than any game has."""
DAYS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Table:
    """One game, under a name by which its commands are known again."""

    name: str
    variant: str
    seats: tuple[str, ...]
    """Usernames; names of bots after a colon, `?` for a seat that anybody may still take."""
    levels: tuple[int, ...]
    events: int = END
    """How many events it has at least when it is left; 0 for a table that is still open."""
    in_club: bool = False
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """Who has created it: whoever sits on the first seat."""
        return self.seats[0]

    @property
    def people(self) -> dict[int, str]:
        """The usernames by seat."""
        return {number: seat for number, seat in enumerate(self.seats) if seat[0] not in ":?"}

    @property
    def kinds(self) -> list[Json]:
        """The seats as they are agreed on."""
        return [_kind(seat) for seat in self.seats]


def _kind(seat: str) -> Json:
    if seat.startswith(":"):
        return {"kind": BOT, "bot": seat[1:]}
    return {"kind": GUEST if seat == "?" else PERSON}


TABLES: Final = (
    Table("solo", "solo", ("robin",), (2,), more={"rated": True}),
    Table("solo-easy", "solo", ("noa",), (1,), more={"rated": True}),
    Table("four", "standard", ("noa", "robin", "mika", ":greedy"), (1, 3, 2, 4), in_club=True),
    Table("pair", "standard", ("juno", "sascha"), (1, 1), more={"rated": True}),
    Table("duel", "duel", ("sascha", "kim"), (1, 1), more={"rated": True}),
    Table("against-bots", "standard", ("robin", ":greedy", ":random"), (1, 2, 1), 60),
    Table("solo-running", "solo", ("kim",), (3,), 30),
    Table("by-the-day", "standard", ("mika", "noa", "juno"), (1, 1, 2), 70, True, {"seconds": 3 * DAYS}),
    Table("duel-running", "duel", ("juno", "robin"), (1, 1), 40),
    Table("table-dice", "standard", ("mika", "sascha", "noa", "kim"), (1, 1, 1, 1), 45, True, {"dice": "table"}),
    Table("open", "standard", ("mika", "?", ":greedy"), (1, 1, 1), 0),
    Table("private", "standard", ("noa", "?"), (2, 2), 0, True, {"visibility": PRIVATE}),
)


def _duel(number: int, one: str, other: str) -> Table:
    return Table(f"rated-{number}", "duel", (one, other), (1, 1), more={"rated": True})


RATED: Final = (
    *(_duel(number, *pair) for number, pair in enumerate(2 * [*permutations(("robin", "noa", "juno"), 2)])),
    *(_duel(20 + number, "kim", other) for number, other in enumerate(("robin", "sascha", "noa", "juno", "robin"))),
    *(Table(f"run-{level}", "solo", ("robin",), (level,), more={"rated": True}) for level in (1, 3, 4)),
)
"""Games that are there for what follows from them: ratings, places on leaderboards, titles."""
TODAY: Final = tuple(
    _duel(40 + number, *pair) for number, pair in enumerate((("robin", "noa"), ("noa", "juno"), ("juno", "robin")))
)
"""The same for the leaderboards of the day and the week."""
