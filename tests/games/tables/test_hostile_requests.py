"""What somebody sends who means ill: it is refused in words, and nothing is half done."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from games.accounts.callers import caller_of
from games.accounts.models import Account, Report
from games.log.models import Game
from games.play.creation import create_game
from games.play.setup import Setup
from tests.games.accounts.browsers import PASSWORD, browser, person
from tests.games.sample_tables import PEOPLE, command, fold_of, open_table, table
from tests.web.markup import FOR_A_PART
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db

BOUNDARY = "between"
ENCODINGS = ("hex", "idna", "raw_unicode_escape", "rot13", "undefined", "unicode_escape", "utf-16")


def as_parts(fields: dict[str, str]) -> bytes:
    """A form in parts, with its texts as they are."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{fields[name]}\r\n' for name in fields
    ]
    return "".join([*parts, f"--{BOUNDARY}--\r\n"]).encode()


def send_in(encoding: str, client: Client, path: str, **fields: str) -> Any:
    """The answer to a form that names an encoding."""
    kind = f"multipart/form-data; boundary={BOUNDARY}; charset={encoding}"
    return client.generic("POST", path, as_parts(fields), content_type=kind)


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str | None]:
    """How fast somebody may ask, to be changed by a test."""
    changed = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES)
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", changed)
    return changed


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_texts_in_an_encoding_that_no_browser_uses_are_refused(encoding: str) -> None:
    ada, bea = person("Ada"), person("Bea")
    client = browser(ada)
    client.raise_request_exception = False
    forms: dict[str, dict[str, str]] = {
        "/settings/": {"display_name": "A\\ud800"},
        "/clubs/": {"name": "A\\ud800"},
        f"/players/{bea.username}/report/": {"text": "\\ud800"},
        "/language/": {"language": "de"},
    }
    for path, fields in forms.items():
        assert send_in(encoding, client, path, **fields).status_code == 400
    assert not Report.objects.exists()
    assert Account.objects.get(pk=ada.pk).display_name == ada.display_name


@pytest.mark.parametrize("encoding", ["utf-8", "UTF-8", "utf8"])
def test_utf8_may_be_named(encoding: str) -> None:
    bea = person("Bea")
    send_in(encoding, browser(person("Ada")), f"/players/{bea.username}/report/", text="Schön böse")
    assert Report.objects.get().text == "Schön böse"


@pytest.mark.parametrize("place", ["http://[", "//evil.example", "/\\evil.example", "https://evil.example/"])
def test_whoever_logs_in_is_led_nowhere_else(place: str) -> None:
    ada = person("Ada")
    answer = browser().post("/accounts/login/", {"login": ada.username, "password": PASSWORD, "next": place})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_forms_that_change_games_are_counted_like_commands(rates: dict[str, str | None]) -> None:
    rates["commands"] = "2/h"
    game = table()
    client = client_of(PEOPLE[0])
    before = fold_of(game)
    for path in ("act", "roll"):
        assert client.post(f"/games/{game}/{path}/", {"landing": "x"}).status_code == 302
    for path in ("act", "roll"):
        answer = client.post(f"/games/{game}/{path}/", {"landing": "x"})
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= 3600
    games = Game.objects.count()
    assert client.post("/play/solo/").status_code == 429
    assert client.post("/play/", {"variant": "solo", "who_0": "me"}).status_code == 400
    assert (Game.objects.count(), fold_of(game)) == (games, before)


@pytest.mark.parametrize("path", ["join", "here", "leave", "start", "abort"])
def test_forms_of_a_table_before_its_start_are_counted_too(rates: dict[str, str | None], path: str) -> None:
    rates["commands"] = "1/h"
    game = open_table()
    client = client_of(PEOPLE[0])
    first, second = (client.post(f"/games/{game}/{path}/", {"seat": "0"}).status_code for _ in range(2))
    assert first != 429
    assert second == 429


def test_guests_whom_guests_make_count_at_their_address(rates: dict[str, str | None]) -> None:
    rates["guests"] = "2/h"
    client = Client()
    assert client.post("/play/solo/").status_code == 302
    guest = Account.objects.get(is_guest=True)
    seats = [{"kind": "guest"}, {"kind": "guest"}]
    game = create_game(Setup(variant="standard", levels=[1, 1], seats=seats), caller_of(guest), command()).game
    here = {"display_name": "Eve", "seat": "1", "command": "c-here"}
    assert client.post(f"/games/{game}/here/", here).status_code == 302
    Client().post("/play/solo/")
    assert Account.objects.filter(is_guest=True).count() == 2


def test_strangers_have_games_checked_as_rarely_as_by_the_interface(rates: dict[str, str | None]) -> None:
    rates.update({"verify": "100/h", "verify-anon": "1/h"})
    game = table()
    assert [Client().get(f"/games/{game}/verify/").status_code for _ in range(2)] == [200, 429]
    assert Client().post("/api/v1/verify", {}, "application/json").status_code == 429


def test_whoever_seats_too_many_guests_has_no_half_of_a_table(rates: dict[str, str | None]) -> None:
    rates["guests"] = "1/h"
    people = {"who_0": "me", "who_1": "here", "name_1": "Bea", "who_2": "here", "name_2": "Cem"}
    answer = browser(person("Ada")).post("/play/", {"variant": "standard", **people})
    assert answer.status_code == 400
    assert not Game.objects.exists()
    assert not Account.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("path", ["/rules/", "/privacy/", "/accounts/email/", "/players/nobody/", "/nothing/here/"])
def test_pages_that_say_who_is_logged_in_are_kept_nowhere(path: str) -> None:
    assert "no-store" in browser(person("Ada")).get(path)["Cache-Control"]


def test_names_cannot_break_out_of_a_page() -> None:
    ada = person("Ada")
    Account.objects.filter(pk=ada.pk).update(display_name="</script><script>alert(1)//")
    client = browser(ada)
    game = client.post("/play/solo/")["Location"]
    for page in ("/", "/learn/", "/games/", f"/players/{ada.username}/", game, f"{game}replay/", f"{game}turn/"):
        answer = client.get(page, headers=FOR_A_PART if page.endswith("/turn/") else {})
        assert answer.status_code == 200
        assert b"<script>alert" not in answer.content, page


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\0", "x" * 10_000, "{" * 10_000, "\u202e", "9" * 30, "-1", "[]"])
def test_nonsense_in_forms_is_told_and_changes_nothing(text: str) -> None:
    game = table()
    before = fold_of(game)
    client = client_of(PEOPLE[0])
    forms: dict[str, tuple[str, ...]] = {
        f"/games/{game}/act/": ("landing", "phase", "action", "answers", "command"),
        f"/games/{game}/roll/": ("roll", "answers", "command"),
        f"/games/{game}/hand-over/": ("seat",),
        f"/games/{game}/join/": ("seat", "display_name", "invite"),
        f"/games/{game}/here/": ("seat", "display_name"),
        f"/games/{game}/leave/": ("seat",),
        "/language/": ("language",),
        "/learn/1/": ("landing",),
        "/play/": ("variant", "who_1", "name_1", "seconds", "club"),
        "/settings/unblock/": ("handle",),
        "/clubs/": ("name", "description"),
    }
    for path, names in forms.items():
        for name in names:
            assert client.post(path, {name: text}).status_code < 500, (path, name)
    for query in ("at", "after", "invite", "page", "any"):
        for page in ("", "turn/", "frames/", "replay/", "seats/"):
            for headers in ({}, FOR_A_PART):
                answer = client.get(f"/games/{game}/{page}", {query: text}, headers=headers)
                assert answer.status_code < 500, (page, query)
    assert fold_of(game) == before
