"""What a club tells: its members, and in a public club everybody."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.name_visibility import known_by_name
from tournaments.models import Announcement
from tournaments.refusals import no_such_announcement, not_a_member
from tournaments.selectors.clubs import SeenClub, see_club_as_runner


def see_announcements(seen: SeenClub) -> QuerySet[Announcement]:
    """What a club that somebody sees tells them, the newest first; a private one tells its members only."""
    if seen.role is None and not seen.club.is_public:
        raise not_a_member()
    told = Announcement.objects.filter(club=seen.club)
    return told.select_related("author").order_by("-made_at", "-pk")


def see_announcement(club_id: Any, number: int, viewer: Viewer) -> Announcement:
    """One announcement, for those who may change it."""
    seen = see_club_as_runner(club_id, viewer)
    found = see_announcements(seen).filter(pk=number).first()
    if found is None:
        raise no_such_announcement()
    return found


def about_announcements(announcements: Sequence[Announcement], viewer: Viewer) -> list[Json]:
    """Some announcements as lists show them to somebody, with their authors as far as they may know them."""
    known = known_by_name([one.author for one in announcements], viewer)
    return [_about(one, known) for one in announcements]


def _about(announcement: Announcement, known: Collection[int]) -> Json:
    author = announcement.author
    is_known = author is not None and author.pk in known
    return {
        "id": announcement.pk,
        "title": announcement.title,
        "text": announcement.text,
        "is_pinned": announcement.is_pinned,
        "made_at": announcement.made_at,
        "author": {"handle": author.username, "name": author.display_name} if author and is_known else None,
    }
