"""What a viewer may see of clubs: clubs, members, announcements, persons without an account, requests to join.

Strangers see public clubs; a private one does not exist for them. Members know each other; strangers see who shows
themselves, and in public clubs only. Members see the names of persons without an account, those who run the club also
what became of them. Those who run it see who waits to be let in, everybody sees where they wait themselves.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from engine.log import is_id
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.extension import CLUB_MANAGERS
from games.play.seats import is_invite
from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.clubs.refusals import (
    no_such_announcement,
    no_such_claim,
    no_such_club,
    no_such_person,
    not_a_member,
    not_your_role,
)


class SeenClub(NamedTuple):
    """A club, and what the viewer is in it."""

    club: Club
    role: str | None
    """None for somebody who is no member."""
    members: int
    """How many there are."""
    has_asked: bool = False
    """Whether the viewer waits to be let in."""

    @property
    def runs_it(self) -> bool:
        """Whether the viewer is one of those who run it."""
        return self.role in CLUB_MANAGERS


def role_of(account: int, club_id: str) -> str | None:
    """What an account is in a club, None if it is no member; what cannot be an id is not even asked for."""
    if not is_id(club_id):
        return None
    return Membership.objects.filter(account=account, club=club_id).values_list("role", flat=True).first()


def runs_one(account: int) -> bool:
    """Whether an account is owner or organiser of some club."""
    return Membership.objects.filter(account=account, role__in=CLUB_MANAGERS).exists()


def clubs_run_by(account: int) -> list[tuple[str, str]]:
    """The clubs of which an account is owner or organiser, by name: id and name of each."""
    run = Membership.objects.filter(account=account, role__in=CLUB_MANAGERS).order_by("club__name_key")
    return list(run.values_list("club", "club__name"))


def club_names_of(account: int) -> list[tuple[str, str]]:
    """The clubs of an account, by name: id and name of each."""
    own = Membership.objects.filter(account=account).order_by("club__name_key")
    return list(own.values_list("club", "club__name"))


def see_club(club_id: Any, viewer: Viewer) -> SeenClub:
    """A club; refused as if it did not exist if the viewer may not see it."""
    found = Club.objects.filter(pk=club_id) if is_id(club_id) else Club.objects.none()
    for seen in as_seen(list(found), viewer):
        if seen.club.is_public or seen.role is not None or viewer.is_auditor:
            return seen
    raise no_such_club(club_id)


def clubs_seen_by(viewer: Viewer) -> QuerySet[Club]:
    """The public clubs and one's own, newest first."""
    return _newest_first(Q(is_public=True) | _is_own(viewer))


def other_clubs(viewer: Viewer) -> QuerySet[Club]:
    """The public clubs that are not one's own, newest first."""
    return _newest_first(Q(is_public=True) & ~_is_own(viewer))


def clubs_of(viewer: Viewer) -> QuerySet[Club]:
    """One's own clubs, newest first."""
    return _newest_first(_is_own(viewer))


def as_seen(clubs: Sequence[Club], viewer: Viewer) -> list[SeenClub]:
    """Some clubs, which the viewer may see, with what the viewer is in them; in three queries however many."""
    memberships = Membership.objects.filter(club__in=clubs)
    roles = dict(memberships.filter(account=viewer.account).values_list("club", "role"))
    numbers = dict(memberships.values("club").annotate(number=Count("pk")).values_list("club", "number"))
    asked = set(JoinRequest.objects.filter(club__in=clubs, account=viewer.account).values_list("club", flat=True))
    return [SeenClub(club, roles.get(club.pk), numbers.get(club.pk, 0), club.pk in asked) for club in clubs]


def see_club_as_runner(club_id: Any, viewer: Viewer) -> SeenClub:
    """A club, for those who run it; others who may see it are told that this is not for them."""
    seen = see_club(club_id, viewer)
    if not seen.runs_it:
        raise not_a_member() if seen.role is None else not_your_role()
    return seen


def about_club(seen: SeenClub) -> Json:
    """A club as lists show it; the secret of its link is for those who run it."""
    club = seen.club
    return {
        "id": club.pk,
        "name": club.name,
        "description": club.description,
        "is_public": club.is_public,
        "admission": club.admission,
        "time_zone": club.time_zone,
        "created_at": club.created_at,
        "members": seen.members,
        "role": seen.role,
        "has_asked": seen.has_asked,
        **({"invite": club.invite} if seen.runs_it else {}),
    }


def _is_own(viewer: Viewer) -> Q:
    return Q(Exists(Membership.objects.filter(club=OuterRef("pk"), account=viewer.account)))


def _newest_first(which: Q) -> QuerySet[Club]:
    return Club.objects.filter(which).order_by("-created_at", "-pk")


def see_members(club_id: Any, viewer: Viewer) -> QuerySet[Membership]:
    """The members of a club with their accounts, the newest first, as far as the viewer may know of them."""
    seen = see_club(club_id, viewer)
    members = Membership.objects.filter(club=seen.club).select_related("account").order_by("-joined_at", "-pk")
    if seen.role is not None:
        return members
    if not seen.club.is_public:
        raise not_a_member()
    return members.filter(account__is_private=False, account__is_minor=False)


def about_member(member: Membership) -> Json:
    """A member as lists show them."""
    account = member.account
    names = {"handle": account.username, "name": account.display_name}
    return {**names, "role": member.role, "joined_at": member.joined_at}


def export_memberships(account: int) -> Json:
    """What is stored about an account in clubs, for itself."""
    own = Membership.objects.filter(account=account).select_related("club").order_by("joined_at", "pk")
    return {"clubs": [_exported_membership(membership) for membership in own]}


def _exported_membership(membership: Membership) -> Json:
    club = membership.club
    joined_at = membership.joined_at.isoformat()
    return {"club": club.pk, "name": club.name, "role": membership.role, "joined_at": joined_at}


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
    return [_about_announcement(one, known) for one in announcements]


def _about_announcement(announcement: Announcement, known: Collection[int]) -> Json:
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


def see_persons(seen: SeenClub) -> QuerySet[ClubPerson]:
    """Those whom a member knows of, by name: who has claimed what is theirs is a member like the others."""
    if seen.role is None:
        raise not_a_member()
    persons = ClubPerson.objects.filter(club=seen.club).select_related("account").order_by("name_key", "pk")
    # By the related name, because tournaments stand above clubs.
    played = ClubPerson.objects.filter(pk=OuterRef("pk"), entries__isnull=False)
    return persons.annotate(has_played=Exists(played)) if seen.runs_it else persons.filter(account=None)


def see_person(club_id: Any, number: int, viewer: Viewer) -> tuple[ClubPerson, SeenClub]:
    """One of them and the club, for those who run it."""
    seen = see_club_as_runner(club_id, viewer)
    found = see_persons(seen).filter(pk=number).first()
    if found is None:
        raise no_such_person()
    return found, seen


def about_persons(persons: Sequence[ClubPerson], seen: SeenClub, viewer: Viewer) -> list[Json]:
    """Some persons as lists show them; the link and who has claimed it are for those who run the club, by name as
    far as they may know whoever that is: they may have left the club since."""
    known = known_by_name([one.account for one in persons], viewer)
    return [_about_person(one, seen, known) for one in persons]


def _about_person(person: ClubPerson, seen: SeenClub, known: Collection[int]) -> Json:
    shown = {"id": person.pk, "name": person.name, "added_at": person.added_at}
    if not seen.runs_it:
        return shown
    account = person.account
    return {
        **shown,
        "has_played": getattr(person, "has_played", False),
        "account": _about_claimant(account, known) if account else None,
        "claim": None if account else person.claim,
    }


def _about_claimant(account: Account, known: Collection[int]) -> Json:
    if account.pk not in known:
        return {"handle": None, "name": None}
    return {"handle": account.username, "name": account.display_name}


def see_claimed(claim: str, viewer: Viewer) -> tuple[ClubPerson, SeenClub]:
    """The person whom a link is about, and the club; who has the link may know of both until it is used."""
    found = ClubPerson.objects.select_related("club").filter(claim=claim) if is_invite(claim) else ()
    for person in found:
        if person.account_id is None or person.account_id == viewer.account:
            [seen] = as_seen([person.club], viewer)
            return person, seen
    raise no_such_claim()


def see_requests(club_id: Any, viewer: Viewer) -> QuerySet[JoinRequest]:
    """Those who wait, with their accounts, the newest first; for those who run the club."""
    seen = see_club_as_runner(club_id, viewer)
    waiting = JoinRequest.objects.filter(club=seen.club, account__is_active=True)
    return waiting.select_related("account").order_by("-asked_at", "-pk")


def requests_of(viewer: Viewer) -> list[JoinRequest]:
    """Where somebody waits to be let in, with the clubs."""
    if viewer.account is None:
        return []
    return list(JoinRequest.objects.filter(account=viewer.account).select_related("club").order_by("asked_at", "pk"))


def about_request(request: JoinRequest) -> Json:
    """Somebody who waits, as lists show them."""
    account = request.account
    return {"handle": account.username, "name": account.display_name, "asked_at": request.asked_at}
