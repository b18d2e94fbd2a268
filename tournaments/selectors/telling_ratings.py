"""Ratings, ledgers and scores against others, as programs and downloads are told of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.play.cards import player_name
from tournaments.ratings.values import Skill
from tournaments.selectors.ledgers import LedgerLine, day_of, ledger_of, lines_of, player_with
from tournaments.selectors.opponents import Against, Score
from tournaments.selectors.ratings import PoolRating

MOST: Final = 10_000
"""How many lines a download has at most, the newest; the interface gives them all, page by page."""
AT_ONCE: Final = 500


def about_rating(rating: PoolRating) -> Json:
    """How somebody stands in a pool."""
    return {
        "variant": rating.pool.rpartition("/")[2],
        **_skill(rating.skill),
        "games": rating.skill.games,
        "is_provisional": rating.is_provisional,
        "at": day_of(rating.at),
    }


def about_line(line: LedgerLine) -> Json:
    """What a match did to a rating; which one, only if whoever asks may see it."""
    return {
        "at": line.at,
        "variant": line.variant,
        "game": line.game,
        "opponents": [{"name": player_name(one), "handle": one["handle"]} for one in line.opponents],
        "place": line.place,
        "field": line.field,
        "is_overridden": line.is_overridden,
        "before": _skill(line.before),
        "after": _skill(line.after),
        "games": line.after.games,
    }


def _skill(skill: Skill) -> Json:
    return {"rating": skill.shown, "uncertainty": skill.deviation}


def about_against(found: Against) -> Json:
    """How one has done against another."""
    return {"tables": _score(found.tables), "same_dice": _score(found.same_dice)}


def _score(score: Score) -> Json:
    return score._asdict()


def lines_to_take(shown: Account, variant: str, viewer: Viewer) -> Iterator[LedgerLine]:
    """The ledger of somebody in one pool for a download, the newest first."""
    entries = list(ledger_of(player_with(shown.pk), variant)[:MOST])
    for first in range(0, len(entries), AT_ONCE):
        yield from lines_of(entries[first : first + AT_ONCE], shown, viewer)


def table_of(lines: Iterable[LedgerLine]) -> Iterator[list[str | int]]:
    """Lines as rows of a table under their headings."""
    yield [
        _("Time"),
        _("Game"),
        _("Opponents"),
        _("Place"),
        _("Players"),
        _("Rating before"),
        _("Uncertainty before"),
        _("Rating after"),
        _("Uncertainty after"),
        _("Decided by an organiser"),
    ]
    for line in lines:
        names = ", ".join(player_name(one) for one in line.opponents)
        decided = "*" if line.is_overridden else ""
        numbers = [line.place, line.field, line.before.shown, line.before.deviation]
        yield [line.at.isoformat(), line.game or "", names, *numbers, line.after.shown, line.after.deviation, decided]
