"""Whoever logs in while being a guest takes the guest's games along."""

import pytest

from games.accounts.guests import make_guest
from games.accounts.merging import take_over
from games.audit.whole import audit
from games.log.reading import read_log
from games.models import Account, Actor, Block, Game, PlayerGame, Report
from games.selectors import games_of, see_page, viewer_of
from games.services import Setup, act, caller_of, create, join, start
from tests.games.accounts.test_guests import solo
from tests.games.tables import CONTRIBUTION, account, choose, command, fold_of

pytestmark = pytest.mark.django_db


def shared_table(one: Account, other: Account) -> str:
    """A running game of two guests' seats; `one` has set it up."""
    seats = [{"kind": "guest"}, {"kind": "guest"}]
    game = create(Setup("standard", [1, 1], seats, visibility="private"), caller_of(one), command()).game
    invite = Game.objects.get(pk=game).invite
    join(invite, caller_of(one), command(), CONTRIBUTION, 0)
    join(invite, caller_of(other), command(), CONTRIBUTION, 1)
    start(game, caller_of(one), command())
    return game


def test_the_guests_games_become_the_accounts() -> None:
    guest, ada = make_guest("Gast"), account("Ada")
    game, other = solo(guest), shared_table(guest, account("Bob"))
    before = [row.hash for row in read_log(game)]
    assert take_over(guest, ada) == []
    assert {card.pk for card in games_of(ada.pk)} == {game, other}
    assert see_page(other, viewer_of(ada)).seat == 0
    assert not Account.objects.filter(pk=guest.pk).exists()
    assert [row.hash for row in read_log(game)] == before
    assert fold_of(game).status == "running"
    assert not audit().findings


def test_the_account_plays_on_where_the_guest_was() -> None:
    guest, ada = make_guest("Gast"), account("Ada")
    game = solo(guest)
    take_over(guest, ada)
    fold = fold_of(game)
    act(game, caller_of(ada), command(), choose(fold, 0), fold.asked)
    assert not audit().findings


def test_nobody_becomes_two_people_in_one_game() -> None:
    guest, ada = make_guest("Gast"), account("Ada")
    both, own = shared_table(ada, guest), solo(guest)
    assert take_over(guest, ada) == [both]
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
    take_over(guest, ada)
    assert set(ada.blocks.values_list("blocked", flat=True)) == {bob.pk, cleo.pk}
    assert set(ada.reports.values_list("reported", flat=True)) == {bob.pk, cleo.pk}
