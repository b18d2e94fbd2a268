"""The tournaments and leagues of a club, as far as somebody who sees the club may see them.

What is still a draft is there for those who run the club. A tournament that is not public is there for the club's
members and for those who take part.
"""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.accounts.callers import Viewer
from tournaments.models import Division, Entrant, League, Membership, Season, Table, Tournament
from tournaments.models import leagues as of_leagues
from tournaments.models import tournaments as of_tournaments
from tournaments.naming import name_of
from tournaments.selectors.clubs import SeenClub
from tournaments.values import OVERRIDDEN


def tournaments_of(seen: SeenClub, viewer: Viewer) -> QuerySet[Tournament]:
    """The tournaments of a club, the newest first, without the divisions of its leagues."""
    every = Tournament.objects.filter(club=seen.club, division=None).order_by("-created_at", "-pk")
    if seen.runs_it:
        return every
    made_known = every.exclude(status=of_tournaments.DRAFT)
    if seen.role is not None or viewer.is_auditor:
        return made_known
    own = Entrant.objects.filter(tournament=OuterRef("pk"), account=viewer.account, account__isnull=False)
    return made_known.filter(Q(is_public=True) | Exists(own))


def tournaments_seen_by(viewer: Viewer, is_mine: bool = False) -> QuerySet[Tournament]:
    """The tournaments that somebody may see, whatever their club; or those that they have entered."""
    made_known = Tournament.objects.exclude(status=of_tournaments.DRAFT)
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


def overridden_among(games: Collection[str]) -> set[str]:
    """Those of some games in whose place an organiser has put another result."""
    tables = Table.objects.filter(game__in=games, entered=OVERRIDDEN)
    return {str(game) for game in tables.values_list("game", flat=True)}


def leagues_of(seen: SeenClub, viewer: Viewer) -> QuerySet[League]:
    """The leagues of a club, the newest first: those of which a season is more than a draft."""
    every = League.objects.filter(club=seen.club).order_by("-created_at", "-pk")
    begun = Season.objects.filter(league=OuterRef("pk")).exclude(status=of_leagues.DRAFT)
    return every if seen.runs_it else every.filter(Exists(begun))


def with_latest_season(leagues: QuerySet[League]) -> QuerySet[League]:
    """Leagues, each with number and status of its latest season that is more than a draft, and whether that has begun;
    null where there is none."""
    known = Season.objects.filter(league=OuterRef("pk")).exclude(status=of_leagues.DRAFT).order_by("-number")
    to_come = (of_tournaments.ANNOUNCED, of_tournaments.REGISTRATION, of_tournaments.CHECK_IN)
    begun = Division.objects.filter(season=OuterRef("latest")).exclude(tournament__status__in=to_come)
    named = leagues.annotate(
        latest=Subquery(known.values("pk")[:1]),
        latest_season=Subquery(known.values("number")[:1]),
        latest_status=Subquery(known.values("status")[:1]),
    )
    return named.annotate(has_begun=Exists(begun))
