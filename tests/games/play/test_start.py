"""Starting a game: by its host, once, with every seat taken."""

import pytest

from engine.errors import Illegal
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.log.event_store import read_log
from games.log.models import Game
from games.play.lifecycle import abort_game, start_game
from games.play.models import GameCard
from games.play.seats import join_by_invite
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, PEOPLE, caller, command, fold_of, open_table, table

pytestmark = pytest.mark.django_db


def full_table(seats: int = 2, variant: str = "standard", **setup: str) -> str:
    game = open_table(variant, seats, **setup)
    invite = Game.objects.get(pk=game).invite
    for seat in range(seats):
        join_by_invite(invite, caller(PEOPLE[seat]), command(), CONTRIBUTION, seat)
    return game


def test_the_host_starts_and_the_last_seat_draws_first() -> None:
    game = full_table(3)
    receipt = start_game(game, caller("Ada"), command())
    row = read_log(game)[-1]
    assert (row.entry.kind, row.entry.seat, row.entry.data) == ("game/started", None, {})
    assert (receipt.seq, receipt.hash) == (row.seq, row.hash)
    fold = fold_of(game)
    assert (fold.status, fold.awaited, fold.asked) == ("running", [2], row.seq)
    card = GameCard.objects.get(game=game)
    assert (card.status, card.free_seats, card.started_at is not None) == ("running", 0, True)


def test_the_server_may_start_a_game_too() -> None:
    game = full_table()
    start_game(game, SYSTEM_CALLER, command())
    assert fold_of(game).status == "running"


@pytest.mark.parametrize("taken", [0, 1])
def test_an_empty_seat_is_refused(taken: int) -> None:
    game, ada = open_table(), caller("Ada")
    if taken:
        join_by_invite(Game.objects.get(pk=game).invite, ada, command(), "")
    with refused(Illegal, "game/seat-empty"):
        start_game(game, ada, command())


@pytest.mark.parametrize("name", ["Bob", "Dan"])
def test_only_the_host_starts(name: str) -> None:
    game, somebody = full_table(), caller(name)
    with refused(Forbidden, "game/not-host"):
        start_game(game, somebody, command())


def test_staff_and_nobody_start_no_games_of_others() -> None:
    game, eve = full_table(), caller("Eve", is_staff=True)
    for somebody in (eve, Caller()):
        with refused(Forbidden, "game/not-host"):
            start_game(game, somebody, command())


def test_a_game_starts_once() -> None:
    game, ada = table(), caller("Ada")
    with refused(Conflict, "game/not-open"):
        start_game(game, ada, command())


def test_a_game_that_was_called_off_does_not_start() -> None:
    game, ada = full_table(), caller("Ada")
    abort_game(game, ada, command())
    with refused(Conflict, "game/not-open"):
        start_game(game, ada, command())


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_stranger_does_not_learn_of_a_game(visibility: str) -> None:
    game, dan = full_table(visibility=visibility), caller("Dan")
    with refused(NotFound, "game/not-found"):
        start_game(game, dan, command())


def test_there_is_nothing_to_start_where_there_is_no_game() -> None:
    ada = caller("Ada")
    for game in ("g-1", "", "\0", "\ud800", None, 7, ["g"]):
        with refused(NotFound, "game/not-found"):
            start_game(game, ada, command())  # type: ignore[arg-type]
