"""The ledger by matches and by players, as tests look at it."""

from datetime import datetime
from typing import Final, NamedTuple

from tournaments.ratings.models import LedgerEntry, RatedMatch
from tournaments.ratings.selectors import generation_of
from tournaments.ratings.values import PlayerId, Skill

_LINE: Final = ("at", "match", "place", "field", "mu_before", "sigma_before", "mu_after", "sigma_after", "games")


class Line(NamedTuple):
    """What one match has done to somebody's rating."""

    at: datetime
    match: str
    """The id of the game, or of the deal."""
    place: int
    field: int
    """How many played."""
    before: Skill
    after: Skill


def history_of(player: PlayerId, pool: str) -> list[Line]:
    """Every change of somebody's rating in a pool, the first one first."""
    entries = LedgerEntry.objects.filter(pool=pool, generation=generation_of(pool), player=player)
    return [_line(*row) for row in entries.order_by("at", "match").values_list(*_LINE)]


def changes_in(match_key: str) -> dict[PlayerId, Line]:
    """What a match has done to the ratings of all who played it; nothing as long as it is not counted."""
    match = RatedMatch.objects.filter(key=match_key).first()
    if match is None:
        return {}
    entries = LedgerEntry.objects.filter(
        pool=match.pool, generation=generation_of(match.pool), at=match.at, match=match.key
    )
    found = entries.order_by("place", "player").values_list("player", *_LINE)
    return {player: _line(*row) for player, *row in found}


def _line(
    at: datetime,
    match: str,
    place: int,
    field: int,
    mu_before: float,
    sigma_before: float,
    mu_after: float,
    sigma_after: float,
    games: int,
) -> Line:
    before = Skill(mu_before, sigma_before, games - 1)
    return Line(at, match, place, field, before, Skill(mu_after, sigma_after, games))
