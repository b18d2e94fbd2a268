"""The links of a leaderboard's page: to the other boards, to earlier periods, and to the next rows."""

from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import urlencode

from engine.dice import TABLE
from tournaments.leaderboards.choosing import AT_TABLES, LEVELS, VARIANTS, Choice
from tournaments.leaderboards.named import begin_of
from tournaments.leaderboards.periods import PERIODS, period_at

RATED_DICE: Final = "rated"


class Link(NamedTuple):
    """A link to a board on the same page."""

    what: str | int | None
    """What is different there: the dice, a variant, a level, a kind of period or the name of one."""
    query: str
    is_current: bool = False


class Links(NamedTuple):
    """All of them."""

    dice: list[Link]
    """Rated games, or those with dice on the table."""
    variants: list[Link]
    levels: list[Link]
    """Of solo scores; None is for all levels."""
    periods: list[Link]
    earlier: Link | None
    later: Link | None
    first: str
    """Back to the top."""
    next: str | None


def links_of(choice: Choice, cursor: str | None, since: datetime | None) -> Links:
    """The links of a board's page; a cursor leads to the next rows, none to a time before the first result."""
    offered = AT_TABLES if choice.is_table else VARIANTS
    variants = [Link(one, query_of(_with(choice, variant=one, level=None)), one == choice.variant) for one in offered]
    levels = [Link(one, query_of(_with(choice, level=one)), one == choice.level) for one in (None, *LEVELS)]
    periods = [Link(kind, query_of(_now(choice, kind)), kind == choice.kind) for kind in PERIODS]
    return Links(
        dice=[_with_dice(choice, is_table) for is_table in (False, True)],
        variants=variants,
        levels=levels if choice.is_solo else [],
        periods=periods,
        earlier=_at(choice, choice.earlier) if _had_begun(choice, since) else None,
        later=_at(choice, choice.later),
        first=query_of(choice),
        next=query_of(choice, cursor=cursor) if cursor is not None else None,
    )


def query_of(choice: Choice, **more: str) -> str:
    """What the address of a board's page says."""
    return "?" + urlencode({"variant": choice.variant, **choice.query(), **more})


def _with_dice(choice: Choice, is_table: bool) -> Link:
    """To the rated games, or to those with dice on the table; what is not played there leads to the first that is."""
    variant = choice.variant if choice.variant in AT_TABLES or not is_table else AT_TABLES[0]
    there = choice._replace(variant=variant, is_table=is_table)
    return Link(TABLE if is_table else RATED_DICE, query_of(there), is_table == choice.is_table)


def _had_begun(choice: Choice, since: datetime | None) -> bool:
    """Whether the period before lies behind the first result, or holds it."""
    begun = begin_of(choice.kind, choice.period)
    return since is not None and begun is not None and since < begun


def _with(choice: Choice, **changes: str | int | None) -> Choice:
    return choice._replace(**changes)  # type: ignore[arg-type]  # the fields are those of a choice


def _now(choice: Choice, kind: str) -> Choice:
    return choice._replace(kind=kind, period=period_at(kind, choice.moment))


def _at(choice: Choice, period: str | None) -> Link | None:
    return None if period is None else Link(period, query_of(choice._replace(period=period)))
