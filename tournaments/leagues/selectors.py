"""Leagues as a viewer may see them, and as the interface answers them; seasons that are drafted: who is to play where,
who else could, and when the rounds would be; and how a season came out, for drafting the next.

A division is shown to whoever may see its tournament; outsiders see a season once it is more than a draft."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery

from engine.log import is_id
from engine.protocol import Json
from engine.registry import registered
from games.accounts.callers import Viewer
from games.refusals import NotFound
from games.time_zones import zone_named
from tournaments.clubs.models import Club, ClubPerson, Membership
from tournaments.clubs.refusals import not_a_member, not_your_role
from tournaments.clubs.selectors import SeenClub, see_club
from tournaments.events.formats.format import find_format
from tournaments.events.history import load_history, settings_of
from tournaments.events.models import Entrant, Tournament
from tournaments.events.permissions import may_know
from tournaments.events.selectors.player_names import PlayerName, names_of
from tournaments.events.selectors.schedule import NextStep, what_is_next
from tournaments.events.selectors.standings import crosstable_of
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.serializers.responses import name_as_json
from tournaments.events.standings.ranking import Standing, standings
from tournaments.events.standings.tie_breaks import lot_of
from tournaments.events.statuses import ANNOUNCED, CHECK_IN, REGISTRATION
from tournaments.leagues import models as of_leagues
from tournaments.leagues.models import DRAFT, Assignment, Division, League, Season
from tournaments.leagues.promotion import Borders, Finisher, PlayerKey, PresentPlayers, moves_by_place
from tournaments.leagues.refusals import no_such_league, no_such_season
from tournaments.leagues.round_dates import RoundDates, first_weekday_from, weekly_dates
from tournaments.leagues.rules import LeagueRules, load_rules


def leagues_of(seen: SeenClub, viewer: Viewer) -> QuerySet[League]:
    """The leagues of a club, the newest first: those of which a season is more than a draft."""
    every = League.objects.filter(club=seen.club).order_by("-created_at", "-pk")
    begun = Season.objects.filter(league=OuterRef("pk")).exclude(status=of_leagues.DRAFT)
    return every if seen.runs_it else every.filter(Exists(begun))


def with_latest_season(leagues: QuerySet[League]) -> QuerySet[League]:
    """Leagues, each with number and status of its latest season that is more than a draft, and whether that has begun;
    null where there is none."""
    known = Season.objects.filter(league=OuterRef("pk")).exclude(status=of_leagues.DRAFT).order_by("-number")
    to_come = (ANNOUNCED, REGISTRATION, CHECK_IN)
    begun = Division.objects.filter(season=OuterRef("latest")).exclude(tournament__status__in=to_come)
    named = leagues.annotate(
        latest=Subquery(known.values("pk")[:1]),
        latest_season=Subquery(known.values("number")[:1]),
        latest_status=Subquery(known.values("status")[:1]),
    )
    return named.annotate(has_begun=Exists(begun))


def finishers_of(season: Season) -> list[list[Finisher]]:
    """Everybody by their place, division by division from the top; whose account was erased counts as withdrawn."""
    divisions = season.divisions.select_related("tournament").order_by("rank")
    return [_finishers(division.tournament) for division in divisions]


def player_keys(season: Season) -> dict[str, PlayerKey]:
    """Who is behind the names that `finishers_of` gives."""
    entrants = Entrant.objects.filter(tournament__division__season=season)
    return {player.text: player for player in map(player_key_of, entrants)}


def player_key_of(entrant: Entrant) -> PlayerKey:
    """Who an entrant is beyond the tournament."""
    return PlayerKey(entrant.account_id, entrant.person_id, entrant.bot, entrant.pk)


def present_in(club: Club) -> PresentPlayers:
    """Who can play in the leagues of a club."""
    members = club.memberships.filter(account__is_active=True)
    persons = club.persons.filter(account=None)
    return PresentPlayers(set(members.values_list("account", flat=True)), set(persons.values_list("pk", flat=True)))


def _finishers(tournament: Tournament) -> list[Finisher]:
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    table = standings(settings_of(tournament), load_history(tournament), explained=())
    return [finisher_of(entrants[row.entrant], row.place, tournament.seed) for row in table]


def finisher_of(entrant: Entrant, place: int, seed: str) -> Finisher:
    """How somebody came out of a division, or stands in it."""
    player = player_key_of(entrant)
    is_out = entrant.left_round is not None or not player.is_anybody
    return Finisher(player.text, place, lot_of(seed, entrant.number), is_out)


def division_moves(
    division: Division, number: int, borders: Borders, table: Sequence[Standing], entrants: Mapping[str, Entrant]
) -> dict[str, str]:
    """By entrants, where each would play next as a table of their division stands, which is one of so many."""
    seed = division.tournament.seed
    finishers = {row.entrant: finisher_of(entrants[row.entrant], row.place, seed) for row in table}
    moves = moves_by_place([*finishers.values()], borders, is_first=division.rank == 1, is_last=division.rank == number)
    way = {move.player: move.way for move in moves}
    return {entrant: way[finisher.player] for entrant, finisher in finishers.items()}


class SeenLeague(NamedTuple):
    """A league that a viewer may see."""

    league: League
    club: SeenClub
    rules: LeagueRules

    @property
    def runs_it(self) -> bool:
        """Whether the viewer is one of those who run its club."""
        return self.club.runs_it


class SeenSeason(NamedTuple):
    """A season that a viewer may see."""

    season: Season
    seen: SeenLeague
    rules: LeagueRules
    """Those with which it was published; those of the league for a draft."""

    @property
    def is_draft(self) -> bool:
        """Whether it is not published yet."""
        return self.season.status == DRAFT


class DivisionRow(NamedTuple):
    """Somebody's line in the table of a division."""

    standing: Standing
    name: PlayerName
    way: str
    """Where they would play next by the rules as it stands: up, down, stays, or out."""
    overridden: int
    """In how many rounds an organiser has put another result in the place of what was played."""


class SeenDivision(NamedTuple):
    """A division of a published season as it stands."""

    rank: int
    tournament: Tournament
    rows: list[DivisionRow]
    unit: int
    """How many points are shown as one."""
    next: NextStep | None
    """What comes next in its tournament."""

    @property
    def has_begun(self) -> bool:
        """Whether somebody has points, so that the order means something."""
        return any(row.standing.points for row in self.rows)

    @property
    def has_overridden(self) -> bool:
        """Whether an organiser has decided a result."""
        return any(row.overridden for row in self.rows)

    @property
    def is_to_come(self) -> bool:
        """Whether its tournament has not begun yet."""
        return self.tournament.is_to_come


def see_league(league_id: Any, viewer: Viewer) -> SeenLeague:
    """A league; refused as if it did not exist if the viewer may not see it."""
    league = League.objects.filter(pk=league_id).first() if is_id(league_id) else None
    try:
        seen = None if league is None else see_club(league.club_id, viewer)
    except NotFound:
        seen = None
    if league is None or seen is None or not leagues_of(seen, viewer).filter(pk=league.pk).exists():
        raise no_such_league(league_id)
    return SeenLeague(league, seen, load_rules(league.rules))


def see_league_as_runner(league_id: Any, viewer: Viewer) -> SeenLeague:
    """The same, refused unless the viewer runs its club."""
    seen = see_league(league_id, viewer)
    if not seen.runs_it:
        raise not_your_role() if seen.club.role else not_a_member()
    return seen


def seasons_of(seen: SeenLeague) -> QuerySet[Season]:
    """The seasons of a league, the latest first; a draft is for those who run the club."""
    every = Season.objects.filter(league=seen.league).order_by("-number")
    return every if seen.runs_it else every.exclude(status=DRAFT)


def see_season(league_id: Any, number: int, viewer: Viewer) -> SeenSeason:
    """A season of a league; refused as if it did not exist if the viewer may not see it."""
    return as_seen_season(see_league(league_id, viewer), number)


def as_seen_season(seen: SeenLeague, number: int) -> SeenSeason:
    """A season of a league that a viewer may see."""
    season = seasons_of(seen).filter(number=number).first() if 0 < number < 2**15 else None
    if season is None:
        raise no_such_season(number)
    return SeenSeason(season, seen, load_rules(season.rules) if season.rules else seen.rules)


def divisions_of(seen: SeenSeason, viewer: Viewer) -> list[SeenDivision]:
    """The divisions of a published season with their tables, as far as the viewer may see their tournaments."""
    divisions = list(Division.objects.filter(season=seen.season).select_related("tournament").order_by("rank"))
    shown = [one for one in divisions if viewer.is_auditor or may_know(one.tournament, viewer.account, viewer.invite)]
    return [_seen_division(division, seen.rules, len(divisions), viewer) for division in shown]


def _seen_division(division: Division, rules: LeagueRules, number: int, viewer: Viewer) -> SeenDivision:
    tournament = division.tournament
    settings = settings_of(tournament)
    seen = SeenTournament(tournament, settings, role=None, own=None, is_invited=False)
    rows = crosstable_of(seen)
    table = [row.standing for row in rows]
    entrants = {one.pk: one for one in tournament.entrants.select_related("account", "person").order_by("number")}
    names = names_of(entrants.values(), viewer)
    way = division_moves(division, number, rules.borders, table, entrants)
    told = [
        DivisionRow(row.standing, names[row.standing.entrant], way[row.standing.entrant], row.overridden)
        for row in rows
    ]
    unit = find_format(tournament.format).unit_of(settings)
    return SeenDivision(division.rank, tournament, told, unit, what_is_next(seen))


class DraftedDivision(NamedTuple):
    """A division before it is published."""

    rank: int
    players: list[Assignment]
    rounds: int
    """How many rounds so many players have; 0 while there are too few."""


def assignments_in_draft(season: Season) -> QuerySet[Assignment]:
    """Who is to play, division by division; whoever has left the club meanwhile is not among them."""
    memberships = Membership.objects.filter(club=season.league.club_id, account=OuterRef("account"))
    is_here = Exists(memberships) | Q(account=None)
    assigned = season.assignments.filter(is_here, Q(account__isnull=True) | Q(account__is_active=True))
    return assigned.select_related("account", "person").order_by("rank", "position", "pk")


def number_of_divisions(season: Season, rules: LeagueRules) -> int:
    """How many divisions a draft has: as the rules say, or more while there is somebody in them."""
    return max(rules.divisions, season.assignments.aggregate(last=Max("rank"))["last"] or 0)


def drafted_divisions(season: Season, rules: LeagueRules) -> list[DraftedDivision]:
    """All divisions of a draft, those without anybody included."""
    players = list(assignments_in_draft(season))
    by_rank = [
        [player for player in players if player.rank == rank]
        for rank in range(1, number_of_divisions(season, rules) + 1)
    ]
    return [DraftedDivision(rank, some, rounds_in_division(rules, len(some))) for rank, some in enumerate(by_rank, 1)]


def rounds_in_division(rules: LeagueRules, players: int) -> int:
    """How many rounds a division of so many has."""
    settings = rules.template
    return find_format(settings.format).rounds(settings, players) if players > 1 else 0


def first_round_on(season: Season, rules: LeagueRules) -> date:
    """The day of the first round; rules that were changed after the season was drafted may have moved it."""
    return first_weekday_from(rules.weekday, season.starts_on)


def drafted_dates(season: Season, rules: LeagueRules, club: Club, rounds: int) -> tuple[RoundDates, ...]:
    """When so many rounds would be."""
    zone = zone_named(club.time_zone)
    return weekly_dates(zone, first_round_on(season, rules), rules.at, rounds, rules.weeks, rules.days)


def bots_for(rules: LeagueRules) -> list[str]:
    """The bots that play what the league plays."""
    key = rules.template.key
    return sorted({bot for game in registered() if game.key == key for bot in game.bots})


def members_not_assigned(season: Season) -> QuerySet[Membership]:
    """The members of the club who are not in a draft."""
    there = season.assignments.exclude(account=None).values("account")
    members = Membership.objects.filter(club=season.league.club_id, account__is_active=True)
    return members.exclude(account__in=there).select_related("account").order_by("account__display_name", "pk")


def persons_not_assigned(season: Season) -> QuerySet[ClubPerson]:
    """The people of the club without an account who are not in a draft."""
    there = season.assignments.exclude(person=None).values("person")
    persons = ClubPerson.objects.filter(club=season.league.club_id, account=None)
    return persons.exclude(pk__in=there).order_by("name", "pk")


def about_league(league: League) -> Json:
    """A league as lists show it."""
    return {
        "id": league.pk,
        "club": league.club_id,
        "name": league.name,
        "rules": load_rules(league.rules).as_json(),
        "created_at": league.created_at,
    }


def about_whole_league(seen: SeenLeague) -> Json:
    """A league with its seasons."""
    return {**about_league(seen.league), "seasons": [_about_season_in_short(season) for season in seasons_of(seen)]}


def about_season(seen: SeenSeason, viewer: Viewer) -> Json:
    """A season with its tables, or with its draft."""
    if seen.is_draft:
        divisions = [
            _about_drafted_division(division, viewer) for division in drafted_divisions(seen.season, seen.rules)
        ]
    else:
        divisions = [_about_division(division) for division in divisions_of(seen, viewer)]
    said = {"league": seen.seen.league.pk, "rules": seen.rules.as_json(), "divisions": divisions}
    return {**_about_season_in_short(seen.season), **said}


def _about_season_in_short(season: Season) -> Json:
    return {"number": season.number, "status": season.status, "starts_on": season.starts_on}


def _about_drafted_division(division: DraftedDivision, viewer: Viewer) -> Json:
    names = names_of(division.players, viewer)
    draft = [{"id": player.pk, **name_as_json(names[player.pk]), "came": player.came} for player in division.players]
    return {"division": division.rank, "tournament": None, "unit": 1, "table": [], "draft": draft}


def _about_division(division: SeenDivision) -> Json:
    table = [_about_row(row) for row in division.rows]
    said = {"division": division.rank, "tournament": division.tournament.pk, "unit": division.unit}
    return {**said, "table": table, "draft": []}


def _about_row(row: DivisionRow) -> Json:
    standing = row.standing
    numbers = {name: getattr(standing, name) for name in ("place", "points", "played", "won", "tied", "lost")}
    return {
        "entrant": standing.entrant,
        **name_as_json(row.name),
        **numbers,
        "way": row.way,
        "overridden": row.overridden,
    }
