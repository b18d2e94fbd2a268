"""Stores the matches that count, of every pool in their order, and reads them: what ratings are folded from."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import starmap
from typing import Any, Final

from django.db import connection

from engine.canonical import canonical
from games.log.steady_reads import with_zone
from games.play.models import PlayerGame
from tournaments.ratings.bulk_sql import adapt, insert, portions, select_among
from tournaments.ratings.matches import CountedMatch, matches_from_cards, rated_cards
from tournaments.ratings.models import RatedMatch, RatedSeat, RatingPool
from tournaments.ratings.players import make_players
from tournaments.ratings.pools import BEGINNING, Position, lock_every_pool, lock_pools, mark_stale, position_of
from tournaments.ratings.values import Match, Seat

MOST_SEATS: Final = 16_000
"""How many seats of matches are folded at once; storing what comes of them must not keep others waiting."""
ROWS_AT_ONCE: Final = 500
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
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
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


def stored_matches(keys: Iterable[str]) -> dict[str, CountedMatch]:
    """What is kept under some keys."""
    found = select_among(_UNDER, [], sorted(set(keys)))
    return {row[2]: CountedMatch(row[0], read_match(*row[1:])) for row in found}


def store_matches(news: Mapping[str, CountedMatch]) -> None:
    """Keep what counts under some keys, in the place of what was kept there; inside the caller's transaction, which
    holds their pools.

    What is counted already has to be computed again from the first change on; the rest is still to be counted.
    """
    store_seats(news.values())
    stored = stored_matches(news)
    changed = {key: one for key, one in news.items() if _stored_match(stored, key) != one.match}
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
        _note_change(locked, min(concerned[locked.key]))


def store_seats(news: Iterable[CountedMatch]) -> None:
    """Keep who sits in matches, for those who look for a player's."""
    seats = [
        RatedSeat(pool=pool, at=match.at, match=match.key, player_id=seat.player)
        for pool, match in news
        if match is not None
        for seat in match.seats
    ]
    RatedSeat.objects.bulk_create(seats, batch_size=ROWS_AT_ONCE, ignore_conflicts=True)


def matches_without_seats(kept: Collection[CountedMatch]) -> set[str]:
    """The keys of those of some matches of which it is not kept who sits in them."""
    wanted = {(seat.player, pool, adapt(match.at), match.key) for pool, match in kept if match for seat in match.seats}
    there: set[tuple[str, str]] = set()
    with connection.cursor() as cursor:
        for some in portions(sorted(wanted), ROWS_AT_ONCE):
            places = ", ".join(["(%s, %s, %s, %s)"] * len(some))
            cursor.execute(_SEATS.format(among=places), [value for seat in some for value in seat])
            there.update(cursor.fetchall())
    return {key for player, _, _, key in wanted if (player, key) not in there}


def _stored_match(stored: Mapping[str, CountedMatch], key: str) -> Match | None:
    return stored[key].match if key in stored else None


def _note_change(pool: RatingPool, first: Position) -> None:
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


def match_keys(pool: str, at_once: int = ROWS_AT_ONCE) -> Iterator[Sequence[str]]:
    """All keys of a pool's matches, some at a time."""
    last: Any = ""
    while True:
        found = RatedMatch.objects.filter(pool=pool, key__gt=last).order_by("key")
        keys = list(found.values_list("key", flat=True)[:at_once])
        if not keys:
            return
        yield keys
        last = keys[-1]


def has_uncounted_matches(pool: RatingPool) -> bool:
    """Whether there are matches that are not counted yet."""
    return last_position(pool.key) > position_of(pool)


def lock_and_derive_matches(games: Sequence[str]) -> None:
    """Keep what counts of some games, inside the caller's transaction."""
    hold_pools(games)
    derive_matches(games)


def hold_pools(games: Sequence[str]) -> None:
    """Let nobody else keep matches until the transaction ends, and whoever plays these games have an id.

    That comes first: accounts are locked before pools, as when one of them is erased.
    """
    seated = PlayerGame.objects.filter(game__in=games, game__card__is_rated=True, account__isnull=False, bot="")
    make_players(account for account in seated.values_list("account", flat=True) if account is not None)
    lock_every_pool()
    lock_pools(one.pool for one in rated_cards(games) if one.is_rated and not one.is_hidden)


def derive_matches(games: Sequence[str]) -> None:
    """What is read now cannot be older than what others have kept: runs on one deal are words of their own."""
    store_matches(matches_from_cards(rated_cards(games), make_players))
