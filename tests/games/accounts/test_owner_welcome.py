"""The first steps of a site's owner."""

import pytest

from tests.games.accounts.browsers import browser, person
from tests.web.markup import page_of
from tournaments.clubs.models import Club

pytestmark = pytest.mark.django_db


def test_the_owner_founds_the_club_and_invites_the_players() -> None:
    owner = person("Olga", is_staff=True, is_superuser=True)
    client = browser(owner)
    assert "Start your club" in page_of(client.get("/welcome/")).text
    assert client.post("/welcome/", {"name": "The Bricklayers", "language": "de"})["Location"] == "/welcome/"
    founded = Club.objects.get()
    owner.refresh_from_db()
    assert (founded.name, founded.is_public, owner.language) == ("The Bricklayers", False, "de")
    html = client.get("/welcome/").content.decode()
    assert f"http://testserver/clubs/join/{founded.invite}/" in html
    assert 'class="segno"' in html


def test_the_first_club_keeps_the_clocks_of_the_owners_browser() -> None:
    client = browser(person("Olga", is_staff=True, is_superuser=True))
    client.cookies["time-zone"] = "Europe/Madrid"
    client.post("/welcome/", {"name": "The Bricklayers", "language": "es"})
    assert Club.objects.get().time_zone == "Europe/Madrid"


@pytest.mark.parametrize("said", [{"name": "", "language": "de"}, {"name": "???", "language": "de"}, {"name": "Ours"}])
def test_what_does_not_fit_founds_nothing(said: dict[str, str]) -> None:
    client = browser(person("Olga", is_staff=True, is_superuser=True))
    assert client.post("/welcome/", said).status_code == 400
    assert not Club.objects.exists()


def test_it_is_for_owners_of_the_site_alone() -> None:
    assert browser().get("/welcome/").status_code == 302
    for client in (browser(person("Ada")), browser(person("Sam", is_staff=True))):
        assert client.get("/welcome/").status_code == 403
        assert client.post("/welcome/", {"name": "Ours", "language": "de"}).status_code == 403
    assert not Club.objects.exists()
