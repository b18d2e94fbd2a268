"""Joining by a game's id: open to everybody where the game is, else with its link."""

import pytest

from games.log.models import Game
from games.play.seats import join_game
from games.play.setup import HIDDEN, PRIVATE
from games.refusals import NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, caller, command, fold_of, open_table

pytestmark = pytest.mark.django_db


def link(game: str) -> str:
    return Game.objects.values_list("invite", flat=True).get(pk=game)


def test_a_public_game_needs_no_link() -> None:
    game = open_table()
    assert join_game(game, caller("Bob"), command(), CONTRIBUTION).seq == fold_of(game).seq
    assert fold_of(game).seated[0] is not None


@pytest.mark.parametrize("visibility", [PRIVATE, HIDDEN])
def test_a_game_that_is_not_public_is_not_there_without_its_link(visibility: str) -> None:
    game, bob = open_table(visibility=visibility), caller("Bob")
    with refused(NotFound, "game/not-found"):
        join_game(game, bob, command(), CONTRIBUTION)
    join_game(game, bob, command(), CONTRIBUTION, invite=link(game))
    # Whoever sits there already has to do with it, and may add anew.
    join_game(game, bob, command(), "")


def test_the_host_of_a_private_game_needs_no_link() -> None:
    game = open_table(visibility=PRIVATE)
    join_game(game, caller("Ada"), command(), CONTRIBUTION)
    assert fold_of(game).seated[0] == fold_of(game).host


@pytest.mark.parametrize("visibility", ["public", PRIVATE])
def test_the_link_of_another_game_opens_nothing(visibility: str) -> None:
    game, other, bob = open_table(visibility=visibility), open_table(), caller("Bob")
    for invite in (link(other), "nonsense", ""):
        with refused(NotFound, "game/no-such-link"):
            join_game(game, bob, command(), CONTRIBUTION, invite=invite)


def test_there_is_nothing_to_join_where_there_is_no_game() -> None:
    bob = caller("Bob")
    for game in ("g-none", "\0", ""):
        with refused(NotFound, "game/not-found"):
            join_game(game, bob, command(), CONTRIBUTION)
