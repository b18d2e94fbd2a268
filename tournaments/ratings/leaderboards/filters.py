"""Which leaderboard an address names."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from engine.dice import TABLE
from engine.errors import Malformed
from games.api.serializers import read_number
from games.presenters.registry import OFFERED_SETUP
from games.refusals import NotFound
from tournaments.ratings.leaderboards import periods
from tournaments.ratings.leaderboards.periods import ALL, LEAST, OPPONENTS, PERIODS, PROVISIONAL, period_at, span_at
from tournaments.ratings.pools import RATED, pool_of, solo_pool
from tournaments.variants import DUEL, SOLO, STANDARD

VARIANTS: Final = (*RATED, SOLO)
TABLE_DICE_VARIANTS: Final = (STANDARD, DUEL, SOLO)
"""What is played with dice on the table."""
LEVELS: Final = tuple(OFFERED_SETUP.levels)


class BoardFilter(NamedTuple):
    """A leaderboard that somebody wants to see."""

    variant: str
    level: int | None
    """Of solo scores; None for those of all levels."""
    kind: str
    period: str
    """The name of the period."""
    moment: datetime
    """When it is looked at."""
    is_table: bool = False
    """Whether games with dice on the table are listed, which are never rated."""

    @property
    def pool(self) -> str:
        """What is compared."""
        return solo_pool(self.level) if self.is_solo else pool_of(self.variant)

    @property
    def is_solo(self) -> bool:
        """Whether scores are compared, not ratings."""
        return self.variant == SOLO

    @property
    def is_current(self) -> bool:
        """Whether the period is going on."""
        return self.period == period_at(self.kind, self.moment)

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """When the period begins, and when the next one does; None for all time."""
        begun = periods.period_begin(self.kind, self.period)
        return span_at(self.kind, begun) if begun is not None else None

    @property
    def least(self) -> int:
        """How many rated games a place takes."""
        return LEAST[self.kind]

    @property
    def opponents(self) -> int:
        """How many different opponents a place takes; none where scores are compared."""
        return 0 if self.is_solo else OPPONENTS[self.kind]

    @property
    def sure(self) -> int:
        """From how many rated games on a rating is no longer provisional."""
        return PROVISIONAL

    @property
    def earlier(self) -> str | None:
        """The name of the period before."""
        return periods.period_before(self.kind, self.period)

    @property
    def later(self) -> str | None:
        """The name of the period behind it, if it has begun."""
        return periods.period_after(self.kind, self.period, self.moment)

    def over_all_time(self) -> "BoardFilter":
        """The same in all periods."""
        return self._replace(kind=ALL, period=ALL)

    def query(self) -> dict[str, str]:
        """What an address says of it beside the variant."""
        said = {"level": str(self.level or ""), "period": "" if self.kind == ALL else self.kind}
        said["of"] = "" if self.is_current else self.period
        said["dice"] = TABLE if self.is_table else ""
        return {name: value for name, value in said.items() if value}


def parse_filter(variant: str, parameters: Mapping[str, str], moment: datetime) -> BoardFilter:
    """The leaderboard of a variant that an address names; all levels, and all time, unless it says more."""
    if variant not in VARIANTS:
        raise _not_there(variant)
    level = read_number(parameters, "level", LEVELS[0], LEVELS[-1])
    if level is not None and variant != SOLO:
        raise Malformed("leaderboard/level", "Only solo scores are compared by level.")
    kind = parameters.get("period") or ALL
    if kind not in PERIODS:
        raise Malformed("leaderboard/period", "A period is one of {periods}.", periods=", ".join(PERIODS))
    name, is_named = period_at(kind, moment), bool(parameters.get("of"))
    period = periods.period_named(kind, parameters["of"], moment) if is_named else name
    return BoardFilter(variant, level, kind, period, moment)


def parse_table_dice_filter(variant: str, parameters: Mapping[str, str], moment: datetime) -> BoardFilter:
    """The same for games with dice on the table."""
    if variant not in TABLE_DICE_VARIANTS:
        raise _not_there(variant)
    return parse_filter(variant, parameters, moment)._replace(is_table=True)


def _not_there(variant: str) -> NotFound:
    return NotFound("leaderboard/not-found", "There is no leaderboard “{variant}”.", variant=variant)
