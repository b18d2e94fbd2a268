"""How fast somebody may ask: so many requests of a kind in each second, minute or hour, counted in the cache; and from
where a request comes, as requests and streams are counted.

Counted by the cache itself, so that the limit holds for all processes that share one; the framework's own throttles
read a list and write it back, and two processes forget each other's requests. Whoever has IPv6 has at least 2⁶⁴
addresses, so all of a /64 count as one.
"""

import logging
import time
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest
from redis import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

PREFIX_BITS: Final = 64
"""How many bits of an IPv6 address belong to whoever gives it out; the rest is the user's to choose."""


def sender_of(request: HttpRequest | Request) -> str:
    """The address of whoever sends a request, as far as it stands for somebody."""
    return sender_at(str(request.META.get("REMOTE_ADDR", "")))


@lru_cache(maxsize=4096)
def sender_at(address: str) -> str:
    """The same for an address; what is none, as behind a socket file, stays as it is."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str(_network_of(known))


def _network_of(address: IPv4Address | IPv6Address) -> object:
    if isinstance(address, IPv4Address) or address.is_loopback:
        return address
    return address.ipv4_mapped or ip_network((int(address), PREFIX_BITS), strict=False)


logger = logging.getLogger(__name__)
ANYBODY: Final = "anon"
SOMEBODY: Final = "user"
PERIODS: Final = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}


class ScopedThrottle(BaseThrottle):
    """The rate of the view's `throttle_scope`; without one that of people with an account, or of those without."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this request is still within the limit."""
        who = request.user.pk if request.user.is_authenticated else sender_of(request)
        self._wait = count_against_limit(scope_of(request, view), who)
        return self._wait is None

    def wait(self) -> float | None:
        """Seconds until counting begins anew."""
        return self._wait


def count_against_limit(scope: str, who: object) -> float | None:
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


def uncount_request(scope: str, who: object) -> None:
    """Count one less; where the cache is away or has begun anew nothing is counted either."""
    rate = api_settings.DEFAULT_THROTTLE_RATES[scope]
    if rate is not None:
        _, seconds = _parse(str(rate))
        with suppress(RedisError, OSError, ValueError):
            cache.decr(_key(scope, who, time.time(), seconds))


def most_per_period(scope: str) -> int:
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
