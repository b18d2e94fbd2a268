"""Who may see a game at all; to everybody else it is not there."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.accounts.models import Account
from games.log.models import Game
from games.play.creation import create_game
from games.play.deals import seed_of
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from games.play.visibility import see_log, see_position
from games.refusals import NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import PEOPLE, account, caller, command, fold_of, open_table, people, play_out, table

pytestmark = pytest.mark.django_db

LOOKS: list[Callable[[str, Viewer], Any]] = [
    see_log,
    see_position,
    lambda game, viewer: see_position(game, viewer, 1),
]


def hosted(visibility: str) -> str:
    """A started game of Ada and Bob that Eve has created and does not play in."""
    eve = caller("Eve")
    game = create_game(Setup("standard", [1, 1], people(2), visibility=visibility), eve, command()).game
    for seat in (0, 1):
        join_by_invite(Game.objects.get(pk=game).invite, caller(PEOPLE[seat]), command(), "", seat)
    start_game(game, eve, command())
    return game


def check(game: str, viewer: Viewer, may_see: bool) -> None:
    for look in LOOKS:
        if may_see:
            assert look(game, viewer)
        else:
            with refused(NotFound, "game/not-found"):
                look(game, viewer)


@pytest.mark.parametrize(
    ("visibility", "with_link", "who"),
    [
        ("public", False, {"player", "host", "staff", "stranger", "anybody"}),
        ("private", False, {"player", "host", "staff"}),
        ("private", True, {"player", "host", "staff", "stranger", "anybody"}),
        ("hidden", False, {"player", "host", "staff"}),
        ("hidden", True, {"player", "host", "staff"}),
    ],
)
def test_who_sees_which_game(visibility: str, with_link: bool, who: set[str]) -> None:
    game = hosted(visibility)
    invite = Game.objects.get(pk=game).invite if with_link else None
    people: dict[str, Account | None] = {
        "player": account("Bob"),
        "host": account("Eve"),
        "staff": account("Max", is_staff=True),
        "stranger": account("Dan"),
        "anybody": None,
    }
    for name, somebody in people.items():
        viewer = viewer_of(somebody, invite) if somebody else Viewer(invite=invite)
        check(game, viewer, name in who)


def test_the_link_of_another_game_opens_nothing() -> None:
    game, other = hosted("private"), hosted("private")
    check(game, Viewer(invite=Game.objects.get(pk=other).invite), False)


@pytest.mark.parametrize("invite", ["", "\0", "\ud800", "x" * 10_000, 7, ["x"]])
def test_an_odd_link_opens_nothing(invite: Any) -> None:
    check(hosted("private"), Viewer(invite=invite), False)


@pytest.mark.parametrize("game", ["g-1", "", "\0", "\ud800", "a b", None, 7, ["g"]])
def test_what_is_not_there_is_seen_by_nobody(game: Any) -> None:
    check(game, Viewer(account("Max", is_staff=True).pk, True), False)


def test_whoever_has_left_a_private_game_is_a_stranger_again() -> None:
    game = open_table(visibility="private")
    join_by_invite(Game.objects.get(pk=game).invite, caller("Bob"), command(), "", 1)
    check(game, viewer_of(account("Bob")), True)
    leave_seat(game, caller("Bob"), command(), 1)
    check(game, viewer_of(account("Bob")), False)


@pytest.mark.parametrize("seq", [0, -1, 10_000, True, "1", 1.0, [1]])
def test_a_position_that_never_was_is_refused(seq: Any) -> None:
    game = table()
    with refused(NotFound, "game/not-found"):
        see_position(game, ANYBODY, seq)


def test_a_position_can_be_seen_at_every_event() -> None:
    game = table()
    play_out(game)
    for seq in range(1, fold_of(game).seq + 1):
        assert see_position(game, ANYBODY, seq)["seq"] == seq
    assert see_position(game, ANYBODY) == see_position(game, ANYBODY, fold_of(game).seq)


def test_the_seed_is_seen_only_once_it_is_revealed() -> None:
    game = table()
    seed = seed_of(fold_of(game).dice["deal"]).hex()
    sealed = Game.objects.select_related("deal").get(pk=game).deal
    assert sealed is not None
    seen = json.dumps([see_log(game, ANYBODY).events, see_position(game, ANYBODY)])
    assert seed not in seen
    assert sealed.sealed_seed not in seen
    play_out(game)
    assert see_log(game, ANYBODY).events[-1]["seed"] == seed
    assert seed not in json.dumps(see_log(game, ANYBODY).events[:-1])


def test_neither_the_link_nor_an_account_is_in_what_is_seen() -> None:
    game = table(visibility="private")
    stored = Game.objects.get(pk=game)
    seen = json.dumps(
        [see_log(game, Viewer(invite=stored.invite)).events, see_position(game, viewer_of(account("Ada")))]
    )
    assert stored.invite not in seen
    for name in PEOPLE:
        assert name not in seen
