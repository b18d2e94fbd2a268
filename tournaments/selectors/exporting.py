"""What is stored about an account in clubs, for itself."""

from engine.protocol import Json
from tournaments.models import Announcement, ClubPerson, JoinRequest
from tournaments.selectors.members import export_memberships


def export_clubs(account: int) -> Json:
    """Its memberships, what it waits for, what it has announced, and the names that it has claimed."""
    return {
        **export_memberships(account),
        "join_requests": [_asked(request) for request in JoinRequest.objects.filter(account=account).order_by("pk")],
        "announcements": [_made(each) for each in Announcement.objects.filter(author=account).order_by("pk")],
        "claimed_names": [_claimed(person) for person in ClubPerson.objects.filter(account=account).order_by("pk")],
    }


def _asked(request: JoinRequest) -> Json:
    return {"club": request.club_id, "asked_at": request.asked_at.isoformat()}


def _made(announcement: Announcement) -> Json:
    said = {"title": announcement.title, "text": announcement.text}
    return {"club": announcement.club_id, **said, "made_at": announcement.made_at.isoformat()}


def _claimed(person: ClubPerson) -> Json:
    return {"club": person.club_id, "name": person.name, "added_at": person.added_at.isoformat()}
