"""What people see of each other and change about themselves."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.models import Account
from games.accounts.name_visibility import acquaintances_among
from games.accounts.names import clean_display_name, is_username
from games.extension import ended_public_games
from games.refusals import Forbidden, NotFound
from games.time_zones import is_time_zone

log = logging.getLogger(__name__)

MOTIONS: Final = ("", "reduced")


def find_player(handle: str, viewer: Account | None) -> Account:
    """Somebody by the username, refused as if there were nobody if the viewer may not see their profile."""
    found = Account.objects.filter(username__iexact=handle, is_active=True).first() if is_username(handle) else None
    if found is None or not _may_look_at(found, viewer):
        raise NotFound("player/not-found", "There is nobody called “{player}”.", player=handle)
    return found


def _may_look_at(account: Account, viewer: Account | None) -> bool:
    """Whether somebody may open a profile; if they may only because they are staff, a line in the log says so."""
    if account.is_open or (viewer is not None and acquaintances_among(viewer.pk, [account.pk])):
        return True
    if viewer is None or not viewer.is_staff:
        return False
    log.info("Account %s has looked at the private profile of account %s.", viewer.pk, account.pk)
    return True


def profile_of(account: Account) -> Json:
    """What others see of somebody; of their games only what everybody may know."""
    return {
        "handle": account.username,
        "display_name": account.display_name,
        "is_guest": account.is_guest,
        "since": account.date_joined.date().isoformat(),
        "games": ended_public_games(account.pk),
    }


def change_profile(account: Account, changes: Mapping[str, Any]) -> Account:
    """Change what somebody may change about themselves; who says that they are under 16 becomes private."""
    cleaned = {name: _CLEAN[name](value) for name, value in changes.items() if name in _CLEAN}
    if unknown := set(changes) - set(_CLEAN):
        raise Malformed("account/unknown", "{names} cannot be changed here.", names=", ".join(sorted(unknown)))
    if account.is_minor and cleaned.get("is_minor") is False:
        raise Forbidden("account/minor", "Only those who look after the site can change that.")
    if cleaned.get("is_minor") and not account.is_minor:
        cleaned["is_private"] = True
    for name, value in cleaned.items():
        setattr(account, name, value)
    if cleaned:
        account.save(update_fields=list(cleaned))
    return account


def clean_language(value: Any) -> str:
    """One of the site's languages, or nothing for that of the browser."""
    if not isinstance(value, str) or value not in ("", *dict(settings.LANGUAGES)):
        raise Malformed("account/language", "There is no such language here.")
    return value


def clean_time_zone(value: Any) -> str:
    """The name of a time zone, or nothing for that of the browser."""
    if not isinstance(value, str) or (value and not is_time_zone(value)):
        raise Malformed("account/time-zone", "There is no such time zone.")
    return value


def _clean_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed("account/flag", "This is either true or false.")
    return value


def _clean_motion(value: Any) -> str:
    if value not in MOTIONS:
        raise Malformed("account/motion", "Motion is “reduced”, or empty for what the device says.")
    return str(value)


_CLEAN: Final = {
    "display_name": clean_display_name,
    "language": clean_language,
    "time_zone": clean_time_zone,
    "is_private": _clean_flag,
    "is_minor": _clean_flag,
    "confirms_moves": _clean_flag,
    "has_sound": _clean_flag,
    "motion": _clean_motion,
}
