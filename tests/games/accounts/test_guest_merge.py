"""Whoever logs in while being a guest takes the guest's games along."""

import pytest

from games.accounts.callers import caller_of, viewer_of
from games.accounts.guest_merge import take_over_guest
from games.accounts.guests import make_guest
from games.accounts.models import Account, Actor, Block, Report
from games.integrity.audit.full_audit import audit
from games.log.event_store import read_log
from games.log.models import Game
from games.play.creation import create_game
from games.play.game_lists import games_of
from games.play.lifecycle import start_game
from games.play.models import PlayerGame
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.play.visibility import see_log
from tests.games.accounts.test_guests import solo
from tests.games.sample_tables import CONTRIBUTION, account, choose, command, fold_of

pytestmark = pytest.mark.django_db


def shared_table(one: Account, other: Account) -> str:
    """A running game of two guests' seats; `one` has set it up."""
    seats = [{"kind": "guest"}, {"kind": "guest"}]
    game = create_game(Setup("standard", [1, 1], seats, visibility="private"), caller_of(one), command()).game
    invite = Game.objects.get(pk=game).invite
    join_by_invite(invite, caller_of(one), command(), CONTRIBUTION, 0)
    join_by_invite(invite, caller_of(other), command(), CONTRIBUTION, 1)
    start_game(game, caller_of(one), command())
    return game


def test_the_guests_games_become_the_accounts() -> None:
    guest, ada = make_guest("Gast"), account("Ada")
    game, other = solo(guest), shared_table(guest, account("Bob"))
    before = [row.hash for row in read_log(game)]
    assert take_over_guest(guest, ada) == []
    assert {card.pk for card in games_of(ada.pk)} == {game, other}
    assert see_log(other, viewer_of(ada)).seat == 0
    assert not Account.objects.filter(pk=guest.pk).exists()
    assert [row.hash for row in read_log(game)] == before
    assert fold_of(game).status == "running"
    assert not audit().findings


def test_the_account_plays_on_where_the_guest_was() -> None:
    guest, ada = make_guest("Gast"), account("Ada")
    game = solo(guest)
    take_over_guest(guest, ada)
    fold = fold_of(game)
    make_move(game, caller_of(ada), command(), choose(fold, 0), fold.asked)
    assert not audit().findings


def test_nobody_becomes_two_people_in_one_game() -> None:
    guest, ada = make_guest("Gast"), account("Ada")
    both, own = shared_table(ada, guest), solo(guest)
    assert take_over_guest(guest, ada) == [both]
    guest.refresh_from_db()
    assert guest.is_active
    assert PlayerGame.objects.get(game=both, seat=1).account == guest
    assert Actor.objects.get(game=own).account == ada
    assert not audit().findings


def test_what_else_was_the_guests_comes_along() -> None:
    guest, ada, bob, cleo = make_guest("Gast"), account("Ada"), account("Bob"), account("Cleo")
    Block.objects.create(account=ada, blocked=bob)
    for somebody in (ada, bob, cleo):
        Block.objects.create(account=guest, blocked=somebody)
        Report.objects.create(reporter=guest, reported=somebody, text="Rude.")
    take_over_guest(guest, ada)
    assert set(ada.blocks.values_list("blocked", flat=True)) == {bob.pk, cleo.pk}
    assert set(ada.reports.values_list("reported", flat=True)) == {bob.pk, cleo.pk}
