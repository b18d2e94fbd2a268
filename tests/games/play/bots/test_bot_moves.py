"""Bots on their seats: they act through the services, for themselves only, and once."""

from collections import Counter

import pytest

from engine.errors import Illegal, Refused
from engine.protocol import Json
from engine.registry import find
from games.accounts.callers import Caller
from games.log.event_store import read_log
from games.log.fold import Fold
from games.play.bots import choose_action, play
from games.play.moves import make_move
from games.statuses import FINISHED
from tests.games.clock.chains import is_unbroken
from tests.games.clock.threads import failures, team
from tests.games.sample_tables import command, fold_of, mixed_table, move

LONG = 60.0


def play_out(game: str) -> Fold:
    """Let the bots and Ada play a game to its end."""
    while not fold_of(game).is_over:
        play(game, LONG)
        if 0 in fold_of(game).awaited:
            move(game, 0)
    return fold_of(game)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_game_with_a_bot_comes_to_its_end(name: str) -> None:
    game = mixed_table(1, name)
    assert play_out(game).status == FINISHED
    actors = {row.entry.actor for row in read_log(game) if row.entry.seat == 1}
    assert actors <= {"bot-1", "system"}
    assert is_unbroken(game)


@pytest.mark.django_db
def test_bots_act_until_the_game_waits_for_people() -> None:
    game = mixed_table(1, "random", "random", "random")
    assert play(game, LONG) == 3
    assert fold_of(game).awaited == [0]
    assert play(game, LONG) == 0


@pytest.mark.django_db
def test_a_bot_acts_for_no_other_seat() -> None:
    game = mixed_table(1, "random", "random")
    fold = fold_of(game)
    action = choose_action(game, fold, 2)
    with pytest.raises(Refused, match="not yours"):
        make_move(game, Caller(bot_seat=1), command(), action, fold.asked)


@pytest.mark.django_db
def test_a_bot_chooses_the_same_whenever_it_is_asked() -> None:
    game = mixed_table(1, "greedy")
    fold = fold_of(game)
    assert choose_action(game, fold, 1) == choose_action(game, fold, 1)


@pytest.mark.django_db
def test_a_bot_whose_code_fails_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: object, seat: int, seed: str) -> Json:
        raise ZeroDivisionError

    game = mixed_table(1, "random")
    monkeypatch.setitem(find("brikks", 1).bots, "random", broken)
    with pytest.raises(ZeroDivisionError):
        play(game)


@pytest.mark.django_db
def test_a_bot_that_cheats_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(view: object, seat: int, seed: str) -> Json:
        return {"kind": "keep", "seat": seat}

    game = mixed_table(1, "random")
    before = fold_of(game)
    monkeypatch.setitem(find("brikks", 1).bots, "random", cheat)
    with pytest.raises(Illegal):
        play(game)
    assert fold_of(game) == before


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_make_each_action_once() -> None:
    games = [mixed_table(0, "random", "random", "greedy"), mixed_table(0, "random", variant="solo")]
    with team(4) as threads:
        for game in games:
            assert failures(threads.at_once(*[lambda game=game: play(game, LONG)] * 4)) == []
    for game in games:
        assert fold_of(game).status == FINISHED
        assert is_unbroken(game)
        assert set(actions(game).values()) == {1}


def actions(game: str) -> Counter[tuple[int, int | None, str]]:
    """How often each seat has answered each question in the same way; a reroll asks anew."""
    asked, answers = 0, Counter[tuple[int, int | None, str]]()
    for row in read_log(game):
        if row.entry.kind in ("roll", "reroll"):
            asked = row.seq
        elif row.entry.kind in ("start", "keep", "place", "bomb", "drop"):
            answers[asked, row.entry.seat, row.entry.kind] += 1
    return answers
