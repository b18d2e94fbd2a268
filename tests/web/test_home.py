"""The home page, and what every page has around it."""

import re

import pytest
from django.test import Client

from tests.games.accounts.browsers import browser, call, person
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def test_it_says_what_the_place_is_and_lets_strangers_play_at_once(client: Client) -> None:
    page = page_of(client.get("/"))
    assert "everybody fits it into a sheet of their own" in page.text
    assert "Play solo now" in page.text
    assert "/play/solo/" in page.values("action")
    assert "No account needed" in page.text


def test_the_menu_leads_everywhere(client: Client) -> None:
    assert {"/", "/games/", "/clubs/", "/rules/", "/accounts/login/"} <= set(page_of(client.get("/")).values("href"))


def test_the_tab_bears_the_name_alone(client: Client) -> None:
    assert b"<title>Brikks Arena</title>" in client.get("/").content


@pytest.mark.parametrize("path", ["/", "/games/", "/clubs/"])
def test_the_menu_marks_the_page(client: Client, path: str) -> None:
    current = [link for link in page_of(client.get(path)).all("a") if link.get("aria-current") == "page"]
    assert [link["href"] for link in current] == [path]


def test_who_is_logged_in_is_greeted_and_can_log_out() -> None:
    page = page_of(browser(person("Ada")).get("/"))
    assert "Hello, Ada" in page.text
    assert "/accounts/logout/" in page.values("action")
    assert "/accounts/login/" not in page.values("href")


def test_a_guest_is_told_how_to_keep_the_games() -> None:
    client = browser()
    call(client, "POST", "guests", {"display_name": "Gil"})
    page = page_of(client.get("/"))
    assert "You play as a guest: keep your games" in page.text
    assert "/accounts/signup/" in page.values("href")


def test_it_cannot_be_posted_to(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_the_old_icon_address_leads_to_the_icon(client: Client) -> None:
    response = client.get("/favicon.ico", follow=True)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("image/svg+xml")


def test_a_visitor_chooses_a_language_and_keeps_it() -> None:
    client = browser()
    answer = client.post("/language/", {"language": "de", "next": "/rules/?a=1"}, headers={"Accept-Language": "fr"})
    assert answer["Location"] == "/rules/?a=1"
    cookie = answer.cookies["django_language"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert client.get("/rules/", headers={"Accept-Language": "fr"})["Content-Language"] == "de"
    client.post("/language/", {"language": ""})
    assert client.get("/rules/", headers={"Accept-Language": "fr"})["Content-Language"] == "fr"


def test_the_language_of_an_account_is_changed_with_it() -> None:
    ada = person("Ada", language="fr")
    client = browser(ada)
    client.post("/language/", {"language": "es"})
    ada.refresh_from_db()
    assert ada.language == "es"
    assert browser(ada).get("/")["Content-Language"] == "es"


@pytest.mark.parametrize("place", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_choosing_a_language_leads_nowhere_else(place: str) -> None:
    assert browser().post("/language/", {"language": "de", "next": place})["Location"] == "/"


def test_there_are_no_other_languages() -> None:
    assert browser().post("/language/", {"language": "tlh"}).status_code == 400


def test_after_a_form_with_errors_another_language_leads_home() -> None:
    client = Client()
    for answer, address in (
        (client.get("/accounts/login/?next=/rules/"), "/accounts/login/?next=/rules/"),
        (client.post("/accounts/login/", {"login": "nobody"}), "/"),
    ):
        [form] = re.findall(r'<form class="languages".*?</form>', answer.content.decode(), re.S)
        assert f'name="next" value="{address}"' in form
