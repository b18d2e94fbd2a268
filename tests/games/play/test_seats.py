"""Joining by a link: which seat, with which contribution, and who may not."""

from typing import Any

import pytest
from django.db import transaction

from engine.errors import Illegal, Malformed
from games.accounts.callers import SYSTEM_CALLER, Caller, viewer_of
from games.accounts.models import Actor
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.play.creation import create_game
from games.play.lifecycle import abort_game, start_game
from games.play.models import PlayerGame
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.play.visibility import see_log
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, fold_of, open_table, table

pytestmark = pytest.mark.django_db

OTHER = "f" * 32


def invite_of(game: str) -> str:
    return Game.objects.get(pk=game).invite


def seats(*kinds: str) -> str:
    """An open game of Ada's with seats of these kinds."""
    agreed = [{"kind": kind, **({"bot": "greedy"} if kind == "bot" else {})} for kind in kinds]
    return create_game(Setup("standard", [1] * len(kinds), agreed), caller("Ada"), command()).game


def sit(game: str, name: str, seat: int | None = None, contribution: str = CONTRIBUTION, **fields: Any) -> int:
    """Let somebody join; the seat that they got."""
    receipt = join_by_invite(invite_of(game), caller(name, **fields), command(), contribution, seat)
    found = Event.objects.get(game=game, seq=receipt.seq).seat
    assert found is not None
    return found


def test_the_link_gives_the_first_free_seat() -> None:
    game = open_table(seats=3)
    assert [sit(game, name) for name in ("Bob", "Cleo", "Ada")] == [0, 1, 2]


def test_a_seat_can_be_chosen() -> None:
    game = open_table(seats=3)
    assert sit(game, "Bob", 2) == 2
    assert sit(game, "Cleo") == 0


def test_joining_is_in_the_log_with_the_contribution() -> None:
    game = open_table()
    sit(game, "Bob", 1)
    row = read_log(game)[-1]
    name = Actor.objects.get(game=game, account=caller("Bob").account).name
    assert (row.entry.kind, row.entry.seat, row.entry.actor) == ("game/joined", 1, name)
    assert row.entry.data == {"contribution": CONTRIBUTION}
    assert fold_of(game).contributions == ("", CONTRIBUTION)


def test_the_receipt_holds_the_hash_of_the_event() -> None:
    game = open_table()
    receipt = join_by_invite(invite_of(game), caller("Bob"), command(), "")
    assert (receipt.game, receipt.seq) == (game, 2)
    assert receipt.hash == Event.objects.get(game=game, seq=2).hash == Game.objects.get(pk=game).head_hash


def test_a_contribution_may_be_left_out() -> None:
    game = open_table()
    sit(game, "Bob", contribution="")
    assert fold_of(game).contributions == ("", "")


@pytest.mark.parametrize("seat", [None, 0])
def test_joining_again_changes_the_contribution(seat: int | None) -> None:
    game = open_table()
    sit(game, "Bob")
    assert sit(game, "Bob", seat, OTHER) == 0
    fold = fold_of(game)
    assert fold.contributions == (OTHER, "")
    assert fold.seated[1] is None


def test_nobody_takes_a_second_seat() -> None:
    game = open_table()
    sit(game, "Bob", 0)
    with refused(Illegal, "seat/second"):
        sit(game, "Bob", 1)


def test_a_taken_seat_is_refused() -> None:
    game = open_table()
    sit(game, "Bob", 0)
    cleo = caller("Cleo")
    with refused(Illegal, "seat/not-free"):
        join_by_invite(invite_of(game), cleo, command(), "", 0)


@pytest.mark.parametrize("seat", [2, -1, 2**52])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    game, bob = open_table(), caller("Bob")
    with refused(Illegal, "seat/not-free"):
        join_by_invite(invite_of(game), bob, command(), "", seat)


def test_a_full_game_is_refused() -> None:
    game = open_table()
    sit(game, "Bob")
    sit(game, "Cleo")
    dan = caller("Dan")
    with refused(Illegal, "seat/not-free"):
        join_by_invite(invite_of(game), dan, command(), "")


def test_guests_take_only_seats_for_guests() -> None:
    game = seats("person", "guest")
    assert sit(game, "Gus", is_guest=True) == 1
    gil = caller("Gil", is_guest=True)
    with refused(Illegal, "seat/not-free"):
        join_by_invite(invite_of(game), gil, command(), "", 0)


def test_a_seat_for_guests_is_open_to_players_too() -> None:
    assert sit(seats("guest", "guest"), "Bob") == 0


def test_nobody_takes_the_seat_of_a_bot() -> None:
    game, bob = seats("bot", "person"), caller("Bob")
    with refused(Illegal, "seat/not-free"):
        join_by_invite(invite_of(game), bob, command(), "", 0)
    assert sit(game, "Bob") == 1


@pytest.mark.parametrize("somebody", [Caller(), Caller(bot_seat=0), SYSTEM_CALLER])
def test_only_people_join(somebody: Caller) -> None:
    game = open_table()
    with refused(Forbidden, "game/no-account"):
        join_by_invite(invite_of(game), somebody, command(), "")


def test_after_the_start_nobody_joins_or_adds_to_the_dice() -> None:
    game = table()
    for name in ("Bob", "Dan"):
        somebody = caller(name)
        with refused(Conflict, "game/not-open"):
            join_by_invite(invite_of(game), somebody, command(), OTHER)


def test_a_game_that_was_called_off_is_refused() -> None:
    game = open_table()
    abort_game(game, caller("Ada"), command())
    bob = caller("Bob")
    with refused(Conflict, "game/not-open"):
        join_by_invite(invite_of(game), bob, command(), "")


@pytest.mark.parametrize("invite", ["", "nothing", "a/b", "\0", "\ud800", "x" * 5000, None, 7, ["x"], {"invite": 1}])
def test_an_unknown_link_is_refused(invite: Any) -> None:
    open_table()
    bob = caller("Bob")
    with refused(NotFound, "game/no-such-link"):
        join_by_invite(invite, bob, command(), "")


@pytest.mark.parametrize("contribution", ["0", "g" * 32, "A" * 32, "0" * 33, "0" * 32 + "\n", None, 7, ["0" * 32]])
def test_only_a_contribution_is_taken_for_one(contribution: Any) -> None:
    game, bob = open_table(), caller("Bob")
    with refused(Malformed, "dice/contribution"):
        join_by_invite(invite_of(game), bob, command(), contribution)


@pytest.mark.parametrize("seat", [True, "0", [0], {"seat": 0}, 1.0])
def test_a_seat_is_a_number(seat: Any) -> None:
    game, bob = open_table(), caller("Bob")
    with refused(Malformed, "seat/number"):
        join_by_invite(invite_of(game), bob, command(), "", seat)


def test_the_link_opens_private_and_hidden_games_too() -> None:
    for visibility in ("private", "hidden"):
        assert sit(open_table(visibility=visibility), "Bob") == 0


def test_who_joins_is_in_the_list_of_players() -> None:
    game = open_table()
    sit(game, "Bob", 1)
    player = PlayerGame.objects.get(game=game)
    assert (player.seat, player.account_id, player.bot, player.level) == (1, caller("Bob").account, "", 1)


def test_joining_alone_starts_nothing() -> None:
    game = open_table()
    sit(game, "Ada")
    sit(game, "Bob")
    assert fold_of(game).status == "open"
    start_game(game, caller("Ada"), command())
    assert fold_of(game).status == "running"


@pytest.mark.django_db(transaction=True)
def test_an_id_that_an_undone_transaction_has_given_is_forgotten_with_it() -> None:
    game = open_table()
    invite = Game.objects.get(pk=game).invite
    with transaction.atomic():
        join_by_invite(invite, caller("Bob"), command(), CONTRIBUTION)
        assert see_log(game, viewer_of(account("Bob"))).seat is not None
        transaction.set_rollback(True)
    join_by_invite(invite, caller("Bob"), command(), CONTRIBUTION)
    assert see_log(game, viewer_of(account("Bob"))).seat is not None


def test_seats_are_not_taken_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.seats.MOST_BEFORE_START", 3)
    game = open_table()
    invite = Game.objects.get(pk=game).invite
    for _ in range(2):
        join_by_invite(invite, caller("Bob"), command(), CONTRIBUTION, 1)
    with refused(Conflict, "game/too-many-changes"):
        join_by_invite(invite, caller("Bob"), command(), CONTRIBUTION, 1)
    assert fold_of(game).seq == 3
