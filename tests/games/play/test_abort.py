"""Calling a game off: by its host before the start only, by the server also a tournament's game that goes on."""

import pytest

from games.accounts.callers import SYSTEM_CALLER, Caller
from games.integrity.audit.full_audit import audit
from games.log.event_store import read_log
from games.log.models import Game
from games.play.deals import freeze_deal, make_deal
from games.play.lifecycle import abort_game
from games.play.models import Attempt, GameCard, SeatResult, UncountedResult
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.reserved import kept_deal, kept_table, sit_down
from tests.games.sample_tables import caller, command, fold_of, open_table, table

pytestmark = pytest.mark.django_db


def test_the_host_calls_a_game_off() -> None:
    game = open_table()
    receipt = abort_game(game, caller("Ada"), command())
    row = read_log(game)[-1]
    assert (row.entry.kind, row.entry.data) == ("game/aborted", {})
    assert (receipt.seq, receipt.hash) == (row.seq, row.hash)
    assert fold_of(game).status == GameCard.objects.get(game=game).status == "aborted"
    assert Game.objects.get(pk=game).due_at is None


def test_the_seed_of_a_game_that_was_called_off_is_not_revealed() -> None:
    game = open_table()
    abort_game(game, caller("Ada"), command())
    assert [row.entry.kind for row in read_log(game)] == ["game/created", "game/aborted"]


def test_the_server_may_call_a_game_off_too() -> None:
    game = open_table()
    abort_game(game, SYSTEM_CALLER, command())
    assert fold_of(game).status == "aborted"


@pytest.mark.parametrize("name", ["Bob", "Dan"])
def test_only_the_host_calls_off(name: str) -> None:
    game, somebody = open_table(), caller(name)
    for by in (somebody, Caller()):
        with refused(Forbidden, "game/not-host"):
            abort_game(game, by, command())


def test_after_the_start_it_is_too_late() -> None:
    game, ada = table(), caller("Ada")
    with refused(Conflict, "game/not-open"):
        abort_game(game, ada, command())


def test_a_game_is_called_off_once() -> None:
    game, ada = open_table(), caller("Ada")
    abort_game(game, ada, command())
    with refused(Conflict, "game/not-open"):
        abort_game(game, ada, command())


def test_nothing_can_be_done_in_it_afterwards() -> None:
    game, ada = open_table(), caller("Ada")
    join_by_invite(Game.objects.get(pk=game).invite, ada, command(), "", 0)
    abort_game(game, ada, command())
    with refused(Conflict, "game/over"):
        make_move(game, ada, command(), {"kind": "drop", "seat": 0, "reason": "resign"}, None)


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_stranger_does_not_learn_of_a_game(visibility: str) -> None:
    game, dan = open_table(visibility=visibility), caller("Dan")
    with refused(NotFound, "game/not-found"):
        abort_game(game, dan, command())


def test_whoever_sat_there_may_still_play_the_shared_deal() -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game, other = open_table("solo", 1, deal=deal), open_table("solo", 1, deal=deal)
    bob = caller("Bob")
    join_by_invite(Game.objects.get(pk=game).invite, bob, command(), "")
    abort_game(game, caller("Ada"), command())
    join_by_invite(Game.objects.get(pk=other).invite, bob, command(), "")
    assert [attempt.game_id for attempt in Attempt.objects.all()] == [other]


def test_the_server_calls_off_a_game_of_a_tournament_that_goes_on() -> None:
    game = kept_table("Ada", "Bob", seconds=60)
    sit_down(game, "Ada", "Bob")
    abort_game(game, SYSTEM_CALLER, command())
    assert [row.entry.kind for row in read_log(game)[-2:]] == ["game/aborted", "dice/revealed"]
    row = Game.objects.get(pk=game)
    assert (row.status, row.awaited, row.due_at) == ("aborted", 0, None)
    assert not SeatResult.objects.filter(game=game).exists()
    assert not UncountedResult.objects.exists()
    with refused(Conflict, "game/not-open"):
        abort_game(game, SYSTEM_CALLER, command())
    assert audit().findings == []


def test_nobody_else_does_and_no_other_game_that_goes_on() -> None:
    game, other = kept_table("Ada", "Bob"), table()
    sit_down(game, "Ada", "Bob")
    for by in (caller("Ada"), caller("Sam", is_staff=True)):
        with refused(Forbidden, "game/not-host"):
            abort_game(game, by, command())
    with refused(Conflict, "game/not-open"):
        abort_game(other, SYSTEM_CALLER, command())
    assert fold_of(game).status == "running"


def test_of_a_shared_deal_everybody_had_one_attempt_also_in_a_game_that_was_called_off() -> None:
    game = kept_table("Ada", deal=kept_deal())
    sit_down(game, "Ada")
    abort_game(game, SYSTEM_CALLER, command())
    assert Attempt.objects.filter(game=game).exists()
