"""Guests: made for a browser, kept while somebody plays with them, erased afterwards."""

from functools import partial

import pytest

from games.accounts.callers import caller_of
from games.accounts.erasure import erase_due_accounts, tidy_accounts
from games.accounts.guests import guest_at_table, keep_guest, make_guest
from games.accounts.models import Account, Actor
from games.accounts.sessions import SessionStore, note_presence
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.accounts.still_time import Watch, watched
from tests.games.clock.threads import failures, team
from tests.games.sample_tables import CONTRIBUTION, account, command, fold_of

pytestmark = pytest.mark.django_db


def solo(guest: Account) -> str:
    """A running game of one guest alone."""
    game = create_game(Setup("solo", [1], [{"kind": "guest"}]), caller_of(guest), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller_of(guest), command(), CONTRIBUTION)
    start_game(game, caller_of(guest), command())
    return game


def days_left(guest: Account, watch: Watch) -> float:
    guest.refresh_from_db()
    assert guest.expires_at is not None
    return (guest.expires_at - watch.at).total_seconds() / 86400


def test_a_guest_has_a_random_username_and_no_password() -> None:
    one, other = make_guest("Gast"), make_guest("Gast")
    assert one.username != other.username
    assert one.username.startswith("guest-")
    assert len(one.username) == len("guest-") + 16
    assert one.is_guest
    assert not one.has_usable_password()


def test_the_same_command_at_a_table_makes_one_guest() -> None:
    ada = account("Ada")
    one = guest_at_table(ada, "g-1", "c-1", "Gast")
    assert guest_at_table(ada, "g-1", "c-1", "Gast") == one
    assert guest_at_table(ada, "g-1", "c-2", "Gast") != one
    assert guest_at_table(account("Bob"), "g-1", "c-1", "Gast") != one


@pytest.mark.django_db(transaction=True)
def test_the_same_command_twice_at_once_makes_one_guest() -> None:
    ada = account("Ada")
    with team(4) as threads:
        for number in range(10):
            outcomes = threads.at_once(*[partial(guest_at_table, ada, "g-1", f"c-{number}", "Gast")] * 4)
            assert failures(outcomes) == []
            assert len(set(outcomes)) == 1
    assert Account.objects.filter(is_guest=True).count() == 10


def test_a_guest_who_does_nothing_is_erased_after_thirty_days() -> None:
    with watched() as watch:
        guest = make_guest("Gast")
        watch.pass_by(days=29, hours=23)
        assert erase_due_accounts() == 0
        watch.pass_by(hours=1)
        assert erase_due_accounts() == 1
        assert not Account.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_is_there_is_kept() -> None:
    with watched() as watch:
        guest, session = make_guest("Gast"), SessionStore()
        watch.pass_by(days=20)
        note_presence(session, guest)
        assert days_left(guest, watch) == 30
        watch.pass_by(minutes=1)
        note_presence(session, guest)
        assert days_left(guest, watch) < 30, "once a day is enough"


def test_a_guest_who_has_acted_is_kept_for_thirty_days_after_that() -> None:
    with watched() as watch:
        guest = make_guest("Gast")
        watch.pass_by(days=25)
        game = solo(guest)
        watch.pass_by(days=10)
        assert erase_due_accounts() == 0
        assert days_left(guest, watch) == pytest.approx(20, abs=0.01)
        watch.pass_by(days=21)
        tidy_accounts()
        assert not Account.objects.filter(pk=guest.pk).exists()
        assert fold_of(game).is_over
        assert not Actor.objects.filter(game=game).exists()


def test_people_with_an_account_never_expire() -> None:
    with watched() as watch:
        ada = account("Ada")
        keep_guest(ada)
        ada.refresh_from_db()
        assert ada.expires_at is None
        watch.pass_by(days=1000)
        assert erase_due_accounts() == 0


def test_a_guest_who_claims_at_the_last_moment_is_kept() -> None:
    with watched() as watch:
        guest = make_guest("Gast")
        watch.pass_by(days=31)
        Account.objects.filter(pk=guest.pk).update(is_guest=False, expires_at=None)
        assert erase_due_accounts() == 0
        assert Account.objects.get(pk=guest.pk).is_active
