"""Lists of games: what everybody may see, one's own games, and where it is one's turn."""

from datetime import UTC, datetime, timedelta

import pytest

from games.clock.site_time import use_clock
from games.log.models import Game
from games.play.game_lists import games_of, public_games, turns_of
from games.play.lifecycle import abort_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from tests.games.sample_tables import (
    PEOPLE,
    account,
    caller,
    command,
    fold_of,
    move,
    open_table,
    phase,
    play_out,
    play_until,
    table,
)

pytestmark = pytest.mark.django_db


def test_everybody_sees_public_games_and_no_others() -> None:
    public = open_table()
    open_table(visibility="private")
    open_table(visibility="hidden")
    assert [card.pk for card in public_games()] == [public]


def test_the_newest_game_comes_first() -> None:
    moment = datetime(2026, 11, 16, 9, tzinfo=UTC)
    games = []
    for day in (2, 0, 1):
        with use_clock(lambda day=day: moment + timedelta(days=day)):  # type: ignore[misc]
            games.append(open_table())
    assert [card.pk for card in public_games()] == [games[0], games[2], games[1]]


def test_games_can_be_listed_by_where_they_are() -> None:
    waiting, running, over, off = open_table(), table(), table("solo", 1), open_table()
    abort_game(off, caller("Ada"), command())
    play_out(over)
    listed = {
        status: [card.pk for card in public_games(status)] for status in ("open", "running", "finished", "aborted")
    }
    assert listed == {"open": [waiting], "running": [running], "finished": [over], "aborted": [off]}
    assert list(public_games("voided")) == []


def test_ones_own_games_are_those_with_a_seat_whoever_may_see_them() -> None:
    hidden = open_table(visibility="hidden")
    join_by_invite(Game.objects.get(pk=hidden).invite, caller("Bob"), command(), "")
    open_table()
    assert [card.pk for card in games_of(account("Bob").pk)] == [hidden]
    assert not games_of(account("Ada").pk).exists()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_is_the_turn_of_exactly_those_who_must_act(seats: int) -> None:
    game = table("solo" if seats == 1 else "standard", seats)
    for _ in range(25):
        fold = fold_of(game)
        if fold.is_over:
            break
        turns = {seat: [turn.seat for turn in turns_of(account(PEOPLE[seat]).pk)] for seat in range(seats)}
        assert turns == {seat: [seat] if seat in fold.awaited else [] for seat in range(seats)}
        move(game)


def test_the_most_urgent_turn_comes_first() -> None:
    slow, fast, endless = table(seconds=3600), table(seconds=60), table()
    bob = account("Bob").pk
    assert [turn.game_id for turn in turns_of(bob)] == [fast, slow, endless]


def test_over_games_wait_for_nobody() -> None:
    game = table()
    play_until(game, lambda fold: phase(fold) == "moves")
    for seat in (0, 1):
        make_move(game, caller(PEOPLE[seat]), command(), {"kind": "drop", "seat": seat, "reason": "resign"}, None)
    assert not turns_of(account("Bob").pk).exists()
