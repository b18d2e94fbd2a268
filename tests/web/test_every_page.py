"""What holds for every page of the site, the error pages included."""

import re

import pytest
from django.test import Client

from tests.web.markup import page_of

PAGES = {
    "/": 200,
    "/rules/": 200,
    "/learn/done/": 200,
    "/games/": 200,
    "/play/": 200,
    "/clubs/": 200,
    "/tournaments/": 200,
    "/leaderboards/": 200,
    "/solo/": 200,
    "/privacy/": 200,
    "/nothing-here/": 404,
}

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize(("path", "status"), PAGES.items())]


def test_it_answers(client: Client, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response["Content-Type"] == "text/html; charset=utf-8"


def test_it_has_a_language_a_title_and_one_main_heading(client: Client, path: str, status: int) -> None:
    page = page_of(client.get(path))
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("h1")) == 1
    assert not page.skips_a_heading_level()
    assert len(page.all("main")) == 1
    assert "Brikks Arena" in page.text


def test_the_skip_link_leads_to_the_content(client: Client, path: str, status: int) -> None:
    page = page_of(client.get(path))
    assert page.all("a")[0]["href"] == "#content"
    assert page.all("main")[0]["id"] == "content"


def test_it_names_author_and_publisher_and_its_independence(client: Client, path: str, status: int) -> None:
    text = page_of(client.get(path)).text
    assert "Brikks is a game by Wolfgang Warsch, published by Schmidt Spiele." in text
    assert "independent" in text


def test_it_asks_no_other_host_for_anything(client: Client, path: str, status: int) -> None:
    html = client.get(path).content.decode()
    assert not re.search(r"""(https?:)?//[\w.-]+\.\w""", html)


def test_it_needs_no_inline_style_or_script(client: Client, path: str, status: int) -> None:
    page = page_of(client.get(path))
    assert not page.all("style")
    assert not page.values("style")
    assert all("src" in script for script in page.all("script"))
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]


@pytest.mark.slow
def test_every_local_address_on_it_answers(client: Client, path: str, status: int) -> None:
    page = page_of(client.get(path))
    for address in page.values("href") + page.values("src"):
        if address.startswith("#"):
            assert address[1:] in page.values("id")
        else:
            assert client.get(address).status_code == 200, address


def test_ids_are_unique_and_labels_point_at_them(client: Client, path: str, status: int) -> None:
    page = page_of(client.get(path))
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {name for value in page.values("aria-labelledby") for name in value.split()} <= set(ids)


def test_the_browser_is_told_to_refuse_everything_foreign(client: Client, path: str, status: int) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]
