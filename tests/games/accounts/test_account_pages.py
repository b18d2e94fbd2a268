"""What holds for every page of accounts, and what mail says where there is some."""

import re

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from games.accounts import mail as mails
from tests.games.accounts.browsers import browser, log_in, person, who
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

FOR_ANYBODY = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/"]
FOR_SOMEBODY = [
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/2fa/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
    "/settings/",
    "/settings/tokens/",
    "/settings/data/",
]


@pytest.mark.parametrize("path", FOR_ANYBODY + FOR_SOMEBODY)
def test_every_page_is_whole_and_needs_nothing_inline(path: str) -> None:
    client = browser(person("Ada")) if path in FOR_SOMEBODY else browser()
    answer = client.get(path)
    assert answer.status_code == 200
    page = page_of(answer)
    assert len(page.all("h1")) == 1
    assert not page.skips_a_heading_level()
    assert len(page.all("main")) == 1
    assert not page.all("style")
    assert not page.values("style")
    assert all("src" in script for script in page.all("script"))
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert set(page.values("for")) <= set(ids)
    fields = [field for field in page.all("input") if field.get("type") not in ("hidden", "submit")]
    assert {field["id"] for field in fields} <= set(page.values("for"))
    assert not re.search(r"""(https?:)?//[\w.-]+\.\w""", answer.content.decode())


@pytest.mark.parametrize("path", FOR_SOMEBODY)
def test_the_pages_of_an_account_are_for_its_owner(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302


def test_without_mail_people_are_told_whom_to_ask(client: Client) -> None:
    page = page_of(client.get("/accounts/password/reset/"))
    assert "This site sends no mail." in page.text
    assert "/accounts/password/reset/" not in page.values("action")


def test_with_mail_a_link_to_a_new_password_comes(client: Client, settings: Settings) -> None:
    settings.HAS_MAIL = True
    ada = person("Ada", email="ada@example.org")
    other = browser(ada)
    assert page_of(client.get("/accounts/password/reset/")).all("button")
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    mails.send_due()
    [message] = mail.outbox
    assert message.subject.startswith("[Brikks Arena]")
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(message.body))
    assert found
    form = client.get(found[1], follow=True)
    said = {"password1": "another horse battery", "password2": "another horse battery"}
    client.post(form.redirect_chain[-1][0], said)
    assert who(other) is None
    log_in(client, "ada", "another horse battery")
    assert who(client) == "ada"


def test_a_mail_names_the_public_address_whatever_the_request_says(client: Client, settings: Settings) -> None:
    settings.HAS_MAIL, settings.PUBLIC_URL = True, "https://club.example/"
    person("Ada", email="ada@example.org")
    client.post("/accounts/password/reset/", {"email": "ada@example.org"}, headers={"host": "localhost:1337"})
    mails.send_due()
    [message] = mail.outbox
    assert "https://club.example/accounts/password/reset/key/" in str(message.body)
    assert "://localhost" not in str(message.body)


def test_nobody_learns_from_the_page_whether_an_address_is_known(client: Client, settings: Settings) -> None:
    settings.HAS_MAIL = True
    person("Ada", email="ada@example.org")
    known = client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "nemo@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    mails.send_due()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("has_mail", [True, False])
def test_mails_are_promised_only_by_a_site_that_sends_some(client: Client, settings: Settings, has_mail: bool) -> None:
    settings.HAS_MAIL = has_mail
    ada = browser(person("Ada"))
    assert ("For a new password" in page_of(client.get("/accounts/signup/")).text) is has_mail
    assert ("set a new password by yourself" in page_of(ada.get("/accounts/email/")).text) is has_mail
    assert ("/accounts/email/" in page_of(ada.get("/accounts/password/change/")).values("href")) is has_mail
    assert ("/notices/mails/" in page_of(ada.get("/notices/")).values("action")) is has_mail
