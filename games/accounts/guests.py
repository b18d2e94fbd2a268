"""Guests: accounts without a way to log in again, made for one browser, and erased when nobody plays with them."""

import secrets
from datetime import datetime, timedelta
from hmac import digest
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.http import HttpRequest

from games.accounts.models import Account, Actor
from games.accounts.names import OF_GUESTS, clean_display_name
from games.clock.site_time import now, read_time
from games.log.models import Event

LIFETIME: Final = timedelta(days=30)
"""How long a guest who does nothing is kept."""


def make_guest(display_name: str, username: str | None = None) -> Account:
    """A new guest."""
    guest = Account(
        username=username or OF_GUESTS + secrets.token_hex(8),
        display_name=clean_display_name(display_name),
        is_guest=True,
        expires_at=now() + LIFETIME,
    )
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def guest_at_table(owner: Account, game_id: str, command_id: str, display_name: str) -> Account:
    """A guest for a table on somebody's device; the same command gets the same guest again."""
    said = f"guest|{owner.pk}|{game_id}|{command_id}".encode()
    username = OF_GUESTS + digest(settings.SECRET_KEY.encode(), said, "sha256").hex()[:16]
    known = Account.objects.filter(username=username).first()
    return known or _make_or_find(display_name, username)


def _make_or_find(display_name: str, username: str) -> Account:
    """A new guest, or the one whom the same command has made elsewhere just now."""
    try:
        with transaction.atomic():
            return make_guest(display_name, username)
    except IntegrityError:
        return Account.objects.get(username=username)


def keep_guest(guest: Account, since: datetime | None = None) -> None:
    """Put off the end of a guest who is there."""
    guest.expires_at = (since or now()) + LIFETIME
    Account.objects.filter(pk=guest.pk, is_guest=True).update(expires_at=guest.expires_at)


def last_act(account: Account) -> datetime | None:
    """When an account last did something in a game."""
    times = [
        Event.objects.filter(game=actor.game_id, actor=actor.name).aggregate(last=Max("at"))["last"]
        for actor in Actor.objects.filter(account=account)
    ]
    written = [time for time in times if time is not None]
    return read_time(max(written)) if written else None


def request_guest(request: HttpRequest) -> Account | None:
    """The guest who is logged in, None for everybody else."""
    user = request.user
    return user if isinstance(user, Account) and user.is_guest else None
