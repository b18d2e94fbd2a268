"""Which tournaments a viewer may see, one or many, and what the viewer is to one.

What is still a draft is there for those who run the club. A tournament that is not public is there for the club's
members, for those who take part, and for whoever has its link."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.log import is_id
from games.accounts.callers import ANYBODY, Viewer
from games.extension import CLUB_MANAGERS, role_in
from games.play.seats import is_invite
from tournaments.clubs.models import Membership
from tournaments.clubs.selectors import SeenClub
from tournaments.events.history import settings_of
from tournaments.events.models import Entrant, Tournament
from tournaments.events.permissions import is_tournament_link, may_know
from tournaments.events.refusals import no_such_tournament, not_running_it
from tournaments.events.settings import Settings
from tournaments.events.statuses import DRAFT
from tournaments.events.tournament_names import name_of


class SeenTournament(NamedTuple):
    """A tournament that a viewer may see, and what the viewer is to it."""

    tournament: Tournament
    settings: Settings
    role: str | None
    """What the viewer is in the club, None for somebody who is no member."""
    own: Entrant | None
    """The viewer's own entry, if there is one; perhaps left."""
    is_invited: bool
    """Whether the viewer has the link."""
    viewer: Viewer = ANYBODY
    """Who looks."""

    @property
    def runs_it(self) -> bool:
        """Whether the viewer is one of those who run it."""
        return self.role in CLUB_MANAGERS

    @property
    def sees_club(self) -> bool:
        """Whether the viewer may see the club as well, which may be private although the tournament is not."""
        return self.role is not None or self.tournament.club.is_public


def see_tournament(tournament_id: Any, viewer: Viewer) -> SeenTournament:
    """A tournament; refused as if it did not exist if the viewer may not see it."""
    found = _tournaments().filter(pk=tournament_id).first() if is_id(tournament_id) else None
    if found is None:
        raise no_such_tournament(tournament_id)
    may_audit = viewer.is_auditor and found.status != DRAFT
    if not may_audit and not may_know(found, viewer.account, viewer.invite):
        raise no_such_tournament(tournament_id)
    return _as_seen(found, viewer)


def see_tournament_by_link(invite: Any, viewer: Viewer) -> SeenTournament:
    """The tournament to which a link leads; a draft shows itself only to those who run it."""
    found = _tournaments().filter(invite=invite).first() if is_invite(invite) else None
    if found is None or not may_know(found, viewer.account, invite):
        raise no_such_tournament(invite)
    return _as_seen(found, viewer._replace(invite=invite))


def _tournaments() -> QuerySet[Tournament]:
    """Tournaments with what their pages say of them in any case."""
    return Tournament.objects.select_related("club", "division")


def _as_seen(tournament: Tournament, viewer: Viewer) -> SeenTournament:
    account = viewer.account
    own = Entrant.objects.filter(tournament=tournament, account=account).first() if account is not None else None
    role, is_invited = role_in(account, tournament.club_id), is_tournament_link(tournament, viewer.invite)
    return SeenTournament(tournament, settings_of(tournament), role, own, is_invited, viewer)


def tournaments_of(seen: SeenClub, viewer: Viewer) -> QuerySet[Tournament]:
    """The tournaments of a club, the newest first, without the divisions of its leagues."""
    every = Tournament.objects.filter(club=seen.club, division=None).order_by("-created_at", "-pk")
    if seen.runs_it:
        return every
    made_known = every.exclude(status=DRAFT)
    if seen.role is not None or viewer.is_auditor:
        return made_known
    own = Entrant.objects.filter(tournament=OuterRef("pk"), account=viewer.account, account__isnull=False)
    return made_known.filter(Q(is_public=True) | Exists(own))


def tournaments_seen_by(viewer: Viewer, is_mine: bool = False) -> QuerySet[Tournament]:
    """The tournaments that somebody may see, whatever their club; or those that they have entered."""
    made_known = Tournament.objects.exclude(status=DRAFT)
    if viewer.account is None:
        return made_known.none() if is_mine else made_known.filter(is_public=True)
    own = Exists(Entrant.objects.filter(tournament=OuterRef("pk"), account=viewer.account))
    if is_mine:
        return made_known.filter(own)
    if viewer.is_auditor:
        return made_known
    in_club = Exists(Membership.objects.filter(club=OuterRef("club"), account=viewer.account))
    return made_known.filter(Q(is_public=True) | own | in_club)


def tournament_names(tournaments: Collection[str], account: int | None) -> dict[str, str]:
    """The names of some tournaments by id, without those that an account, or for None everybody, may not see."""
    found = tournaments_seen_by(Viewer(account)).filter(pk__in=tournaments).select_related("division")
    return {one.pk: name_of(one) for one in found}


def see_as_organiser(tournament_id: Any, viewer: Viewer) -> SeenTournament:
    """A tournament, for those who run it; others who may see it are told that they do not."""
    seen = see_tournament(tournament_id, viewer)
    if not seen.runs_it:
        raise not_running_it() if seen.tournament.status != DRAFT else no_such_tournament(tournament_id)
    return seen
