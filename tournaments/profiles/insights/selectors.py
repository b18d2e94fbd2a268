"""How a club is doing in some weeks: counted by the database from the projections of games and tournaments.

Games on a shared deal count once it is closed, as everywhere; tables on paper count with the round they belong to.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta, tzinfo
from typing import Any, Final, NamedTuple

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Max, Q, QuerySet
from django.db.models.functions import Coalesce, ExtractHour, ExtractIsoWeekDay, TruncWeek

from engine.errors import Malformed
from games.clock.site_time import now
from games.play.models import GameCard, PlayerGame
from games.statuses import ADJUDICATED, FINISHED
from games.time_zones import zone_named
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.selectors import SeenClub
from tournaments.events.models import Place
from tournaments.events.statuses import CLOSED

WEEKS: Final = (4, 12, 52)
"""The periods that are offered, in weeks."""
USUAL: Final = 12


class Week(NamedTuple):
    """How many people have finished a game in a week."""

    begins: date
    players: int
    games: int


class Attendance(NamedTuple):
    """How many did not come to the tables that were drawn for them, in a tournament or a season of a league."""

    name: str
    season: int | None
    """The number of the season, of a league."""
    seats: int
    """How many were expected, in all rounds together."""
    missed: int

    @property
    def percent(self) -> int:
        """How many of a hundred did not come."""
        return round(100 * self.missed / self.seats) if self.seats else 0


class Length(NamedTuple):
    """How long games of one kind took on average."""

    variant: str
    games: int
    length: timedelta
    events: int
    """How many events their logs hold."""


class Insights(NamedTuple):
    """How a club was doing in some weeks."""

    weeks: int
    members: int
    active: int
    """How many of the members have finished a game."""
    players: int
    """How many people have, members or not."""
    games: int
    participation: list[Week]
    """Week by week, the oldest first, without gaps."""
    attendance: list[Attendance]
    """The latest first."""
    lengths: list[Length]
    levels: dict[int, int]
    """How many seats were played on each level."""
    weekdays: list[int]
    """How many games began on each day of the week, Monday first, on the club's clocks."""
    hours: list[int]
    """How many began in each hour of the day."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was played."""
        return not self.games and not any(week.players for week in self.participation) and not self.attendance


def weeks_until(today: date, weeks: int) -> list[date]:
    """The Mondays of the latest weeks, the oldest first, this week's last."""
    monday = today - timedelta(days=today.weekday())
    return [monday - timedelta(weeks=back) for back in reversed(range(weeks))]


SLOWEST: Final = timedelta(days=366)
"""No game that counts was begun earlier than so long before the period: lets an index leave out all that are older."""
MOST_EVENTS: Final = 12
"""How many tournaments and seasons attendance is told of."""
DAYS: Final = 7
HOURS: Final = 24


def insights_of(seen: SeenClub, weeks: int | None = None) -> Insights:
    """How a club was doing in the latest weeks, on its own clocks; refused for a period that is not offered."""
    weeks = USUAL if weeks is None else weeks
    if weeks not in WEEKS:
        raise Malformed("insights/weeks", "Insights are for {weeks} weeks.", weeks=", ".join(map(str, WEEKS)))
    zone = zone_named(seen.club.time_zone)
    mondays = weeks_until(now().astimezone(zone).date(), weeks)
    since = datetime(mondays[0].year, mondays[0].month, mondays[0].day, tzinfo=zone)
    games = _games(seen.club, since)
    who = _who_played(seen.club, games, since, zone)
    accounts = {account for _, account, _ in who if account is not None}
    begun = games.filter(started_at__isnull=False)
    return Insights(
        weeks=weeks,
        members=seen.members,
        active=Membership.objects.filter(club=seen.club, account__in=accounts).count() if accounts else 0,
        players=len({person[1:] for person in who}),
        games=games.count(),
        participation=_participation(mondays, who, _games_by_week(games, zone)),
        attendance=_attendance(seen.club, since),
        lengths=_lengths(begun),
        levels=_levels(games),
        weekdays=_counted(begun, ExtractIsoWeekDay("started_at", tzinfo=zone), range(1, DAYS + 1)),
        hours=_counted(begun, ExtractHour("started_at", tzinfo=zone), range(HOURS)),
    )


def _games(club: Club, since: datetime) -> QuerySet[GameCard]:
    """The games of a club that have ended in the period."""
    ended = GameCard.objects.filter(
        club=club.pk,
        created_at__gte=since - SLOWEST,
        ended_at__gte=since,
        status__in=(FINISHED, ADJUDICATED),
    )
    return ended.exclude(deal__is_shared=True, deal__closed_at=None)


def _who_played(
    club: Club, games: QuerySet[GameCard], since: datetime, zone: tzinfo
) -> set[tuple[date, int | None, int | None]]:
    """In which weeks who has finished a game, by account or as a person without one; bots are left out."""
    week = TruncWeek("game__card__ended_at", tzinfo=zone)
    seats = PlayerGame.objects.filter(game__in=games.values("pk"), account__isnull=False)
    on_site = seats.values_list(week, "account").distinct()
    week = TruncWeek(Coalesce("round__closed_at", "round__closes_at"), tzinfo=zone)
    paper = _seats_of_rounds(club, since).filter(table__is_on_paper=True, has_forfeited=False)
    on_paper = paper.values_list(week, "entrant__account", "entrant__person").distinct()
    found = {(begins.date(), account, None) for begins, account in on_site}
    # Whoever has claimed what they played on paper is one person with their account.
    return found | {(begins.date(), account, None if account else person) for begins, account, person in on_paper}


def _seats_of_rounds(club: Club, since: datetime) -> QuerySet[Place]:
    """The seats of people at tables that count, of rounds that have closed in the period."""
    closed = Q(round__status=CLOSED, round__closes_at__gte=since)
    counted = Q(table__is_done=True, table__is_void=False, entrant__bot="")
    return Place.objects.filter(closed, counted, round__tournament__club=club)


def _games_by_week(games: QuerySet[GameCard], zone: tzinfo) -> dict[date, int]:
    by_week = games.values(week=TruncWeek("ended_at", tzinfo=zone)).annotate(many=Count("pk")).order_by()
    return {row["week"].date(): row["many"] for row in by_week}


def _participation(
    mondays: Iterable[date], who: set[tuple[date, int | None, int | None]], games: dict[date, int]
) -> list[Week]:
    players: dict[date, int] = {}
    for begins, _, _ in who:
        players[begins] = players.get(begins, 0) + 1
    return [Week(monday, players.get(monday, 0), games.get(monday, 0)) for monday in mondays]


def _attendance(club: Club, since: datetime) -> list[Attendance]:
    """Those who did not come, by tournament; the divisions of a season are one."""
    missed = Count("pk", filter=Q(has_forfeited=True, score=None))
    season = "round__tournament__division__season"
    names = ("round__tournament", "round__tournament__name", season, f"{season}__number", f"{season}__league__name")
    counts = {"seats": Count("pk"), "missed": missed, "latest": Max("round__closes_at")}
    rows = _seats_of_rounds(club, since).values(*names).annotate(**counts).order_by("-latest", "round__tournament")
    events: dict[tuple[str, Any], Attendance] = {}
    for row in rows.values_list(*names, "seats", "missed"):
        tournament, name, of_season, number, league, seats, absent = row
        key = ("tournament", tournament) if of_season is None else ("season", of_season)
        known = events.get(key, Attendance(league or name, number, 0, 0))
        events[key] = known._replace(seats=known.seats + seats, missed=known.missed + absent)
    return [*events.values()][:MOST_EVENTS]


def _lengths(begun: QuerySet[GameCard]) -> list[Length]:
    took = ExpressionWrapper(F("ended_at") - F("started_at"), DurationField())
    rows = begun.values("variant").annotate(many=Count("pk"), took=Avg(took), events=Avg("game__seq"))
    return [
        Length(row["variant"], row["many"], row["took"], round(row["events"]))
        for row in rows.order_by("-many", "variant")
    ]


def _levels(games: QuerySet[GameCard]) -> dict[int, int]:
    """How many seats of people were played on each level."""
    seats = PlayerGame.objects.filter(game__in=games.values("pk"), bot="")
    return dict(seats.values("level").annotate(many=Count("pk")).order_by("level").values_list("level", "many"))


def _counted(begun: QuerySet[GameCard], part: Any, parts: Iterable[int]) -> list[int]:
    """How many games began in each part of a week or day."""
    found = dict(begun.values(part=part).annotate(many=Count("pk")).order_by().values_list("part", "many"))
    return [found.get(each, 0) for each in parts]
