"""The same command from many clients at the same moment: one event, and the same receipt for all."""

from collections.abc import Callable
from functools import partial

import pytest

from games.accounts.models import Actor
from games.log.models import Event, Game
from games.play.commands import Receipt
from games.play.creation import create_game
from games.play.lifecycle import adjudicate, start_game
from games.play.models import Deal
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import (
    CONTRIBUTION,
    caller,
    command,
    fold_of,
    open_table,
    people,
    phase,
    play_until,
    table,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

CLIENTS = 8


def acting() -> Callable[[], Receipt]:
    game = table(seats=3)
    asked = play_until(game, lambda fold: phase(fold) == "moves").asked
    return partial(make_move, game, caller("Bob"), "once", {"kind": "bomb", "seat": 1}, asked)


def creating() -> Callable[[], Receipt]:
    return partial(create_game, Setup("standard", [1, 1], people(2)), caller("Ada"), "once")


def joining() -> Callable[[], Receipt]:
    return partial(join_by_invite, Game.objects.get(pk=open_table()).invite, caller("Bob"), "once", CONTRIBUTION)


def starting() -> Callable[[], Receipt]:
    game = open_table("solo", 1)
    join_by_invite(Game.objects.get(pk=game).invite, caller("Ada"), command(), "")
    return partial(start_game, game, caller("Ada"), "once")


def adjudicating() -> Callable[[], Receipt]:
    return partial(adjudicate, table(), caller("Eve", is_staff=True), "once", "as-stands", (), "Late.")


@pytest.mark.parametrize("scene", [acting, creating, joining, starting, adjudicating], ids=lambda scene: scene.__name__)
def test_one_event_and_equal_receipts(scene: Callable[[], Callable[[], Receipt]]) -> None:
    command = scene()
    results = at_once(*[command] * CLIENTS)
    assert codes(results) == []
    event = Event.objects.get(command_id="once")
    assert set(results) == {Receipt(event.game_id, event.seq, event.hash)}
    assert fold_of(event.game_id).seq == Event.objects.filter(game=event.game_id).count()


def test_creating_the_same_game_at_once_leaves_one_of_everything() -> None:
    at_once(*[creating()] * CLIENTS)
    assert Game.objects.count() == Deal.objects.count() == Event.objects.count() == Actor.objects.count() == 1


def test_one_name_for_two_commands_at_once_is_refused_for_one_of_them() -> None:
    game = table(seats=3)
    asked = play_until(game, lambda fold: phase(fold) == "moves").asked
    results = at_once(
        partial(make_move, game, caller("Ada"), "once", {"kind": "bomb", "seat": 0}, asked),
        partial(make_move, game, caller("Bob"), "once", {"kind": "bomb", "seat": 1}, asked),
    )
    assert codes(results) == ["command/reused"]
    assert Event.objects.filter(game=game, kind="bomb").count() == 1
