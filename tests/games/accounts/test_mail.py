"""Mails about accounts: sent by a worker, with the site's own address, telling nobody whether an address is known."""

import re
from collections.abc import Callable
from io import StringIO
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from games import sweep
from games.absolute_urls import OF_THIS_MACHINE
from games.accounts import mail as mails
from games.accounts.erasure import erase_account
from games.accounts.mail_outbox import MOST_TRIES
from games.accounts.models import Account, BrowserSession, OneTimeLink, OutgoingMail, Token
from games.accounts.passwords import PASSWORD as PASSWORD_LINK
from games.accounts.passwords import make_link, set_password
from games.accounts.tokens import find_token, make_token
from games.clock.site_time import now
from tests.games.accounts.browsers import PASSWORD, browser, call, log_in, person, sign_up, who
from tests.web.markup import FOR_A_PART

pytestmark = pytest.mark.django_db

NEW = {"password1": "another horse battery", "password2": "another horse battery"}


def ask(client: Client, address: str, **more: Any) -> Any:
    return client.post("/accounts/password/reset/", {"email": address}, **more)


def shapes(asked: CaptureQueriesContext) -> list[str]:
    """What a request has asked the database, whatever the values were."""
    return [re.sub(r"'[^']*'|\b\d+\b", "?", query["sql"]) for query in asked]


def tables(asked: CaptureQueriesContext) -> list[list[str]]:
    """What it has done in which tables, in its order."""
    return [re.findall(r'^[A-Z]+|(?<=FROM |INTO |JOIN )"\w+"|(?<=UPDATE )"\w+"', query["sql"]) for query in asked]


def sent() -> list[str]:
    """The texts of all mails, once a worker has come by."""
    mails.send_due()
    return [str(message.body) for message in mail.outbox]


def test_a_request_for_a_new_password_does_the_same_for_every_address(client: Client) -> None:
    person("Ada", email="ada@example.org")
    done = []
    for address in ("ada@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as asked:
            answer = ask(client, address)
        done.append((answer.status_code, answer["Location"], shapes(asked)))
    assert done[0] == done[1]
    assert not any("games_account" in sql for sql in done[0][2]), "nobody is looked up before the answer"
    assert mail.outbox == []
    assert len(sent()) == 1
    assert not OutgoingMail.objects.exists()


def test_nobody_keeps_anybody_from_a_new_password_by_asking_for_theirs() -> None:
    person("Ada", email="ada@example.org")
    for address in ("ada@example.org", "nobody@example.org"):
        answers = [ask(Client(REMOTE_ADDR=f"192.0.2.{number}"), address) for number in range(1, 9)]
        assert {answer["Location"] for answer in answers} == {"/accounts/password/reset/done/"}
    texts = sent()
    assert len(texts) == 5, "nobody's mailbox is filled, and what is there works"
    links = [re.findall(r"http://testserver(/accounts/password/reset/key/\S+)", text)[0] for text in texts]
    assert browser().get(links[0])["Location"].endswith("-set-password/")


def test_a_mail_server_that_is_away_delays_a_mail_and_loses_none(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    person("Ada", email="ada@example.org")
    ask(client, "ada@example.org")
    monkeypatch.setattr("django.core.mail.EmailMessage.send", lambda *_: (_ for _ in ()).throw(ConnectionError("away")))
    mails.send_due()
    waiting = OutgoingMail.objects.get()
    assert (waiting.tries, waiting.due_at > now()) == (1, True)
    monkeypatch.undo()
    OutgoingMail.objects.update(due_at=now())
    called: list[bool] = []
    monkeypatch.setattr("games.accounts.tasks.send_mails.delay_on_commit", lambda: called.append(True))
    sweep.call_for_mail_delivery(now())
    assert called
    assert len(sent()) == 1


def test_a_server_that_fails_is_left_alone_until_the_next_sweep_and_by_other_threads(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ada", "Bob"):
        person(name, email=f"{name.lower()}@example.org")
        ask(client, f"{name.lower()}@example.org")
    tried: list[EmailMessage] = []

    def fail(message: EmailMessage) -> None:
        mails.send_due()  # as another thread would meanwhile
        tried.append(message)
        raise TimeoutError("no answer")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    mails.send_due()
    assert [message.to for message in tried] == [["ada@example.org"]]
    assert sorted(OutgoingMail.objects.values_list("tries", flat=True)) == [0, 1]


def test_a_mail_to_an_address_that_cannot_be_is_given_up_and_holds_up_no_other(client: Client) -> None:
    mails.queue_mail(f"x@{'ä' * 62}.com", "Hello", "A host too long to be written.")
    mails.queue_mail("ada@example.org", "Hello", "Here you are.")
    assert sent() == ["Here you are."]
    assert not OutgoingMail.objects.exists()


REFUSALS = [
    SMTPRecipientsRefused({"gone@example.org": (550, b"no such user")}),
    SMTPDataError(554, b"not this one"),
]


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_mail_that_the_server_refuses_is_put_off_and_holds_up_no_other(
    refusal: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def take(message: EmailMessage) -> None:
        if message.to == ["gone@example.org"]:
            raise refusal
        taken.extend(message.to)

    monkeypatch.setattr("django.core.mail.EmailMessage.send", take)
    for address in ("gone@example.org", "ada@example.org"):
        mails.queue_mail(address, "Hello", "Here you are.")
    mails.send_due()
    assert taken == ["ada@example.org"]
    waiting = OutgoingMail.objects.get()
    assert (waiting.address, waiting.tries, waiting.due_at > now()) == ("gone@example.org", 1, True)
    OutgoingMail.objects.update(due_at=now(), tries=MOST_TRIES - 1)
    mails.send_due()
    assert not OutgoingMail.objects.exists(), "it is not tried for ever"


def test_whoever_is_erased_gets_no_mail_any_more(client: Client) -> None:
    ada = person("Ada", email="ada@example.org")
    ask(client, "ada@example.org")
    erase_account(ada)
    assert not OutgoingMail.objects.exists()


@pytest.mark.parametrize("verification", ["none", "optional", "mandatory"])
def test_nobody_learns_by_signing_up_that_an_address_is_known(settings: Settings, verification: str) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    EmailAddress.objects.create(user=person("Bob"), email="bob@example.org", verified=True, primary=True)
    clients, done = (browser(), browser()), []
    for client, (name, address) in zip(clients, (("ada", "bob"), ("eva", "fay")), strict=True):
        with CaptureQueriesContext(connection) as asked:
            answer = sign_up(client, name, email=f"{address}@example.org")
        cookies = sorted((cookie.key, cookie["max-age"]) for cookie in answer.cookies.values())
        headers = {key: value for key, value in answer.items() if key not in ("Expires", "X-Request-ID")}
        done.append((answer.status_code, headers, answer.content, cookies, tables(asked)))
    assert done[0] == done[1]
    assert [who(one) for one in clients] == ([None, None] if verification == "mandatory" else ["ada", "eva"])
    assert OutgoingMail.objects.count() == (0 if verification == "none" else 2)


@pytest.mark.parametrize(
    ("public", "names", "port", "site"),
    [
        ("https://club.example", ["club.example"], 8000, "https://club.example"),
        ("https://club.example:8443/", ["club.example"], 8000, "https://club.example:8443"),
        ("", ["club.example", "192.0.2.7"], 8000, "http://club.example:8000"),
        ("", [".club.example", "*"], 80, "http://club.example"),
        ("", ["*"], 8000, "http://localhost:8000"),
        ("", [], 8000, "http://localhost:8000"),
    ],
)
@pytest.mark.parametrize("host", ["localhost", "localhost:1337", "127.0.0.1", "[::1]:1337", "LOCALHOST.:80"])
def test_links_in_mails_lead_to_the_site_itself_whatever_host_and_port_somebody_sends(
    client: Client, settings: Settings, public: str, names: list[str], port: int, site: str, host: str
) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = public, [*OF_THIS_MACHINE, *names]
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    ada = person("Ada", email="ada@example.org")
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    more: Any = {"headers": {"host": host, "x-forwarded-host": "evil.example"}, "SERVER_PORT": str(port)}
    assert ask(client, "ada@example.org", **more).status_code == 302
    form = {"username": "cleo", "display_name": "Cleo", "password1": PASSWORD, "password2": PASSWORD}
    for name, address in (("cleo", "cleo@example.org"), ("dan", "ada@example.org")):
        client.post("/accounts/signup/", {**form, "username": name, "email": address}, **more)
    texts = sent()
    links = [link for text in texts for link in re.findall(r"\S+://\S+", text)]
    assert len(links) == len(texts) == 3
    assert all(link.startswith(f"{site}/accounts/") for link in links), links


def test_a_host_that_the_site_does_not_know_gets_nobody_a_mail(client: Client) -> None:
    person("Ada", email="ada@example.org")
    assert ask(client, "ada@example.org", headers={"host": "evil.example"}).status_code == 400
    assert sent() == []


@pytest.mark.parametrize(
    "evil",
    [
        *("//evil.example/", "\\\\evil.example", "/\\evil.example", "http:evil.example", "https://evil.example/"),
        *("http://testserver:8080/", "http://testserver/settings/", "http://localhost/", "javascript:alert(1)"),
        *("///evil.example", "http:///evil.example", "/\tevil", "\n//evil.example", "evil.example", "http://[::1"),
    ],
)
def test_next_leads_to_a_page_of_this_site_by_its_path_and_nowhere_else(evil: str) -> None:
    person("Ada")
    client = browser()
    said = {"login": "ada", "password": PASSWORD, "next": evil}
    assert client.post("/accounts/login/", said)["Location"] == "/"
    assert client.post("/language/", {"language": "de", "next": evil})["Location"] == "/"
    assert client.post("/language/", {"language": "de", "next": evil}, headers=FOR_A_PART)["Location"] == "/"
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": evil})["Location"] == "/"
    assert client.post("/accounts/logout/", {"next": evil})["Location"] == "/"
    assert sign_up(browser(), "bob", next=evil)["Location"] == "/"
    guest = browser()
    call(guest, "POST", "guests", {"display_name": "Gast"})
    assert sign_up(guest, "gast", next=evil)["Location"] == "/"


def test_next_leads_back_to_where_somebody_was() -> None:
    person("Ada")
    said = {"login": "ada", "password": PASSWORD, "next": "/settings/?x=1"}
    assert browser().post("/accounts/login/", said)["Location"] == "/settings/?x=1"


def test_a_changed_password_ends_tokens_links_and_other_sessions(client: Client) -> None:
    ada = person("Ada")
    log_in(client, "ada")
    other = browser(ada)
    _, secret = make_token(ada, "a program", ["read"], None)
    assert find_token(secret)
    assert client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **NEW}).status_code == 302
    assert (find_token(secret), who(other), who(client)) == (None, None, "ada")
    assert BrowserSession.objects.filter(account=ada.pk).count() == 1
    assert not Token.objects.exists()
    assert not OneTimeLink.objects.exists()


def test_a_password_that_is_changed_in_the_administration_is_changed_where_everybody_does() -> None:
    sam = browser(person("Sam", is_staff=True))
    said = {"old_password": PASSWORD, "new_password1": NEW["password1"], "new_password2": NEW["password1"]}
    assert sam.post("/admin/password_change/", said)["Location"] == "/accounts/password/change/"
    assert Account.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize("named", [["ada"], []])
def test_a_password_that_is_typed_at_the_console_ends_tokens_links_and_sessions(
    named: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = person("Ada")
    client = browser(ada)
    make_token(ada, "a program", ["read"], None)
    make_link(PASSWORD_LINK, ada)
    monkeypatch.setattr("getpass.getpass", lambda **_: NEW["password1"])
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    call_command("changepassword", *named, stdout=StringIO())
    assert Account.objects.get().check_password(NEW["password1"])
    assert (Token.objects.count(), OneTimeLink.objects.count(), who(client)) == (0, 0, None)


def by_page(client: Client, ada: Account) -> None:
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **NEW})


def at_the_console(client: Client, ada: Account) -> None:
    with patch("getpass.getpass", lambda **_: NEW["password1"]):
        call_command("changepassword", "ada", stdout=StringIO())


def by_link(client: Client, ada: Account) -> None:
    set_password(make_link(PASSWORD_LINK, ada), NEW["password1"])


@pytest.mark.parametrize("change", [by_page, at_the_console, by_link])
def test_a_password_is_not_changed_if_its_tokens_links_and_sessions_cannot_be_ended(
    change: Callable[[Client, Account], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = person("Ada")
    client = browser(ada)
    make_token(ada, "a program", ["read"], None)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("games.accounts.passwords.end_sessions", fail)
    with pytest.raises(KeyboardInterrupt):
        change(client, ada)
    assert Account.objects.get().check_password(PASSWORD)
    assert (Token.objects.count(), who(client)) == (1, "ada")


@pytest.mark.parametrize("change", [by_page, at_the_console, by_link])
def test_another_link_to_a_new_password_ends_with_the_old_one(change: Callable[[Client, Account], None]) -> None:
    ada = person("Ada")
    client = browser(ada)
    make_link(PASSWORD_LINK, ada)
    change(client, ada)
    assert not OneTimeLink.objects.filter(used_at=None).exists()


def test_what_is_typed_at_the_console_is_asked_for_again_until_it_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    person("Ada")
    typed = iter(["good horse battery", "good horse batterie", "12345678", "12345678", *[NEW["password1"]] * 2])
    monkeypatch.setattr("getpass.getpass", lambda **_: next(typed))
    told = StringIO()
    call_command("changepassword", "ada", stdout=StringIO(), stderr=told)
    assert told.getvalue().startswith("The two differ; please try again.")
    assert Account.objects.get().check_password(NEW["password1"])
    monkeypatch.setattr("getpass.getpass", lambda **_: "12345678")
    for name, wrong in (("ada", "was not changed after 3 attempts"), ("nobody", "no account “nobody”")):
        with pytest.raises(CommandError, match=wrong):
            call_command("changepassword", name, stdout=StringIO(), stderr=StringIO())


def test_a_link_from_a_mail_to_a_new_password_ends_tokens_and_every_session(client: Client) -> None:
    ada = person("Ada", email="ada@example.org")
    other = browser(ada)
    make_token(ada, "a program", ["read"], None)
    ask(client, "ada@example.org")
    [text] = sent()
    [path] = re.findall(r"http://testserver(/accounts/password/reset/key/\S+)", text)
    form = client.get(path, follow=True)
    client.post(form.redirect_chain[-1][0], NEW)
    assert Account.objects.get().check_password(NEW["password1"])
    assert (Token.objects.count(), BrowserSession.objects.filter(account=ada.pk).count(), who(other)) == (0, 0, None)
    assert client.get(path, follow=True).status_code == 200
    client.post(form.redirect_chain[-1][0], {"password1": "third horse battery", "password2": "third horse battery"})
    assert Account.objects.get().check_password(NEW["password1"]), "it works once"
