"""/admin/ for staff: everything may be looked at, the log never changed, a seed never seen."""

import logging
import re
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from brikks_site.admin import site
from games.accounts.models import Account, Report
from games.admin import ADMINS_BY_MODEL
from games.integrity.checkpoints import make_checkpoint
from games.keys.sealing import open_seed
from games.log.models import Event
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal
from games.play.heartbeat import beat
from games.play.lifecycle import abort_game
from games.play.models import Deal
from games.play.setup import Setup
from tests.games.tables import account, caller, command, fold_of, move, people, play_out, table
from tests.web.ops.people import client_of, staff

pytestmark = pytest.mark.django_db

MODELS = sorted(site._registry, key=lambda model: model._meta.label)


def address(model: type, what: str, *arguments: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=arguments)  # type: ignore[attr-defined]


@pytest.fixture
def played() -> str:
    """A finished game, with something in most tables."""
    game = table()
    play_out(game)
    make_checkpoint()
    beat()
    Report.objects.create(reporter=account("Ada"), reported=account("Bob"), text="He cheats.")
    return game


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.model_name)
def test_staff_can_look_at_every_table_and_row(played: str, model: type) -> None:
    browser = staff()
    assert browser.get(address(model, "changelist")).status_code == 200
    for row in model._default_manager.all()[:3]:  # type: ignore[attr-defined]
        assert browser.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.model_name)
def test_nobody_adds_changes_or_deletes_there_not_even_the_owner(played: str, model: type) -> None:
    browser = client_of("Olga", is_staff=True, is_superuser=True)
    before = list(model._default_manager.order_by("pk").values())  # type: ignore[attr-defined]
    row = model._default_manager.order_by("pk").first()  # type: ignore[attr-defined]
    assert browser.get(address(model, "add")).status_code == 403
    assert browser.post(address(model, "add"), {}).status_code == 403
    if row is not None:
        assert browser.post(address(model, "change", row.pk), {"status": "open"}).status_code == 403
        assert browser.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [getattr(row, "pk", 1)], "post": "yes"}
    browser.post(address(model, "changelist"), chosen)
    assert list(model._default_manager.order_by("pk").values()) == before  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/event/", "/admin/games/account/", "/admin/jsi18n/"])
def test_visitors_are_sent_to_the_login_of_the_site(client: Client, path: str) -> None:
    response = client.get(path, follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/")


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/event/", "/admin/games/account/"])
def test_players_are_refused(path: str) -> None:
    assert client_of("Bob").get(path, follow=True).status_code == 403


def test_the_login_of_django_itself_takes_no_password(client: Client) -> None:
    mia = account("Mia", is_staff=True)
    mia.set_password("correct horse battery")
    mia.save()
    client.post("/admin/login/", {"username": "mia", "password": "correct horse battery"})
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("right", ["correct horse battery", "guess"])
def test_not_even_staff_try_the_passwords_of_others_there(right: str) -> None:
    for name in ("Mia", "Olga"):
        made = account(name, is_staff=True)
        made.set_password("correct horse battery")
        made.save()
    browser = client_of("Mia")
    before = browser.session["_auth_user_id"]
    with patch.object(Account, "check_password", autospec=True) as tried:
        answer = browser.post("/admin/login/", {"username": "olga", "password": right, "next": "/settings/"})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert browser.session["_auth_user_id"] == before
    tried.assert_not_called()


@pytest.mark.parametrize("wanted", ["http://testserver/settings/", "//evil.example/", "/settings/"])
def test_logging_out_there_leads_home_whatever_the_request_names(wanted: str) -> None:
    browser = staff()
    assert browser.get("/admin/logout/").status_code == 405
    answer = browser.post(f"/admin/logout/?next={wanted}", {"next": wanted})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "_auth_user_id" not in browser.session


def pages(browser: Client) -> str:
    """Everything that the admin shows, in one text."""
    paths = ["/admin/"]
    for model in MODELS:
        paths.append(address(model, "changelist"))
        rows = model._default_manager.values_list("pk", flat=True)
        paths += [address(model, "change", pk) for pk in rows]
    return "\n".join(browser.get(path).content.decode() for path in paths)


def lists(browser: Client) -> str:
    """Every list of the admin, in one text."""
    return "\n".join(browser.get(address(model, "changelist")).content.decode() for model in MODELS)


def test_no_page_shows_a_seed_a_key_or_the_hash_of_a_password() -> None:
    game = table()
    move(game)
    account("Ada").set_password("correct horse battery")
    [deal] = Deal.objects.all()
    text = pages(staff())
    assert deal.commitment in text
    for secret in (deal.sealed_seed, deal.sealed_seed[2:], open_seed(deal.pk, deal.sealed_seed).hex()):
        assert secret not in text
    assert game in text
    assert not [invite for invite in [deal.games.get().invite] if invite in text]
    assert not [
        hashed for hashed in Account.objects.values_list("password", flat=True) if len(hashed) > 8 and hashed in text
    ]


def test_what_is_said_in_a_running_game_stays_unsaid() -> None:
    game = table()
    while not fold_of(game).rules.sealed(fold_of(game).state):
        move(game)
    event = Event.objects.filter(game=game).order_by("-seq").first()
    assert event is not None
    page = staff().get(address(Event, "change", event.pk)).content.decode()
    assert event.hash in page
    assert event.body not in page.replace("&quot;", '"')
    assert f">{event.kind}<" not in page
    assert f" {event.kind}\n" not in page
    assert f" {event.kind}<" not in page
    first = Event.objects.get(game=game, seq=1)
    assert "game/created" in staff().get(address(Event, "change", first.pk)).content.decode()


def test_what_was_said_in_a_finished_game_can_be_read(played: str) -> None:
    event = Event.objects.filter(game=played, kind="roll").first()
    assert event is not None
    page = staff().get(address(Event, "change", event.pk)).content.decode()
    assert event.body in page.replace("&quot;", '"')


def test_games_on_an_open_shared_deal_are_not_there() -> None:
    deal = make_deal(is_shared=True)
    freeze_deal(deal.pk)
    agreed = Setup(variant="solo", levels=[1], seats=people(1), deal=deal.pk)
    game = create_game(agreed, caller("Ada"), command()).game
    assert game not in lists(staff())
    abort_game(game, caller("Ada"), command())
    assert game not in lists(staff())
    close_deal(deal.pk)
    assert game in lists(staff())


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/game/", "/admin/games/account/"])
def test_its_pages_need_nothing_inline_and_nothing_foreign(played: str, path: str) -> None:
    html = staff().get(path).content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", html)


def act_on(browser: Client, action: str, *chosen: Account) -> str:
    sent = {"action": action, "_selected_action": [row.pk for row in chosen]}
    return browser.post(address(Account, "changelist"), sent, follow=True).content.decode()


def test_staff_lock_a_player_out_and_let_them_in_again(caplog: pytest.LogCaptureFixture) -> None:
    bob, browser = account("Bob"), client_of("Bob")
    own = browser.get("/admin/", follow=True)
    assert own.status_code == 403
    act_on(staff(), "deactivate_accounts", bob)
    bob.refresh_from_db()
    assert not bob.is_active
    assert browser.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    act_on(staff(), "reactivate_accounts", bob)
    bob.refresh_from_db()
    assert bob.is_active
    assert f"Account {bob.pk} was locked out by account" in caplog.text


@pytest.mark.parametrize("fields", [{"is_staff": True}, {"is_staff": True, "is_superuser": True}])
def test_staff_cannot_lock_out_staff_or_the_owner(fields: dict[str, bool]) -> None:
    other = account("Olga", **fields)
    assert "You may not lock account" in act_on(staff(), "deactivate_accounts", other)
    other.refresh_from_db()
    assert other.is_active


def test_nobody_locks_themselves_out() -> None:
    owner = account("Olga", is_staff=True, is_superuser=True)
    act_on(client_of("Olga"), "deactivate_accounts", owner)
    owner.refresh_from_db()
    assert owner.is_active


def test_looking_at_people_leaves_a_line(caplog: pytest.LogCaptureFixture) -> None:
    bob, browser = account("Bob"), staff()
    with caplog.at_level(logging.INFO, "games.admin"):
        browser.get(address(Account, "changelist"))
        browser.get(address(Account, "change", bob.pk))
    sam = account("Sam").pk
    assert [record.getMessage() for record in caplog.records if record.name == "games.admin"] == [
        f"Account {sam} looked at the list of accounts.",
        f"Account {sam} looked at account '{bob.pk}'.",
    ]


def test_only_what_is_listed_is_shown() -> None:
    assert set(ADMINS_BY_MODEL) <= set(site._registry)
    assert not {model._meta.label for model in site._registry} & {
        "games.Token",
        "games.OneTimeLink",
        "sessions.Session",
    }
