"""Every page of the site, with every text that is marked for translation in brackets: nothing else may be said."""

import re
from typing import NamedTuple

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings as site_settings
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils.translation import get_language
from pytest_django.fixtures import Settings

from engine.brikks.bots import BOTS
from games.accounts import mail as mails
from games.accounts.models import Account, Token
from games.log.models import ErasableText
from games.time_zone_choices import zones_by_region
from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.brackets import outside, speak_in_brackets, unmarked
from tests.web.permissions.addresses import address
from tests.web.permissions.pages import PAGES
from tests.web.permissions.rows import Row
from tests.web.permissions.world import World, make_world
from tournaments.clubs.models import Announcement, Club, ClubPerson
from tournaments.events.models import Tournament
from tournaments.leagues.models import League

pytestmark = pytest.mark.slow

__all__ = ["no_memories", "tear_down_without_guards"]

BRAND = ("Brikks Arena", "Brikks", "Wolfgang Warsch", "Schmidt Spiele", "UTC", "API", "QR", "SHA")
ROLES = ("anonymous", "guest", "player", "stranger", "owner", "staff")
ROWS = [row for row in PAGES if "GET" in row.may and not row.pattern.startswith(("admin/", "api/", ".well-known/"))]


@pytest.fixture
def world(db: None, settings: Settings) -> World:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False
    settings.HAS_MAIL = True
    return make_world()


def names(world: World) -> set[str]:
    """What is called as somebody has called it."""
    known = {*BRAND, *BOTS, *world.games.values(), *(name for _, name in site_settings.LANGUAGES)}
    known |= {city for _, zones in zones_by_region() for _, city in zones}
    known |= set(Token.objects.values_list("name", flat=True))
    known |= set(ErasableText.objects.values_list("text", flat=True))
    for account in Account.objects.all():
        known |= {account.display_name, account.username, account.email}
    for club in Club.objects.all():
        known |= {club.name, club.pk, club.description, club.time_zone}
    for called, field in ((League, "name"), (Tournament, "name"), (ClubPerson, "name"), (Announcement, "title")):
        known |= set(called.objects.values_list(field, flat=True))
    return known


class Looked(NamedTuple):
    """What came of looking at a page."""

    was_seen: bool
    unmarked: dict[str, list[str]]
    """The words that are not marked, by who looks."""


def look(world: World, row: Row) -> Looked:
    """Look at a page as all sorts of people."""
    known, path = names(world), address(world, row)
    answers = {role: world.clients[role].get(path) for role in ROLES}
    pages = {role: answer for role, answer in answers.items() if answer["Content-Type"].startswith("text/html")}
    found = {role: unmarked(page.content.decode(), known) for role, page in pages.items()}
    was_seen = any(answer.status_code < 400 for answer in answers.values())
    return Looked(was_seen, {role: words for role, words in found.items() if words})


def test_every_text_on_every_page_is_marked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_in_brackets(monkeypatch)
    looked = [(row, look(world, row)) for row in ROWS]
    assert {str(row): found.unmarked for row, found in looked if found.unmarked} == {}
    # A page that nobody gets to see would pass without having been looked at.
    seen = {row.pattern for row, found in looked if found.was_seen}
    assert {row.pattern for row in ROWS} - seen == set()


REFUSING = ("/nothing-here/", "/players/nobody/", "/games/nothing/", "/link/wrong/")


def test_so_is_every_text_on_a_page_that_refuses(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_in_brackets(monkeypatch)
    for path in REFUSING:
        answer = world.clients["player"].get(path)
        assert answer.status_code == 404, path
        assert unmarked(answer.content.decode(), names(world) | set(path.split("/"))) == [], path


@pytest.mark.django_db
def test_what_programs_are_told_follows_the_language_and_codes_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_in_brackets(monkeypatch)
    client = Client()
    missing = client.get("/api/v1/games/nothing").json()
    assert missing == {"code": "game/not-found", "detail": "⟦There is no game “nothing”.⟧"}
    assert client.get("/api/v1/me").json()["detail"] == "⟦Log in, or send a token.⟧"
    assert client.get("/api/v1/no-such").json()["detail"] == "⟦There is nothing at this address.⟧"


@pytest.mark.django_db
def test_mail_is_marked_too(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    speak_in_brackets(monkeypatch)
    settings.HAS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = True, "optional"
    said = {"username": "ada", "display_name": "Ada", "email": "ada@example.org", "language": ""}
    passwords = dict.fromkeys(("password1", "password2"), "correct horse battery")
    assert Client().post("/accounts/signup/", {**said, **passwords}).status_code == 302
    Client().post("/accounts/password/reset/", {"email": "ada@example.org"})
    mails.send_due()
    confirmation, reset = mail.outbox
    for message in (confirmation, reset):
        text = re.sub(r"http://\S+", "", f"{message.subject}\n{message.body}")
        assert "⟦" in str(message.subject)
        assert unmarked(text, {*BRAND, "Ada", "ada"}) == []


@pytest.mark.django_db
def test_mail_is_written_in_the_language_of_the_account(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.HAS_MAIL = True
    spoken = []

    def write(*said: object) -> EmailMessage:
        spoken.append(get_language())
        return EmailMessage()

    monkeypatch.setattr(DefaultAccountAdapter, "render_mail", write)
    for name, language in (("ada", "fr"), ("bob", "")):
        Account.objects.create_user(name, f"{name}@example.org", "correct horse", display_name=name, language=language)
        said = {"email": f"{name}@example.org"}
        Client().post("/accounts/password/reset/", said, headers={"Accept-Language": "de"})
    mails.send_due()
    assert spoken == ["fr", "de"]


def test_it_finds_what_is_not_marked() -> None:
    page = '<title>⟦Rules⟧</title><p title="Hint">⟦Hello <b>%s⟧</b> and <i translate="no">no</i> Ada 12 x</p>'
    assert unmarked(page, {"Ada"}) == ["Hint", "and"]
    island = '<script type="application/json">{"texts": {"go": "Go", "on": "⟦On⟧"}, "key": "brikks"}</script>'
    assert unmarked(island, {"Ada"}) == ["Go"]
    assert outside("a⟦b⟦c⟧d⟧e").split() == ["a", "e"]
