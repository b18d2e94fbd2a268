"""By what somebody was let in, and whether it still holds: asked for all streams of a process at once."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.accounts.callers import Viewer
from games.accounts.devices import TABLES, holder_of
from games.accounts.models import Account, Token
from games.accounts.second_factor import accounts_lacking_one
from games.accounts.tokens import READ
from games.refusals import Forbidden

AT_ONCE: Final = 500
"""How many rows are asked for in one statement."""


class Credential(NamedTuple):
    """Who watches, and the session or token by which they do; neither for those who are not logged in."""

    viewer: Viewer
    account: int | None = None
    """Whose session or token it is: the viewer's own, or that of the owner of the device they hold."""
    token: int | None = None
    session: str | None = None
    game: str | None = None


def ended_credentials(passes: Collection[Credential]) -> set[Credential]:
    """Those that do not hold any more."""
    by_token = [one for one in passes if one.token is not None]
    by_session = [one for one in passes if one.token is None and one.account is not None]
    tokens = _ended_tokens(by_token) if by_token else set()
    sessions = _ended_sessions(by_session) if by_session else set()
    return tokens | sessions | _without_second_factor(by_token + by_session)


def _without_second_factor(shown: list[Credential]) -> set[Credential]:
    """Those of accounts that need a second factor by now and have none."""
    numbers = {one.account for one in shown}
    lacking = {number for (number,) in _rows(accounts_lacking_one(), "pk", numbers, ("pk",))}
    return {one for one in shown if one.account in lacking}


def _ended_tokens(shown: list[Credential]) -> set[Credential]:
    """Those by a token that was deleted, has run out or reaches less far now, or whose account has changed."""
    now = timezone.now()
    found = {row[0]: row[1:] for row in _rows(Token.objects, "pk", {one.token for one in shown}, _TOKEN)}
    return {one for one in shown if one.token not in found or not _token_holds(one, now, *found[one.token])}


_TOKEN: Final = ("pk", "scopes", "expires_at", "account__is_active", "account__is_staff")


def _token_holds(
    one: Credential, now: datetime, scopes: str, expires_at: datetime | None, is_active: bool, is_staff: bool
) -> bool:
    is_over = expires_at is not None and expires_at <= now
    return READ in scopes.split() and not is_over and is_active and is_staff == one.viewer.is_auditor


class _Account(NamedTuple):
    pk: int
    is_active: bool
    is_staff: bool
    password: str


def _ended_sessions(shown: list[Credential]) -> set[Credential]:
    """Those by a session that was ended or has run out, or whose accounts have changed."""
    people = {number for one in shown for number in (one.account, one.viewer.account)}
    accounts = {row[0]: _Account(*row) for row in _rows(Account.objects, "pk", people, _Account._fields)}
    current = _sessions().filter(expire_date__gt=timezone.now())
    sessions = dict(_rows(current, "session_key", {one.session for one in shown}, ("session_key", "session_data")))
    return {one for one in shown if not _session_holds(one, accounts, sessions)}


def _session_holds(one: Credential, accounts: dict[int, _Account], sessions: dict[str, str]) -> bool:
    owner, viewer = accounts.get(one.account or 0), accounts.get(one.viewer.account or 0)
    if owner is None or viewer is None or not owner.is_active or not viewer.is_active:
        return False
    data = sessions.get(one.session or "")
    return viewer.is_staff == one.viewer.is_auditor and data is not None and _is_logged_in(data, owner, one)


def _is_logged_in(data: str, owner: _Account, one: Credential) -> bool:
    """Whether a session is still that of its account, with the same password, and the same person holds the device."""
    said = _read_session(data)
    sign = Account(pk=owner.pk, password=owner.password).get_session_auth_hash()
    if said.get(SESSION_KEY) != str(owner.pk) or not constant_time_compare(said.get(HASH_SESSION_KEY, ""), sign):
        return False
    held = said.get(TABLES, {}).get(one.game, {}).get("holder") or owner.pk
    # A guest who holds the device may have gone, which only the database knows.
    return held == one.viewer.account or _holder(said, owner, one) == one.viewer.account


def _holder(said: dict[str, Any], owner: _Account, one: Credential) -> int:
    session: Any = said
    return holder_of(session, Account(pk=owner.pk), one.game or "").pk


@lru_cache(maxsize=4096)
def _read_session(data: str) -> dict[str, Any]:
    """What a stored session says; most do not change while somebody watches."""
    said: dict[str, Any] = _store().decode(data)
    return said


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore()


def _sessions() -> Any:
    return _store().get_model_class().objects


def _rows(objects: Any, key: str, values: Iterable[Any], fields: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """These fields of the rows with these keys."""
    left = iter(values)
    while some := list(islice(left, AT_ONCE)):
        yield from objects.filter(**{f"{key}__in": some}).values_list(*fields)


def no_longer_allowed() -> Forbidden:
    """What a stream was opened with has ended."""
    return Forbidden("stream/no-longer", "You may not watch this any longer with the login or token you came with.")
