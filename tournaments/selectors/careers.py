"""How somebody's ratings and results have gone: the points of a graph, and form."""

from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from games.accounts.callers import Viewer
from games.accounts.models import Account
from tournaments.models import LedgerEntry
from tournaments.profiles.form import LATEST, Form, Outcome
from tournaments.profiles.graph import Point
from tournaments.ratings.values import Skill
from tournaments.selectors.ledgers import LedgerLine, ledger_of, lines_of

MOST_POINTS: Final = 120
"""How many points a graph has at most, beside the few that it always has: of more matches every second, third and so on
is shown."""


class Course(NamedTuple):
    """How a rating has gone."""

    points: list[Point]
    """The oldest first."""
    step: int
    """Of how many matches one is shown, beside the first, the last, the lowest and the highest."""


def course_of(player: str, variant: str, since: datetime | None) -> Course:
    """How a rating has gone since a moment; where it stood then comes first."""
    entries = ledger_of(player, variant)
    within = entries if since is None else entries.filter(at__gt=since)
    step = max(1, -(-within.count() // MOST_POINTS))
    points = [_point(entry) for entry in _thinned(within, step)]
    before = None if since is None else entries.filter(at__lte=since).first()
    return Course(points if before is None or since is None else [_point(before)._replace(at=since), *points], step)


def _thinned(entries: QuerySet[LedgerEntry], step: int) -> list[LedgerEntry]:
    """One of so many entries, and those of which something is said in words; the oldest first."""
    thinned: list[LedgerEntry] = [*entries.alias(rest=F("games") % step).filter(rest=0)]
    kept = {entry.games: entry for entry in thinned}
    if step > 1:
        by_rating = entries.order_by("mu_after", "games")
        told = (entries.last(), entries.first(), by_rating.first(), by_rating.last())
        kept.update((entry.games, entry) for entry in told if entry is not None)
    return [kept[games] for games in sorted(kept)]


def _point(entry: LedgerEntry) -> Point:
    skill = Skill(entry.mu_after, entry.sigma_after, entry.games)
    return Point(entry.at, skill.shown, skill.deviation)


def form_of(player: str, owner: Account, viewer: Viewer) -> Form:
    """How somebody's latest rated matches came out; which games those were as far as the viewer may see them."""
    entries = list(ledger_of(player).annotate(is_shared=is_shared())[:LATEST])
    lines = lines_of(entries, owner, viewer)
    return Form([_outcome(entry.is_shared, line) for entry, line in zip(entries, lines, strict=True)])


def _outcome(is_shared: bool, line: LedgerLine) -> Outcome:
    opponents = tuple(line.opponents)
    return Outcome(line.variant, line.at, line.place, line.field, is_shared, line.game, opponents, line.is_overridden)


def is_shared() -> Exists:
    """Whether somebody else took the same place in the match of a row."""
    same = others_there().filter(place=OuterRef("place"))
    return Exists(same)


def others_there() -> QuerySet[LedgerEntry]:
    """The entries of the others in the match of a row."""
    names = ("pool", "generation", "at", "match")
    return LedgerEntry.objects.filter(**{name: OuterRef(name) for name in names}).exclude(player=OuterRef("player"))
