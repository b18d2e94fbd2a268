"""A season that is being drafted: who is to play where, who else could, and when its rounds would be."""

from datetime import date
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from engine.registry import registered
from games.time_zones import zone_named
from tournaments.formats import find_format
from tournaments.leagues.calendar import Dates, first_day, weekly
from tournaments.leagues.rules import Rules
from tournaments.models import Assignment, Club, ClubPerson, Membership, Season


class DraftedDivision(NamedTuple):
    """A division before it is published."""

    rank: int
    players: list[Assignment]
    rounds: int
    """How many rounds so many players have; 0 while there are too few."""


def drafted_in(season: Season) -> QuerySet[Assignment]:
    """Who is to play, division by division; whoever has left the club meanwhile is not among them."""
    memberships = Membership.objects.filter(club=season.league.club_id, account=OuterRef("account"))
    is_here = Exists(memberships) | Q(account=None)
    assigned = season.assignments.filter(is_here, Q(account__isnull=True) | Q(account__is_active=True))
    return assigned.select_related("account", "person").order_by("rank", "position", "pk")


def number_of_divisions(season: Season, rules: Rules) -> int:
    """How many divisions a draft has: as the rules say, or more while there is somebody in them."""
    return max(rules.divisions, season.assignments.aggregate(last=Max("rank"))["last"] or 0)


def divisions_drafted(season: Season, rules: Rules) -> list[DraftedDivision]:
    """All divisions of a draft, those without anybody included."""
    players = list(drafted_in(season))
    by_rank = [
        [player for player in players if player.rank == rank]
        for rank in range(1, number_of_divisions(season, rules) + 1)
    ]
    return [DraftedDivision(rank, some, rounds_of(rules, len(some))) for rank, some in enumerate(by_rank, 1)]


def rounds_of(rules: Rules, players: int) -> int:
    """How many rounds a division of so many has."""
    settings = rules.template
    return find_format(settings.format).rounds(settings, players) if players > 1 else 0


def first_round_on(season: Season, rules: Rules) -> date:
    """The day of the first round; rules that were changed after the season was drafted may have moved it."""
    return first_day(rules.weekday, season.starts_on)


def dates_drafted(season: Season, rules: Rules, club: Club, rounds: int) -> tuple[Dates, ...]:
    """When so many rounds would be."""
    zone = zone_named(club.time_zone)
    return weekly(zone, first_round_on(season, rules), rules.at, rounds, rules.weeks, rules.days)


def bots_of(rules: Rules) -> list[str]:
    """The bots that play what the league plays."""
    key = rules.template.key
    return sorted({bot for game in registered() if game.key == key for bot in game.bots})


def members_left(season: Season) -> QuerySet[Membership]:
    """The members of the club who are not in a draft."""
    there = season.assignments.exclude(account=None).values("account")
    members = Membership.objects.filter(club=season.league.club_id, account__is_active=True)
    return members.exclude(account__in=there).select_related("account").order_by("account__display_name", "pk")


def persons_left(season: Season) -> QuerySet[ClubPerson]:
    """The people of the club without an account who are not in a draft."""
    there = season.assignments.exclude(person=None).values("person")
    persons = ClubPerson.objects.filter(club=season.league.club_id, account=None)
    return persons.exclude(pk__in=there).order_by("name", "pk")
