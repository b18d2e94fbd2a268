"""The pages behind one-time links."""

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Account, OneTimeLink
from games.accounts.passwords import OWNER, PASSWORD, make_link
from tests.games.accounts.browsers import browser, call, person, who
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

GOOD = {"password1": "correct horse battery", "password2": "correct horse battery"}
OLGA = {"username": "olga", "display_name": "Olga", "language": "", **GOOD}


def test_the_first_owner_is_logged_in_and_sees_everything() -> None:
    link, client = f"/link/{make_link(OWNER)}/", browser()
    assert "Make this site yours" in page_of(client.get(link)).text
    assert client.post(link, OLGA)["Location"] == "/welcome/"
    assert who(client) == "olga"
    assert Account.objects.get().is_superuser
    assert browser().get(link).status_code == 404
    assert browser().post(link, {**OLGA, "username": "otto"}).status_code == 404


@pytest.mark.parametrize(
    "fields",
    [{"username": "admin"}, {"display_name": ""}, {"password2": "x"}, {"password1": "1234", "password2": "1234"}],
)
def test_what_does_not_fit_leaves_the_link_as_it_is(fields: dict[str, str]) -> None:
    link, client = f"/link/{make_link(OWNER)}/", browser()
    answer = client.post(link, {**OLGA, **fields})
    assert answer.status_code == 200
    assert page_of(answer).text
    assert not Account.objects.exists()
    assert client.post(link, OLGA).status_code == 302


def test_looking_does_not_use_it_up_and_nobody_keeps_the_page() -> None:
    link = f"/link/{make_link(PASSWORD, person('Ada'))}/"
    for _ in range(2):
        answer = browser().get(link)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "same-origin"
    assert OneTimeLink.objects.get().used_at is None


def test_whoever_is_logged_in_here_is_logged_out_by_a_new_password() -> None:
    ada = person("Ada")
    client = browser(ada)
    assert client.post(f"/link/{make_link(PASSWORD, ada)}/", GOOD).status_code == 302
    assert who(client) is None
    assert "Your new password is set." in page_of(client.get("/accounts/login/")).text


def test_a_form_needs_its_token_against_forgery() -> None:
    client = type(browser())(enforce_csrf_checks=True)
    assert client.post(f"/link/{make_link(OWNER)}/", OLGA).status_code == 403


def test_the_console_prints_links(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("owner_link", "--at", "https://club.example/")
    first = capsys.readouterr().out.strip()
    assert first.startswith("https://club.example/link/")
    assert browser().post(first.removeprefix("https://club.example"), OLGA).status_code == 302
    with pytest.raises(CommandError, match="has an owner already"):
        call_command("owner_link")
    call_command("password_link", "OLGA")
    second = capsys.readouterr().out.strip()
    assert browser().post(second.removeprefix("http://127.0.0.1:8000"), GOOD).status_code == 302
    with pytest.raises(CommandError, match="nobody called"):
        call_command("password_link", "nemo")


def test_a_guest_has_no_password_to_be_lost() -> None:
    call(browser(), "POST", "guests", {"display_name": "Gast"})
    with pytest.raises(CommandError, match="nobody called"):
        call_command("password_link", Account.objects.get().username)
