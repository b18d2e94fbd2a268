"""Erasing an account: games are left, everything that says who it was goes, logs stay."""

from functools import partial

import pytest
from django.contrib.admin.models import CHANGE, LogEntry

from games.accounts.erasure import close_account, erase_account, erase_due_accounts, finish_erasing
from games.accounts.guests import make_guest
from games.accounts.models import Account, Actor, BrowserSession
from games.clock.site_time import now
from games.extension import on_erase
from games.integrity.audit.full_audit import audit
from games.log.event_store import read_log
from games.log.models import ErasableText, Game
from games.play.creation import create_game
from games.play.lifecycle import adjudicate, start_game
from games.play.models import PlayerGame
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.refusals import Conflict
from tests.games.accounts.test_passwords import session_of
from tests.games.clocks.threads import failures, team
from tests.games.refusing import refused
from tests.games.tables import (
    CONTRIBUTION,
    account,
    caller,
    command,
    fold_of,
    move,
    open_table,
    people,
    phase,
    play_out,
    play_until,
    table,
)

pytestmark = pytest.mark.django_db


def sit(game: str, name: str) -> None:
    join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), CONTRIBUTION)


def test_nobody_waits_in_a_running_game_for_who_has_left() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    erase_account(account("Bob"))
    fold = fold_of(game)
    assert 1 not in fold.awaited
    assert fold.rules.forfeits(fold.state) == (1,)
    while not (fold := fold_of(game)).is_over:
        move(game, fold.awaited[0])
    assert not audit().findings


def test_a_game_of_two_is_resigned() -> None:
    game = table("duel", 2)
    erase_account(account("Ada"))
    assert fold_of(game).is_over
    assert not audit().findings


def test_an_open_game_is_called_off_by_its_host_and_left_by_others() -> None:
    own, other = open_table(), open_table()
    for game in (own, other):
        sit(game, "Bob")
    erase_account(account("Bob"))
    assert fold_of(own).seated == (None, None)
    assert fold_of(own).status == "open"
    erase_account(account("Ada"))
    assert fold_of(own).status == fold_of(other).status == "aborted"
    assert not audit().findings


def test_who_only_set_a_running_game_up_leaves_it_as_it_is() -> None:
    game = create_game(Setup("standard", [1, 1], people(2)), caller("Host"), command()).game
    sit(game, "Ada")
    sit(game, "Bob")
    start_game(game, caller("Host"), command())
    erase_account(account("Host"))
    assert fold_of(game).status == "running"
    play_out(game)
    assert not audit().findings


def test_the_log_stays_and_knows_nobody() -> None:
    game = table()
    play_out(game)
    before = read_log(game)
    erase_account(account("Ada"))
    assert read_log(game) == before
    assert PlayerGame.objects.get(game=game, seat=0).account is None
    assert not Actor.objects.filter(game=game, name=fold_of(game).seated[0]).exists()
    assert Actor.objects.filter(game=game, account=account("Bob")).exists()
    assert not audit().findings


def test_the_words_that_somebody_wrote_go_and_those_of_others_stay() -> None:
    game, other = table(), table()
    adjudicate(game, caller("Eve", is_staff=True), command(), "as-stands", (), "The lights went out.")
    adjudicate(other, caller("Fay", is_staff=True), command(), "as-stands", (), "Nobody came.")
    erase_account(account("Eve"))
    assert [text.text for text in ErasableText.objects.all()] == ["Nobody came."]
    assert not audit().findings


def test_sessions_tokens_and_links_end_before_anything_else() -> None:
    ada = account("Ada")
    session_of(ada)
    close_account(ada)
    ada.refresh_from_db()
    assert not ada.is_active
    assert ada.expires_at is not None
    assert not ada.tokens.exists()
    assert not BrowserSession.objects.exists()


def test_what_was_interrupted_is_finished_by_the_sweep() -> None:
    game = table()
    close_account(account("Ada"))
    assert fold_of(game).status == "running"
    assert erase_due_accounts() == 1
    assert not Account.objects.filter(username="ada").exists()
    assert 0 not in fold_of(game).awaited
    finish_erasing(Account(pk=10**6))


def test_the_only_owner_cannot_leave() -> None:
    olga = account("Olga", is_superuser=True)
    account("Otto", is_superuser=True, is_active=False)
    with refused(Conflict, "account/last-owner"):
        erase_account(olga)
    account("Oona", is_superuser=True)
    erase_account(olga)
    assert not Account.objects.filter(username="olga").exists()


def test_the_administrations_own_notes_about_them_go() -> None:
    ada, stan = account("Ada"), account("Stan", is_staff=True)
    LogEntry.objects.log_actions(stan.pk, [ada], CHANGE, "locked out", single_object=True)
    LogEntry.objects.log_actions(stan.pk, [account("Bob")], CHANGE, "locked out", single_object=True)
    LogEntry.objects.log_actions(ada.pk, [account("Bob")], CHANGE, "locked out", single_object=True)
    erase_account(ada)
    assert [entry.object_repr for entry in LogEntry.objects.all()] == ["Bob"]


def test_other_apps_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(on_erase, "functions", [])
    on_erase.connect(told.append)
    number = account("Ada").pk
    erase_account(account("Ada"))
    assert told == [number]


def test_a_number_is_never_given_again() -> None:
    last = account("Zoe")
    number = last.pk
    erase_account(last)
    assert make_guest("Gast").pk > number


@pytest.mark.django_db(transaction=True)
def test_others_play_on_while_somebody_is_erased() -> None:
    games = [table(seats=3) for _ in range(4)]
    for game in games:
        play_until(game, lambda fold: phase(fold) == "moves")
    cleo = account("Cleo")

    def play(name: int) -> None:
        for game in games:
            fold = fold_of(game)
            if name in fold.awaited:
                move(game, name)

    with team(3) as threads:
        outcomes = threads.at_once(partial(erase_account, cleo), partial(play, 0), partial(play, 1))
    assert failures(outcomes) == []
    assert not Account.objects.filter(username="cleo").exists()
    assert all(2 not in fold_of(game).awaited for game in games)
    assert not audit().findings


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_erased_twice_at_once_is_erased() -> None:
    game = table()
    ada, guests = account("Ada"), [make_guest("Gast") for _ in range(3)]
    Account.objects.filter(is_guest=True).update(expires_at=now())
    with team(4) as threads:
        outcomes = threads.at_once(
            partial(erase_account, ada), partial(erase_account, ada), erase_due_accounts, erase_due_accounts
        )
    assert failures(outcomes) == []
    assert not Account.objects.filter(pk__in=[ada.pk, *(guest.pk for guest in guests)]).exists()
    assert 0 not in fold_of(game).awaited
    assert not audit().findings


def test_an_account_that_is_gone_is_closed() -> None:
    ada = account("Ada")
    gone = Account.objects.get(pk=ada.pk)
    erase_account(ada)
    erase_account(gone)


def test_one_that_cannot_be_erased_does_not_keep_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = make_guest("Gast"), make_guest("Gast")
    Account.objects.filter(is_guest=True).update(expires_at=now())

    def fail(number: int) -> None:
        if number == first.pk:
            raise RuntimeError("broken")

    monkeypatch.setattr(on_erase, "functions", [fail])
    assert erase_due_accounts() == 1
    assert Account.objects.filter(pk=first.pk).exists()
    assert not Account.objects.filter(pk=second.pk).exists()
    assert f"Account {first.pk} could not be erased." in caplog.text
