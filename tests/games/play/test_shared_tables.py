"""Tables of several on one shared deal: whoever throws again changes that throw alone, no later one."""

import pytest

from games.log.event_store import read_log
from games.log.models import Game
from games.play.creation import create_game
from games.play.deals import freeze_deal, make_deal
from games.play.lifecycle import start_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.sample_tables import caller, choose, command, fold_of, people

pytestmark = pytest.mark.django_db

FIRST = ("Ada", "Bob", "Cleo", "Dan")
SECOND = ("Eve", "Fay", "Gus", "Hal")
ROLLS = 6


def play(deal: str, names: tuple[str, ...], throws_again: bool) -> list[tuple[str, object]]:
    """The throws of a table that is played for some rolls, where everybody throws again who may, or nobody."""
    setup = Setup("standard", [1] * len(names), people(len(names)), deal=deal)
    game = create_game(setup, caller("Olga"), command()).game
    for seat, name in enumerate(names):
        join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "", seat)
    start_game(game, caller("Olga"), command())
    while fold_of(game).rolls < ROLLS and not fold_of(game).is_over:
        fold = fold_of(game)
        seat = fold.awaited[0]
        action = choose(fold, seat)
        if action["kind"] in ("keep", "reroll"):
            action = {"kind": "reroll" if throws_again else "keep", "seat": seat}
        make_move(game, caller(names[seat]), command(), action, fold.asked)
    faces = [link for link in read_log(game) if link.entry.kind in ("roll", "reroll")]
    return [(link.entry.kind, {key: link.entry.data[key] for key in ("color", "number")}) for link in faces]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_later_rolls_do_not_shift_when_somebody_throws_again(seats: int) -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    kept = play(deal, FIRST[:seats], throws_again=False)
    again = play(deal, SECOND[:seats], throws_again=True)
    assert [kind for kind, _ in again].count("reroll") >= 3
    assert "reroll" not in dict(kept)
    rolls = [[face for kind, face in throws if kind == "roll"] for throws in (kept, again)]
    common = min(map(len, rolls))
    assert common >= 4
    assert rolls[0][:common] == rolls[1][:common]
