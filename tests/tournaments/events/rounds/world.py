"""Tournaments for tests: set up through the services, and moved on with a clock that the test moves."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from engine.log import FIRST_PREVIOUS, chain_hash
from engine.protocol import Json
from games.accounts.models import Actor
from games.clock.models import Heartbeat
from games.clock.site_time import now, write_time
from games.log.models import Game
from games.play import bots
from games.play.moves import make_move
from games.play.seats import join_game
from games.statuses import RUNNING
from games.sweep import sweep_once
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command, fold_of
from tests.tournaments.sample_clubs import club
from tournaments.clubs.models import Club
from tournaments.events.log.event_store import read_log
from tournaments.events.models import Entrant, Round, Table, Tournament, TournamentEvent
from tournaments.events.rounds.runner import due_tournaments
from tournaments.events.services.entrants import enter_other
from tournaments.events.services.tournaments import create_tournament, publish_tournament

HOUR = 3600
FIRST = 2 * HOUR
"""How many seconds after its announcement a tournament begins."""


def settings(**changes: Any) -> Json:
    """A Swiss tournament of duels, two rounds of an hour each, one right after the other."""
    usual = {
        "format": "swiss",
        "variant": "standard",
        "seats": 2,
        "rounds": 2,
        "first_at": write_time(now() + timedelta(seconds=FIRST)),
        "length": HOUR,
        "every": 0,
        "remind": None,
    }
    return {**usual, **changes}


def duplicate(**changes: Any) -> Json:
    """A tournament in which everybody gets the same dice."""
    return settings(**{"format": "duplicate", "variant": "solo", "seats": 1, "scoring": "total", **changes})


def announced(agreed: Json, *people: str, robots: int = 0, persons: Sequence[int] = (), of: Club | None = None) -> str:
    """A tournament that Olga has announced and in which these take part."""
    made = of or Club.objects.first() or club()
    tournament = create_tournament(made.pk, caller("Olga"), command(), "Bricks for all", agreed).tournament
    publish_tournament(tournament, caller("Olga"), command())
    for name in people:
        enter_other(tournament, caller("Olga"), command(), account=account(name).username)
    for number in persons:
        enter_other(tournament, caller("Olga"), command(), person=number)
    for _ in range(robots):
        enter_other(tournament, caller("Olga"), command(), bot="random")
    return tournament


def pass_time(watch: Watch, seconds: float) -> None:
    """Let time pass in which the clocks were seen to, and do what is due at its end."""
    watch.set(seconds)
    Heartbeat.objects.update(at=watch.at)
    settle_down()


def settle_down() -> None:
    """Sweep until nothing is due."""
    sweep_once()
    while due_tournaments(now()):
        sweep_once()


def play_bots(tournament: str) -> None:
    """Let the bots of a round play as far as they can, and take in what came of it."""
    for game in games_of(tournament):
        while bots.play(game, seconds=60):
            pass
    settle_down()


def sit_down(tournament: str, *names: str) -> None:
    """Let people take the seats that are kept for them in the latest round."""
    for name in names:
        join_game(game_of(tournament, name), caller(name), command(), "")


def play_as(tournament: str, name: str, bot: str = "random") -> None:
    """Let somebody play as long as it is their turn."""
    game = game_of(tournament, name)
    by = caller(name)
    while True:
        fold = fold_of(game)
        seat = fold.seat_of(Actor.objects.get(game=game, account=account(name)).name)
        if seat not in fold.awaited:
            break
        action = fold.rules.bots[bot](fold.rules.view(fold.state, seat), seat, "0" * 64)
        make_move(game, by, command(), action, fold.asked)


def play_together(tournament: str, *names: str) -> None:
    """Let those of one table play until their game is over."""
    while not fold_of(game_of(tournament, names[0])).is_over:
        for name in names:
            play_as(tournament, name)


def game_of(tournament: str, name: str) -> str:
    """The game of somebody in the latest round."""
    number = Tournament.objects.get(pk=tournament).round
    found = Table.objects.filter(round__tournament=tournament, round__number=number)
    [game] = found.filter(places__entrant__account=account(name)).values_list("game", flat=True)
    assert game is not None
    return game


def games_of(tournament: str) -> list[str]:
    """The games that are being played in a tournament."""
    tables = Table.objects.filter(round__tournament=tournament, game__status=RUNNING)
    return list(Game.objects.filter(pk__in=tables.values("game")).order_by("pk").values_list("pk", flat=True))


def row(tournament: str) -> Tournament:
    """A tournament as it is stored."""
    return Tournament.objects.get(pk=tournament)


def latest(tournament: str) -> Round:
    """Its latest round."""
    return Round.objects.get(tournament=tournament, number=row(tournament).round)


def status(tournament: str) -> tuple[str, int, str]:
    """How far it is, and how far its latest round is."""
    found = row(tournament)
    return found.status, found.round, latest(tournament).status if found.round else ""


def entrant(tournament: str, name: str) -> str:
    """The id of somebody who takes part."""
    return Entrant.objects.get(tournament=tournament, account=account(name)).pk


def told(tournament: str, *kinds: str) -> list[Json]:
    """What the log says of some kinds."""
    return [link.entry.data for link in read_log(tournament, *kinds)]


def counts(tournament: str) -> Counter[str]:
    """How often each kind of event is in the log."""
    return Counter(TournamentEvent.objects.filter(tournament=tournament).values_list("kind", flat=True))


def is_unbroken(tournament: str) -> bool:
    """Whether the events are numbered without a gap, chained to each other and end where the row says."""
    found, previous, number = row(tournament), FIRST_PREVIOUS, 0
    for event in TournamentEvent.objects.filter(tournament=tournament).order_by("seq"):
        number += 1
        if (event.seq, event.prev_hash, event.hash) != (number, previous, chain_hash(previous, event.body)):
            return False
        previous = event.hash
    return (found.seq, found.head_hash) == (number, previous)


def after(seconds: float) -> datetime:
    """A moment from now."""
    return now() + timedelta(seconds=seconds)
