"""Who keeps somebody away is never seated with them."""

import pytest

from engine.errors import Malformed
from games.accounts.models import Block
from games.accounts.moderation import block, unblock
from games.log.models import Game
from games.play.seats import join_by_invite, join_game
from games.refusals import Forbidden
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, fold_of, open_table

pytestmark = pytest.mark.django_db


def sit(game: str, name: str) -> None:
    join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), CONTRIBUTION)


@pytest.mark.parametrize(("who", "whom"), [("Bob", "Cleo"), ("Cleo", "Bob")])
def test_neither_of_two_joins_the_other(who: str, whom: str) -> None:
    game = open_table(seats=3)
    sit(game, "Bob")
    block(account(who), account(whom))
    cleo = caller("Cleo")
    with refused(Forbidden, "game/blocked"):
        join_by_invite(Game.objects.get(pk=game).invite, cleo, command(), CONTRIBUTION)
    with refused(Forbidden, "game/blocked"):
        join_game(game, cleo, command(), CONTRIBUTION)
    sit(game, "Dan")


@pytest.mark.parametrize(("who", "whom"), [("Ada", "Bob"), ("Bob", "Ada")])
def test_the_host_counts_though_not_seated(who: str, whom: str) -> None:
    game = open_table()
    block(account(who), account(whom))
    bob = caller("Bob")
    with refused(Forbidden, "game/blocked"):
        join_by_invite(Game.objects.get(pk=game).invite, bob, command(), CONTRIBUTION)


def test_the_refusal_does_not_tell_who_keeps_whom_away() -> None:
    game = open_table()
    sit(game, "Bob")
    told = set()
    for who, whom in (("Bob", "Cleo"), ("Cleo", "Bob")):
        Block.objects.all().delete()
        block(account(who), account(whom))
        with pytest.raises(Forbidden) as caught:
            sit(game, "Cleo")
        told.add(str(caught.value))
    assert told == {"You cannot join this game."}


def test_who_sits_there_already_may_still_add_to_the_dice() -> None:
    game = open_table()
    sit(game, "Ada")
    sit(game, "Bob")
    block(account("Ada"), account("Bob"))
    join_by_invite(Game.objects.get(pk=game).invite, caller("Bob"), command(), "f" * 32)
    assert fold_of(game).contributions[1] == "f" * 32


def test_it_can_be_lifted() -> None:
    game = open_table()
    block(account("Ada"), account("Bob"))
    block(account("Ada"), account("Bob"))
    assert Block.objects.count() == 1
    unblock(account("Ada"), "BOB")
    unblock(account("Ada"), "\0")
    sit(game, "Bob")


def test_nobody_keeps_themselves_away() -> None:
    ada = account("Ada")
    with refused(Malformed, "block/yourself"):
        block(ada, ada)
