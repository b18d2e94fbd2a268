"""Counting is for one worker at a time: whoever begins says so, and for how long nobody else need begin.

It is a matter of time, not of truth: two who count at once get in each other's way, but count nothing twice. Whoever is
killed leaves a lease that runs out.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from games.clock.site_time import now
from tournaments.models import CountingLease
from tournaments.ratings.values import Heard

LEASE: Final = timedelta(minutes=1)
"""How long it holds; it is renewed with every portion, and only the largest fields take longer than that."""
ONLY_ROW: Final = 1


@contextmanager
def alone() -> Iterator[Heard | None]:
    """Hold the lease and be told what renews it, whatever it hears; None if somebody else holds it."""
    holder = secrets.token_hex(8)
    if not _was_taken(holder):
        yield None
        return
    own = CountingLease.objects.filter(pk=ONLY_ROW, holder=holder)
    try:
        yield lambda _: own.update(until=now() + LEASE)
    finally:
        own.delete()


def is_held(moment: datetime) -> bool:
    """Whether somebody is at it."""
    return _held(moment).exists()


def _held(moment: datetime) -> QuerySet[CountingLease]:
    """The lease, if it holds; one that ends later than any that was taken by now is of a clock that was set back."""
    return CountingLease.objects.filter(pk=ONLY_ROW, until__gt=moment, until__lte=moment + LEASE)


def _was_taken(holder: str) -> bool:
    """Whether the lease was free and is ours now; of several who ask at once, one gets it."""
    moment = now()
    CountingLease.objects.filter(pk=ONLY_ROW).exclude(pk__in=_held(moment).values("pk")).delete()
    fresh = CountingLease(pk=ONLY_ROW, holder=holder, until=moment + LEASE)
    CountingLease.objects.bulk_create([fresh], ignore_conflicts=True)
    return CountingLease.objects.filter(pk=ONLY_ROW, holder=holder).exists()
