"""The home page."""

from django.test import Client

from tests.web.markup import page_of


def test_it_says_what_the_place_is_and_what_exists(client: Client) -> None:
    text = page_of(client.get("/")).text
    assert "clubs and leagues" in text
    assert "Here today" in text
    assert "Not here yet" in text


def test_it_offers_the_rules_the_login_and_nothing_that_does_not_exist(client: Client) -> None:
    page = page_of(client.get("/"))
    assert {link["href"] for link in page.all("a")} == {"#content", "/", "/rules/", "/accounts/login/"}
    assert not page.all("button")
    assert not page.all("form")


def test_the_tab_bears_the_name_alone(client: Client) -> None:
    assert b"<title>Brikks Arena</title>" in client.get("/").content


def test_the_menu_marks_the_page(client: Client) -> None:
    current = [link for link in page_of(client.get("/")).all("a") if "aria-current" in link]
    assert [link["href"] for link in current] == ["/"]


def test_it_cannot_be_posted_to(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_the_old_icon_address_leads_to_the_icon(client: Client) -> None:
    response = client.get("/favicon.ico", follow=True)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("image/svg+xml")
