"""Who knows whom by clubs and tournaments, so that they read each other's names."""

from collections.abc import Collection

from django.db.models import QuerySet

from games.extension import CLUB_MANAGERS, CLUB_SCOREKEEPERS
from games.play.models import PlayerGame
from tournaments.clubs.models import JoinRequest, Membership
from tournaments.events.models import Entrant, Place
from tournaments.events.statuses import PAIRED


def clubmates_among(one: int, others: Collection[int]) -> set[int]:
    """Those of some accounts who are in a club with another one."""
    return _numbers(Membership.objects.filter(account__in=others, club__in=_clubs(one)))


def tablemates_among(one: int, others: Collection[int]) -> set[int]:
    """Those of some accounts whom a published round puts at a table with another one, on paper or before they sit."""
    tables = Place.objects.filter(entrant__account=one, table__isnull=False).exclude(round__status=PAIRED)
    seated = Place.objects.filter(table__in=tables.values("table"), entrant__account__in=others)
    return {number for number in seated.values_list("entrant__account", flat=True) if number is not None}


def visitors_among(one: int, others: Collection[int]) -> set[int]:
    """Those of some accounts who play with a club that another one helps to run, without belonging to it, and those who
    ask to belong to it."""
    keeping, running = _clubs(one).filter(role__in=CLUB_SCOREKEEPERS), _clubs(one).filter(role__in=CLUB_MANAGERS)
    entered = Entrant.objects.filter(account__in=others, tournament__club__in=keeping)
    seated = PlayerGame.objects.filter(account__in=others, game__card__club__in=keeping)
    asking = JoinRequest.objects.filter(account__in=others, club__in=running)
    return _numbers(entered) | _numbers(seated) | _numbers(asking)


def _clubs(account: int) -> QuerySet[Membership, str]:
    return Membership.objects.filter(account=account).values_list("club", flat=True)


def _numbers(rows: QuerySet[Membership] | QuerySet[Entrant] | QuerySet[PlayerGame] | QuerySet[JoinRequest]) -> set[int]:
    return {number for number in rows.values_list("account", flat=True) if number is not None}
