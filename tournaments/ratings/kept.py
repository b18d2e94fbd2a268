"""The matches of pools as they are kept, in their order: what ratings are folded from."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import starmap
from typing import Any, Final

from django.db import connection

from engine.canonical import canonical
from games.log.steady_reads import with_zone
from tournaments.models import RatedMatch, RatedSeat, RatingPool
from tournaments.ratings.bulk import adapt, insert, portions, select_among
from tournaments.ratings.locking import BEGINNING, Position, lock_pools, mark_stale, position_of
from tournaments.ratings.matches import Counted
from tournaments.ratings.values import Match, Seat

MOST_SEATS: Final = 16_000
"""How many seats of matches are folded at once; storing what comes of them must not keep others waiting."""
AT_ONCE: Final = 500
_UNDER: Final = "SELECT pool, at, key, seats FROM tournaments_ratedmatch WHERE key IN ({among})"
_SEATS: Final = (
    "SELECT player_id, match FROM tournaments_ratedseat WHERE (player_id, pool, at, match) IN (VALUES {among})"
)
_AFTER: Final = (
    "SELECT at, key, seats FROM tournaments_ratedmatch"
    " WHERE pool = %s AND (at, key) > (%s, %s) AND (at, key) <= (%s, %s) ORDER BY at, key LIMIT %s"
)
_REST: Final = (
    "SELECT at, key, seats FROM tournaments_ratedmatch"
    " WHERE pool = %s AND (at, key) > (%s, %s) ORDER BY at, key LIMIT %s"
)


def matches_after(pool: str, position: Position, until: Position | None = None, most: int = MOST_SEATS) -> list[Match]:
    """The next matches of a pool, up to one or to the last, with at most so many seats; always at least one."""
    borders = [position] if until is None else [position, until]
    values = [adapt(value) for border in borders for value in border]
    found: list[Match] = []
    with connection.cursor() as cursor:
        cursor.execute(_REST if until is None else _AFTER, [pool, *values, most // 2])
        while rows := cursor.fetchmany(AT_ONCE):
            for match in _read_matches(rows):
                most -= len(match.seats)
                if found and most < 0:
                    return found
                found.append(match)
    return found


def _read_matches(rows: Sequence[tuple[datetime, str, str]]) -> Iterator[Match]:
    """Matches as their rows say; their seats are read in one go, because beginning takes longer than going on."""
    zone = connection.timezone
    seats = json.loads(f"[{','.join(row[2] for row in rows)}]")
    for (at, key, _), seated in zip(rows, seats, strict=True):
        yield Match(at if at.tzinfo else at.replace(tzinfo=zone), key, tuple(starmap(Seat, seated)))


def last_position(pool: str) -> Position:
    """Where the last match of a pool comes."""
    found = RatedMatch.objects.filter(pool=pool).order_by("-at", "-key").values_list("at", "key").first()
    return found or BEGINNING


def read_match(at: datetime, key: str, seats: str) -> Match:
    """A match as its row says."""
    return Match(with_zone(at), key, read_seats(seats))


def read_seats(text: str) -> tuple[Seat, ...]:
    """The seats of a match as they are stored."""
    return tuple(starmap(Seat, json.loads(text)))


def kept_under(keys: Iterable[str]) -> dict[str, Counted]:
    """What is kept under some keys."""
    found = select_among(_UNDER, [], sorted(set(keys)))
    return {row[2]: Counted(row[0], read_match(*row[1:])) for row in found}


def keep(news: Mapping[str, Counted]) -> None:
    """Keep what counts under some keys, in the place of what was kept there; inside the caller's transaction, which
    holds their pools.

    What is counted already has to be computed again from the first change on; the rest is still to be counted.
    """
    keep_seats(news.values())
    stored = kept_under(news)
    changed = {key: one for key, one in news.items() if _kept(stored, key) != one.match}
    if not changed:
        return
    RatedMatch.objects.filter(key__in=[key for key in changed if key in stored]).delete()
    rows = [
        (one.pool, adapt(one.match.at), one.match.key, write_seats(one.match)) for one in changed.values() if one.match
    ]
    insert(RatedMatch, ("pool", "at", "key", "seats"), rows)
    concerned: dict[str, list[Position]] = defaultdict(list)
    for key, one in changed.items():
        for pool, match in (one, stored.get(key, one)):
            if match is not None:
                concerned[pool].append(match.position)
    for locked in lock_pools(concerned).values():
        _take_down(locked, min(concerned[locked.key]))


def keep_seats(news: Iterable[Counted]) -> None:
    """Keep who sits in matches, for those who look for a player's."""
    seats = [
        RatedSeat(pool=pool, at=match.at, match=match.key, player_id=seat.player)
        for pool, match in news
        if match is not None
        for seat in match.seats
    ]
    RatedSeat.objects.bulk_create(seats, batch_size=AT_ONCE, ignore_conflicts=True)


def without_seats(kept: Collection[Counted]) -> set[str]:
    """The keys of those of some matches of which it is not kept who sits in them."""
    wanted = {(seat.player, pool, adapt(match.at), match.key) for pool, match in kept if match for seat in match.seats}
    there: set[tuple[str, str]] = set()
    with connection.cursor() as cursor:
        for some in portions(sorted(wanted), AT_ONCE):
            places = ", ".join(["(%s, %s, %s, %s)"] * len(some))
            cursor.execute(_SEATS.format(among=places), [value for seat in some for value in seat])
            there.update(cursor.fetchall())
    return {key for player, _, _, key in wanted if (player, key) not in there}


def _kept(stored: Mapping[str, Counted], key: str) -> Match | None:
    return stored[key].match if key in stored else None


def _take_down(pool: RatingPool, first: Position) -> None:
    """That the matches of a pool have changed from one on."""
    if first <= position_of(pool):
        mark_stale(pool, first)
    pool.revision += 1
    pool.save(update_fields=["revision", "stale_at", "stale_match"])


PLAYED: Final = (True, False)
"""What is said of whoever has played a game as everybody does; it is left out where it is stored."""


def write_seats(match: Match) -> str:
    """The seats of a match as they are stored."""
    return canonical([list(seat[:2] if seat[2:] == PLAYED else seat) for seat in match.seats])


def keys_of(pool: str, at_once: int = AT_ONCE) -> Iterator[Sequence[str]]:
    """All keys of a pool's matches, some at a time."""
    last: Any = ""
    while True:
        found = RatedMatch.objects.filter(pool=pool, key__gt=last).order_by("key")
        keys = list(found.values_list("key", flat=True)[:at_once])
        if not keys:
            return
        yield keys
        last = keys[-1]
