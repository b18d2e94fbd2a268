"""Every command has a name: the same twice makes one event and the same receipt, whatever has happened since."""

from collections.abc import Callable
from hashlib import sha256
from hmac import digest
from typing import Any, NamedTuple

import pytest
from django.test import override_settings

from engine.canonical import canonical
from engine.errors import Malformed
from games.accounts.callers import Caller
from games.accounts.erasure import erase_account
from games.disputes.services import open_dispute
from games.log.event_store import HALF_HASH
from games.log.models import Event, Game
from games.play.commands import Receipt
from games.play.creation import create_game
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from games.refusals import Conflict
from tests.games.refusals import everything, refused
from tests.games.sample_tables import (
    CONTRIBUTION,
    PEOPLE,
    account,
    caller,
    command,
    fold_of,
    move,
    open_table,
    people,
    phase,
    table,
)

pytestmark = pytest.mark.django_db

RESIGN = {"kind": "drop", "seat": 1, "reason": "resign"}


class Scene(NamedTuple):
    """A service in a place where it succeeds."""

    by: Caller
    call: Callable[[Caller, str], Receipt]
    """What the service is asked for, by whom and under which name."""
    otherwise: Callable[[str], Receipt]
    """Something else under the same name."""


def creating() -> Scene:
    one, two = (Setup("standard", [1, level], people(2)) for level in (1, 2))
    ada = caller("Ada")
    return Scene(ada, lambda by, name: create_game(one, by, name), lambda name: create_game(two, ada, name))


def joining() -> Scene:
    invite = Game.objects.get(pk=open_table()).invite
    bob = caller("Bob")
    return Scene(
        bob,
        lambda by, name: join_by_invite(invite, by, name, CONTRIBUTION),
        lambda name: join_by_invite(invite, bob, name, ""),
    )


def leaving() -> Scene:
    game, bob = full(), caller("Bob")
    return Scene(bob, lambda by, name: leave_seat(game, by, name, 1), lambda name: leave_seat(game, bob, name, 0))


def full(**setup: Any) -> str:
    game = open_table(**setup)
    for seat in (0, 1):
        join_by_invite(Game.objects.get(pk=game).invite, caller(PEOPLE[seat]), command(), "", seat)
    return game


def starting() -> Scene:
    game, ada = full(), caller("Ada")
    return Scene(ada, lambda by, name: start_game(game, by, name), lambda name: abort_game(game, ada, name))


def aborting() -> Scene:
    game, ada = full(), caller("Ada")
    return Scene(ada, lambda by, name: abort_game(game, by, name), lambda name: start_game(game, ada, name))


def acting() -> Scene:
    game, bob = table(seats=3), caller("Bob")
    return Scene(
        bob,
        lambda by, name: make_move(game, by, name, RESIGN, None),
        lambda name: make_move(game, bob, name, RESIGN, 5),
    )


def entering() -> Scene:
    game, ada = table(dice="table"), caller("Ada")
    while phase(fold_of(game)) != "roll":
        move(game)
    asked = fold_of(game).asked
    rolls = [{"kind": "roll", "seat": 0, "color": "red", "number": number} for number in (1, 2)]
    return Scene(
        ada,
        lambda by, name: enter_roll(game, by, name, rolls[0], asked),
        lambda name: enter_roll(game, ada, name, rolls[1], asked),
    )


def adjudicating() -> Scene:
    game, eve = table(), caller("Eve", is_staff=True)
    return Scene(
        eve,
        lambda by, name: adjudicate(game, by, name, "as-stands", (), "Late."),
        lambda name: adjudicate(game, eve, name, "as-stands", (), "Late!"),
    )


SCENES = [creating, joining, leaving, starting, aborting, acting, entering, adjudicating]
every_service = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)


@every_service
def test_the_same_command_twice_makes_one_event_and_the_same_receipt(scene: Callable[[], Scene]) -> None:
    by, call, _ = scene()
    receipt = call(by, "once")
    stored = everything()
    assert call(by, "once") == receipt
    assert everything() == stored
    event = Event.objects.get(command_id="once")
    assert receipt == (event.game_id, event.seq, event.hash)


@every_service
def test_something_else_under_the_same_name_is_refused(scene: Callable[[], Scene]) -> None:
    by, call, otherwise = scene()
    call(by, "once")
    with refused(Conflict, "command/reused"):
        otherwise("once")


@pytest.mark.parametrize("scene", SCENES[1:], ids=lambda scene: scene.__name__)
def test_the_same_command_of_somebody_else_is_refused(scene: Callable[[], Scene]) -> None:
    by, call, _ = scene()
    call(by, "once")
    for somebody in (caller("Ada"), caller("Bob"), caller("Dan")):
        if somebody != by:
            with refused(Conflict, "command/reused"):
                call(somebody, "once")


def test_the_receipt_is_the_same_long_after_the_game_is_over() -> None:
    game, bob, ada = table(), caller("Bob"), caller("Ada")
    receipt = make_move(game, bob, "once", RESIGN, None)
    make_move(game, ada, command(), {"kind": "drop", "seat": 0, "reason": "resign"}, None)
    assert fold_of(game).is_over
    assert make_move(game, bob, "once", RESIGN, None) == receipt


def test_the_same_name_in_two_games_is_two_commands() -> None:
    bob = caller("Bob")
    receipts = [make_move(game, bob, "once", RESIGN, None) for game in (table(), table())]
    assert receipts[0].game != receipts[1].game


def test_a_command_that_was_refused_may_be_tried_again_under_its_name() -> None:
    game = full()
    ada, bob = caller("Ada"), caller("Bob")
    with refused(Conflict, "game/not-started"):
        make_move(game, bob, "once", RESIGN, None)
    start_game(game, ada, command())
    assert make_move(game, bob, "once", RESIGN, None).seq == 5


def test_people_cannot_take_the_names_of_what_bots_will_do() -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    game = create_game(Setup("standard", [1, 1], seats), caller("Ada"), command()).game
    ada = caller("Ada")
    with refused(Malformed, "command/id"):
        join_by_invite(Game.objects.get(pk=game).invite, ada, "bot-1-9", "")


def test_after_a_change_of_the_key_of_the_site_an_old_command_is_another_one() -> None:
    game, name, eve = table(), command(), caller("Eve", is_staff=True)
    first = adjudicate(game, eve, name, "as-stands", (), "It is late.")
    with override_settings(SECRET_KEY="another one"), refused(Conflict, "command/reused"):
        adjudicate(game, eve, name, "as-stands", (), "It is late.")
    assert adjudicate(game, eve, name, "as-stands", (), "It is late.") == first


def test_what_is_stored_of_a_command_tells_nothing_to_whoever_guesses_what_it_said() -> None:
    account("Owner", is_superuser=True)
    game, bob = table(), account("Bob")
    seq = open_dispute(game, caller("Bob"), command(), 3, "Ada has cheated.").seq
    erase_account(bob)
    kept = Event.objects.get(game=game, seq=seq).command_hash
    said = canonical([f"account {bob.pk}", "open_dispute", {"at": 3, "statement": "Ada has cheated."}])
    for guess in (said, f"command|{said}"):
        for of in (sha256(guess.encode()).digest(), digest(b"", guess.encode(), "sha256")):
            assert of.hex()[:HALF_HASH] not in (kept or "")
