"""Clubs as a viewer may see them. Strangers see public ones; a private one does not exist for them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from engine.log import is_id
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.extension import CLUB_MANAGERS
from tournaments.models import Club, JoinRequest, Membership
from tournaments.refusals import no_such_club, not_a_member, not_your_role


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
