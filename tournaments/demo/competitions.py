"""Competitions of the sample content: a Swiss tournament in its second round, one with the same dice for everybody, and
a league. People play in them as a bot would, and the machine takes its steps here as in a worker."""

from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from games.accounts.models import Actor
from games.clock.site_time import now, write_time
from games.log.fold import Fold
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play import bots
from games.play.moves import make_move
from games.play.seats import join_game
from tournaments.demo.games import A_WHOLE_GAME, POLICY
from tournaments.demo.people import player
from tournaments.events.models import Entrant, Table, Tournament
from tournaments.events.rounds.results import take_in_results
from tournaments.events.rounds.runner import take_step
from tournaments.events.services.entrants import enter
from tournaments.events.services.schedule import start_early
from tournaments.events.services.tournaments import create_tournament, publish_tournament
from tournaments.leagues.models import League
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.leagues import create_league
from tournaments.leagues.services.seasons import draft_season, publish_season

ORGANISER: Final = "mika"
DAY: Final = 24 * 3600
SWISS: Final = "The Autumn Duels"
SHARED: Final = "Same Dice, Same Chances"
COMING: Final = "Winter Tables"
LEAGUE: Final = "The Thursday League"
SLIPS: Final = {"noa": 11, "juno": 7, "kim": 9, "sascha": 5}
"""After how many events of a game some people choose without looking: the same dice, and yet not the same result."""
CARELESS: Final = "random"


def make_competitions(club: str) -> None:
    """Make the competitions that are not there yet."""
    for name, make in ((SWISS, _swiss), (SHARED, _shared), (COMING, _coming)):
        if not Tournament.objects.filter(club=club, name=name).exclude(status="draft").exists():
            make(club)
    if not League.objects.filter(club=club).exists():
        _league(club)


def _swiss(club: str) -> None:
    agreed = {"format": "swiss", "variant": "duel", "rounds": 4, "tie_breaks": ["buchholz", "total", "lots"]}
    people = ("robin", "noa", "juno", "kim", "sascha")
    tournament = _published(club, SWISS, {**agreed, "is_rated": True}, *people)
    _start_tournament(tournament)
    _play_round(tournament)
    start_early(tournament, player(ORGANISER), "demo-second")
    _take_due_steps(tournament)


def _shared(club: str) -> None:
    agreed = {"format": "duplicate", "variant": "solo", "seats": 1, "rounds": 3, "scoring": "total", "is_rated": True}
    tournament = _published(
        club, SHARED, {**agreed, "tie_breaks": ["rows", "lots"]}, "robin", "noa", "juno", "kim", "sascha"
    )
    _start_tournament(tournament)
    _play_round(tournament)
    start_early(tournament, player(ORGANISER), "demo-second")
    _take_due_steps(tournament)


def _coming(club: str) -> None:
    agreed = {"format": "swiss", "variant": "standard", "seats": 4, "rounds": 5, "check_in": 3600, "late_until": 3}
    _published(club, COMING, {**agreed, "tie_breaks": ["buchholz", "total", "lots"]}, "noa", "juno")


def _published(club: str, name: str, agreed: dict[str, Any], *people: str) -> str:
    """A tournament that is announced, with some who have entered."""
    settings = {**agreed, "first_at": write_time(now() + timedelta(days=5)), "every": 7 * DAY, "length": 7 * DAY}
    organiser, word = player(ORGANISER), sha256(name.encode()).hexdigest()[:8]
    tournament = create_tournament(club, organiser, f"demo-{word}", name, settings).tournament
    publish_tournament(tournament, organiser, "demo-publish")
    _take_due_steps(tournament)
    for username in people:
        enter(tournament, player(username), f"demo-enter-{username}", contribution=_contribution(username))
    return tournament


def _start_tournament(tournament: str) -> None:
    start_early(tournament, player(ORGANISER), "demo-start")
    _take_due_steps(tournament)


def _take_due_steps(tournament: str) -> None:
    """Let the machine do what is due."""
    while take_step(tournament, now()) is not None:
        pass


def _play_round(tournament: str) -> None:
    """Let everybody play the round that is open, and let it close."""
    number = Tournament.objects.values_list("round", flat=True).get(pk=tournament)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, game__isnull=False)
    for table in tables.order_by("number"):
        _play_table(str(table.game_id), tournament, table)
    take_in_results()
    _take_due_steps(tournament)


def _play_table(game: str, tournament: str, table: Table) -> None:
    seated = Entrant.objects.filter(tournament=tournament, places__table=table, account__isnull=False)
    people = dict(seated.values_list("account", "account__username"))
    for username in people.values():
        join_game(game, player(username), f"demo-join-{username}", _contribution(username))
    bots.play(game, A_WHOLE_GAME)
    seats = dict(Actor.objects.filter(game=game, account__in=people).values_list("name", "account__username"))
    while not (fold := load_fold(read_head(game))).is_over:
        _move(game, fold, seats)
        bots.play(game, A_WHOLE_GAME)


def _move(game: str, fold: Fold, seats: dict[str, str]) -> None:
    """Let the first of the people who must act do so."""
    seat = next(seat for seat in fold.awaited if fold.bot(seat) is None)
    username = seats[fold.seated[seat] or ""]
    policy = CARELESS if username in SLIPS and fold.seq % SLIPS[username] == 0 else POLICY
    action = fold.rules.bots[policy](fold.rules.view(fold.state, seat), seat, f"demo|{game}|{fold.seq}")
    make_move(game, player(username), f"demo-{fold.seq}", action, fold.asked)


def _contribution(username: str) -> str:
    return sha256(username.encode()).hexdigest()[:32]


def _league(club: str) -> None:
    """A league whose first season begins soon."""
    organiser = player(ORGANISER)
    league = create_league(club, organiser, LEAGUE, {"divisions": 2, "size": 4, "up": 1, "down": 1, "weekday": 3})
    season = draft_season(league.pk, organiser, is_from_last=False)
    for at, username in enumerate(("robin", "noa", "juno", "kim", "sascha", "mika")):
        assign_player(league.pk, season.number, organiser, 1 + at // 4, handle=username)
    for _ in range(2):
        assign_player(league.pk, season.number, organiser, 2, bot="greedy")
    publish_season(league.pk, season.number, organiser)
