"""The games of a club: who finds and sees them, who enters their rolls, and that nobody gets further by it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.accounts.callers import SYSTEM_CALLER, Viewer
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.event_store import read_log
from games.log.models import Game
from games.play.bots import play
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal
from games.play.game_lists import club_games
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from games.play.visibility import see_log, see_position
from games.refusals import Forbidden, NotFound
from tests.games.reserved import kept_deal, kept_table, sit_down
from tests.games.sample_tables import bots, caller, command, fold_of, move, people, phase, play_out, play_until
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, enrol, viewer
from tournaments.clubs.models import Club
from tournaments.clubs.services.clubs import create_club, delete_club
from tournaments.clubs.services.members import leave_club, set_role

pytestmark = pytest.mark.django_db
PLAYERS = ("Ada", "Bob")
ROLL = {"kind": "roll", "seat": 0, "color": "blue", "number": 2}


def game_in(made: Club, visibility: str = "public", host: str = "Mia", **setup: Any) -> str:
    """A started game of the club that a member has created, and in which Ada and Bob play, who are no members."""
    agreed = Setup("standard", [1, 1], people(2), visibility=visibility, club=made.pk, **setup)
    game = create_game(agreed, caller(host), command()).game
    for seat, name in enumerate(PLAYERS):
        join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "", seat)
    start_game(game, caller(host), command())
    return game


def at_the_roll(made: Club, visibility: str = "public") -> str:
    """The same with dice on the table; Ada has to roll."""
    game = game_in(made, visibility, dice="table")
    for _ in range(2):
        move(game)
    return game


def found_by(made: Club, somebody: Viewer) -> list[str]:
    return [card.pk for card in club_games(made.pk, somebody)]


def everybody(made: Club) -> dict[str, Viewer]:
    """One of each who may look."""
    enrol(other := create_club(caller("Olga"), "Another"), "Ole", "organiser")
    assert other != made
    staff = viewer("Max", is_staff=True)
    names = {name: viewer(name) for name in (*PEOPLE, "Ada", "Bob", "Ole", STRANGER)}
    return {**names, "Max": staff, "nobody": viewer(None)}


SEEING = {
    ("public", "server"): {*PEOPLE, "Ada", "Bob", "Ole", STRANGER, "Max", "nobody"},
    ("private", "server"): {"Olga", "Otto", "Ada", "Bob", "Max"},
    ("private", "table"): {"Olga", "Otto", "Sven", "Ada", "Bob", "Max"},
    ("hidden", "server"): {"Olga", "Otto", "Ada", "Bob", "Max"},
    ("hidden", "table"): {"Olga", "Otto", "Sven", "Ada", "Bob", "Max"},
}


@pytest.mark.parametrize(("visibility", "dice"), list(SEEING))
def test_who_sees_which_game_of_a_club(visibility: str, dice: str) -> None:
    made = club()
    game = game_in(made, visibility, dice=dice)
    for name, somebody in everybody(made).items():
        is_listed = name in SEEING[visibility, dice]
        assert found_by(made, somebody) == ([game] if is_listed else []), name
        for look in (see_log, see_position):
            if is_listed or name == "Mia":
                assert look(game, somebody)
            else:
                with refused(NotFound, "game/not-found"):
                    look(game, somebody)


def test_whoever_leaves_or_is_put_down_sees_it_no_more() -> None:
    made = club()
    game, otto, sven = game_in(made, "private", dice="table"), viewer("Otto"), viewer("Sven")
    leave_club(made.pk, caller("Sven"))
    set_role(made.pk, caller("Olga"), "otto", "member")
    for somebody in (otto, sven):
        assert found_by(made, somebody) == []
        with refused(NotFound, "game/not-found"):
            see_log(game, somebody)


def test_a_game_keeps_the_id_of_a_club_that_has_ended() -> None:
    made = create_club(caller("Mia"), "Bricks")
    game = game_in(made, "private")
    delete_club(made.pk, caller("Mia"))
    assert fold_of(game).created["club"] == made.pk
    assert see_log(game, viewer("Ada"))
    stranger = viewer("Olga")
    with refused(NotFound, "game/not-found"):
        see_log(game, stranger)
    assert audit().findings == []


def test_only_members_create_games_in_a_club() -> None:
    made, dan = club(is_public=True), caller(STRANGER)
    setup = Setup("standard", [1, 1], people(2), club=made.pk)
    with refused(NotFound, "club/not-found"):
        create_game(setup, dan, command())
    for name in PEOPLE:
        create_game(setup, caller(name), command())
    assert len(found_by(made, viewer("Mia"))) == len(PEOPLE)


def test_a_member_who_has_left_is_told_again_what_was_created() -> None:
    made, mia, said = club(), caller("Mia"), command()
    setup = Setup("standard", [1, 1], people(2), club=made.pk)
    receipt = create_game(setup, mia, said)
    leave_club(made.pk, mia)
    assert create_game(setup, mia, said) == receipt
    with refused(NotFound, "club/not-found"):
        create_game(setup, mia, command())


def test_seats_of_bots_and_of_the_erased_are_not_anybodys() -> None:
    made = club()
    seats = [*people(1), *bots("greedy")]
    setup = Setup("standard", [1, 1], seats, visibility="private", club=made.pk)
    game = create_game(setup, caller("Mia"), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller("Ada"), command(), "")
    assert found_by(made, viewer("Ada")) == [game]
    assert found_by(made, viewer(None)) == []


def test_the_runs_of_a_club_stay_hidden_from_those_who_run_it_until_the_deal_is_closed() -> None:
    founded, deal = club(), kept_deal()
    own = kept_table("Otto", deal=deal, club=founded.pk)
    other = kept_table("greedy", deal=deal, club=founded.pk)
    otto = viewer("Otto")
    assert list(club_games(founded.pk, otto).values_list("pk", flat=True)) == [own]
    sit_down(own, "Otto")
    play(other, seconds=60)
    assert list(club_games(founded.pk, otto).values_list("pk", flat=True)) == [own]
    assert list(club_games(founded.pk, viewer("Sam", is_staff=True))) == []
    adjudicate(own, SYSTEM_CALLER, command(), "as-stands")
    close_deal(deal)
    assert set(club_games(founded.pk, otto).values_list("pk", flat=True)) == {own, other}


def test_of_an_open_shared_deal_even_those_who_run_the_club_see_only_their_own() -> None:
    made, deal = club(), make_deal(is_shared=True).pk
    freeze_deal(deal)
    setup = Setup("solo", [1], people(1), club=made.pk, deal=deal)
    games = {}
    for name in ("Mia", "Otto"):
        games[name] = create_game(setup, caller(name), command()).game
        join_by_invite(Game.objects.get(pk=games[name]).invite, caller(name), command(), "")
        start_game(games[name], caller(name), command())
    assert found_by(made, viewer("Mia")) == [games["Mia"]]
    assert found_by(made, viewer("Otto")) == [games["Otto"]]
    for other in ("Olga", "Sven", STRANGER, None):
        assert found_by(made, viewer(other)) == []
    assert found_by(made, viewer("Max", is_staff=True)) == []
    for name, game in games.items():
        make_move(game, caller(name), command(), {"kind": "drop", "seat": 0, "reason": "resign"}, None)
    close_deal(deal)
    assert set(found_by(made, viewer("Sven"))) == set(games.values())


@pytest.mark.parametrize("visibility", ["public", "private", "hidden"])
@pytest.mark.parametrize("name", ["Sven", "Otto", "Olga"])
def test_a_scorekeeper_enters_rolls_at_a_table_of_the_club(name: str, visibility: str) -> None:
    made = club()
    game = at_the_roll(made, visibility)
    enter_roll(game, caller(name), command(), ROLL, fold_of(game).asked)
    row = read_log(game)[-1]
    assert (row.entry.kind, row.entry.data) == ("roll", {"color": "blue", "number": 2})
    assert row.entry.actor not in (fold_of(game).host, *fold_of(game).seated)
    make_move(game, caller("Ada"), command(), {"kind": "keep", "seat": 0}, fold_of(game).asked)
    make_checkpoint()
    assert audit().findings == []


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("name", ["Ole", STRANGER, "Lia"])
def test_nobody_else_enters_them(name: str, visibility: str) -> None:
    made = club()
    everybody(made)
    enrol(made, "Lia")
    game, somebody = at_the_roll(made, visibility), caller(name)
    sort, code = (Forbidden, "dice/not-scorekeeper") if visibility == "public" else (NotFound, "game/not-found")
    with refused(sort, code):
        enter_roll(game, somebody, command(), ROLL, fold_of(game).asked)


def test_a_scorekeeper_of_the_club_keeps_no_score_elsewhere() -> None:
    made, sven = club(), caller("Sven")
    other = create_club(caller("Mia"), "Another")
    agreed = Setup("standard", [1, 1], people(2), visibility="private", dice="table")
    for game in (at_the_roll(other, "private"), create_game(agreed, caller("Mia"), command()).game):
        with refused(NotFound, "game/not-found"):
            enter_roll(game, sven, command(), ROLL, 1)
    served = game_in(made, "private")
    with refused(NotFound, "game/not-found"):
        enter_roll(served, sven, command(), ROLL, fold_of(served).asked)


@pytest.mark.parametrize("name", ["Sven", "Otto", "Olga"])
def test_keeping_the_score_is_all_that_they_do(name: str) -> None:
    made = club()
    game, by = at_the_roll(made, "private"), caller(name)
    enter_roll(game, by, command(), ROLL, fold_of(game).asked)
    asked = fold_of(game).asked
    deeds: list[Callable[[], object]] = [
        partial(make_move, game, by, command(), {"kind": "keep", "seat": 0}, asked),
        partial(make_move, game, by, command(), {"kind": "drop", "seat": 1, "reason": "resign"}, None),
        partial(start_game, game, by, command()),
        partial(abort_game, game, by, command()),
        partial(leave_seat, game, by, command(), 0),
        partial(adjudicate, game, by, command(), "as-stands"),
    ]
    for deed in deeds:
        with refused(NotFound, "game/not-found"):
            deed()


def test_whoever_is_no_scorekeeper_any_more_enters_nothing() -> None:
    made = club()
    game, sven = at_the_roll(made), caller("Sven")
    enter_roll(game, sven, command(), ROLL, fold_of(game).asked)
    leave_club(made.pk, sven)
    with refused(Forbidden, "dice/not-scorekeeper"):
        enter_roll(game, sven, command(), {**ROLL, "kind": "reroll"}, fold_of(game).asked)


def test_a_whole_evening_at_a_table_is_found_in_order() -> None:
    made, sven = club(), caller("Sven")
    game = at_the_roll(made, "private")
    for number in range(1, 5):
        [roller] = fold_of(game).awaited
        enter_roll(game, sven, command(), {**ROLL, "seat": roller, "number": number}, fold_of(game).asked)
        make_move(game, caller(PLAYERS[roller]), command(), {"kind": "keep", "seat": roller}, fold_of(game).asked)
        play_until(game, lambda fold: phase(fold) == "roll")
    for seat, name in enumerate(PLAYERS):
        make_move(game, caller(name), command(), {"kind": "drop", "seat": seat, "reason": "resign"}, None)
    assert fold_of(game).is_over
    other = game_in(made)
    play_out(other)
    make_checkpoint()
    assert audit().findings == []
