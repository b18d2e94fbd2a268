"""How fast somebody may ask: so many requests of a kind in each second, minute or hour, counted in the cache.

Counted by the cache itself, so that the limit holds for all processes that share one; the framework's own throttles
read a list and write it back, and two processes forget each other's requests.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from math import ceil
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest
from redis import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from engine.errors import Refused
from engine.protocol import Json
from games.api.senders import sender_of
from games.models import Account
from games.refusals import TooMany
from games.services import caller_of, is_created
from games.services.caps import BOT_GAMES, BOTS_ONLY, has_bots, is_bots_only

logger = logging.getLogger(__name__)

ANYBODY: Final = "anon"
SOMEBODY: Final = "user"
GUESTS_BOTS: Final = "guests-bots"
"""The kind of request under which games with bots that guests begin are counted."""
PERIODS: Final = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}


class Paced(BaseThrottle):
    """The rate of the view's `throttle_scope`; without one that of people with an account, or of those without."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this request is still within the limit."""
        who = request.user.pk if request.user.is_authenticated else sender_of(request)
        self._wait = pace(scope_of(request, view), who)
        return self._wait is None

    def wait(self) -> float | None:
        """Seconds until counting begins anew."""
        return self._wait


def pace(scope: str, who: object) -> float | None:
    """Count one request of somebody; None if it is within the limit, else the seconds until counting begins anew."""
    rate = api_settings.DEFAULT_THROTTLE_RATES[scope]
    if rate is None:
        return None
    now = time.time()
    most, seconds = _parse(str(rate))
    count = _count(_key(scope, who, now, seconds), seconds)
    return None if count <= most else seconds - now % seconds


def _key(scope: str, who: object, now: float, seconds: int) -> str:
    return f"pace:{scope}:{who}:{int(now / seconds)}"


@contextmanager
def counting_new_game(
    request: HttpRequest | Request, account: Account, seats: Sequence[Json], command_id: str
) -> Iterator[None]:
    """Count a game that is begun in the block, and refuse whoever begins more with bots than people do; what is refused
    in the block, as by a cap, was not begun, and what the same command has begun before is not begun again."""
    counted: list[tuple[str, object]] = []
    try:
        if has_bots(seats) and not is_created(caller_of(account), command_id):
            _count_new_game(request, account, seats, counted)
        yield
    except Refused:
        for scope, who in counted:
            _take_back(scope, who)
        raise


def _count_new_game(
    request: HttpRequest | Request, account: Account, seats: Sequence[Json], counted: list[tuple[str, object]]
) -> None:
    """Each account by itself, and all guests of an address together; of games among bots only fewer still may be begun.
    As what the game was counted is added to a list, also if it is refused in the end."""
    if account.is_guest and has_bots(seats):
        if (wait := pace(GUESTS_BOTS, sender_of(request))) is not None:
            template = "At most {most} games with bots may be begun here by guests in a while; please wait, or sign up."
            raise TooMany("game/too-many-by-guests", template, most=_most(GUESTS_BOTS)).for_seconds(ceil(wait))
        counted.append((GUESTS_BOTS, sender_of(request)))
    if is_bots_only(seats):
        if (wait := pace(BOTS_ONLY, account.pk)) is not None:
            template = "At most {most} games among bots only may be begun in a while; please wait."
            raise TooMany("game/too-many-begun", template, most=_most(BOTS_ONLY)).for_seconds(ceil(wait))
        counted.append((BOTS_ONLY, account.pk))
    if has_bots(seats):
        if (wait := pace(BOT_GAMES, account.pk)) is not None:
            template = "At most {most} games with bots may be begun in a while; please wait."
            raise TooMany("game/too-many-begun", template, most=_most(BOT_GAMES)).for_seconds(ceil(wait))
        counted.append((BOT_GAMES, account.pk))


def _take_back(scope: str, who: object) -> None:
    """Count one less; where the cache is away or has begun anew nothing is counted either."""
    rate = api_settings.DEFAULT_THROTTLE_RATES[scope]
    if rate is not None:
        _, seconds = _parse(str(rate))
        with suppress(RedisError, OSError, ValueError):
            cache.decr(_key(scope, who, time.time(), seconds))


def _most(scope: str) -> int:
    return _parse(str(api_settings.DEFAULT_THROTTLE_RATES[scope]))[0]


def scope_of(request: Request, view: Any) -> str:
    """The kind of a request; who is not logged in may have a stricter rate of their own."""
    named = getattr(view, "throttle_scope", None)
    if request.user.is_authenticated:
        return named or SOMEBODY
    return ANYBODY if named is None else stricter_scope(named)


def stricter_scope(named: str) -> str:
    """The kind under which requests of those who are not logged in count, which may have a rate of its own."""
    stricter = f"{named}-{ANYBODY}"
    return stricter if stricter in api_settings.DEFAULT_THROTTLE_RATES else named


@lru_cache
def _parse(rate: str) -> tuple[int, int]:
    """How many in how many seconds."""
    number, _, period = rate.partition("/")
    return int(number), PERIODS[period[0]]


def _count(key: str, seconds: int) -> int:
    """How many there have been under this key, with this one; none if the cache is away, so that play goes on."""
    try:
        return _counted(key, seconds)
    except (RedisError, OSError) as error:
        logger.warning("Requests are not counted, the cache is away: %s", error)
        return 0


def _counted(key: str, seconds: int) -> int:
    try:
        return cache.incr(key)
    except ValueError:
        # Nothing is there yet; of two who begin to count at once only one succeeds.
        return 1 if cache.add(key, 1, seconds * 2) else cache.incr(key)
