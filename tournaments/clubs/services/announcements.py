"""What those who run a club tell its members: made, changed, kept on top, deleted."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.clubs.locks import lock_club_as
from tournaments.clubs.models import Announcement, Club
from tournaments.clubs.refusals import no_such_announcement
from tournaments.clubs.validators import read_announcement_text, read_announcement_title, read_is_pinned

MOST_ANNOUNCEMENTS: Final = 500
"""How many announcements a club keeps."""


def make_announcement(club_id: str, by: Caller, title: str, text: str = "", is_pinned: bool = False) -> Announcement:
    """Tell the members of a club something; in a public club everybody reads it."""
    said = _read({"title": title, "text": text, "is_pinned": is_pinned})
    with write_transaction():
        club, own = lock_club_as(CLUB_MANAGERS, club_id, by)
        if Announcement.objects.filter(club=club).count() >= MOST_ANNOUNCEMENTS:
            template = "A club keeps {most} announcements; delete old ones first."
            raise Conflict("announcement/too-many", template, most=MOST_ANNOUNCEMENTS)
        return Announcement.objects.create(club=club, author_id=own.account_id, made_at=now(), **said)


def change_announcement(club_id: str, by: Caller, number: int, changes: Mapping[str, Any]) -> Announcement:
    """Say an announcement differently, or keep it on top, as far as something is said; when it was made stays."""
    said = _read(changes)
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        announcement = _find(club, number)
        for field, value in said.items():
            setattr(announcement, field, value)
        announcement.save()
    return announcement


def delete_announcement(club_id: str, by: Caller, number: int) -> None:
    """Take an announcement away."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        _find(club, number).delete()


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "title": read_announcement_title,
    "text": read_announcement_text,
    "is_pinned": read_is_pinned,
}
"""What can be said in an announcement."""


def _read(said: Mapping[str, Any]) -> Json:
    return {field: _READERS[field](value) for field, value in said.items()}


def _find(club: Club, number: int) -> Announcement:
    announcement = Announcement.objects.filter(club=club, pk=number).first()
    if announcement is None:
        raise no_such_announcement()
    return announcement
