"""Proving that a game is under a checkpoint."""

import pytest

from engine.checkpoint import check_proof, parse_note
from games.integrity.checkpoints import make_checkpoint
from games.log.checkpoint_proofs import proof_of
from games.log.models import Game
from tests.games.integrity.checkpoints.heads import add_games, note
from tests.games.sample_tables import move, table


@pytest.mark.django_db
@pytest.mark.parametrize("number", [1, 2, 3, 5, 8, 13])
def test_every_game_under_a_checkpoint_is_proven(number: int) -> None:
    games = add_games(number)
    make_checkpoint()
    for at, game in enumerate(games):
        found = proof_of(game)
        assert found is not None
        assert check_proof(parse_note(found["note"]), found["proof"]) == f"{game}|5|{at:064x}"
        assert len(found["proof"]["path"]) <= number.bit_length()


@pytest.mark.django_db
def test_a_game_without_a_checkpoint_is_not_proven() -> None:
    [covered] = add_games(1)
    make_checkpoint()
    [later] = add_games(1, first=1)
    assert proof_of(covered) is not None
    assert proof_of(later) is None
    assert proof_of("g-unknown") is None


@pytest.mark.django_db
def test_the_newest_checkpoint_that_covers_the_game_is_taken() -> None:
    game = table()
    make_checkpoint()
    first = Game.objects.get().seq
    move(game)
    make_checkpoint()
    add_games(1)
    make_checkpoint()
    found = proof_of(game)
    assert found is not None
    assert parse_note(found["note"]) == note(2)
    beginning = proof_of(game, up_to=first)
    assert beginning is not None
    assert parse_note(beginning["note"]) == note(1)
    assert proof_of(game, up_to=first - 1) is None
