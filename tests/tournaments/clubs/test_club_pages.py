"""The pages of clubs."""

import pytest

from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.clock.site_time import now
from games.play.creation import create_game
from games.play.setup import Setup
from tests.games.accounts.browsers import browser, call, person
from tests.games.sample_tables import account, command
from tests.tournaments.sample_clubs import club, roles
from tests.web.markup import page_of
from tournaments.clubs.models import Club, Membership

pytestmark = pytest.mark.django_db


def test_the_list_has_ones_own_clubs_and_the_public_ones() -> None:
    club("The Bricklayers")
    club("The Open Ones", is_public=True)
    assert "The Open Ones" in page_of(browser().get("/clubs/")).text
    assert "The Bricklayers" not in page_of(browser().get("/clubs/")).text
    text = page_of(browser(account("Mia")).get("/clubs/")).text
    assert "The Bricklayers" in text
    assert "Your clubs" in text


def test_somebody_with_an_account_founds_a_club() -> None:
    client = browser(person("Ada"))
    answer = client.post("/clubs/", {"name": "  The  New Ones ", "description": "We meet.", "is_public": "on"})
    founded = Club.objects.get()
    assert answer["Location"] == f"/clubs/{founded.pk}/"
    assert (founded.name, founded.is_public, roles(founded)) == ("The New Ones", True, {"Ada": "owner"})
    assert "We meet." in page_of(browser().get(answer["Location"])).text


def test_a_club_keeps_the_clocks_of_its_founder() -> None:
    client = browser(person("Ada"))
    client.cookies["time-zone"] = "America/Lima"
    client.post("/clubs/", {"name": "The New Ones"})
    assert Club.objects.get().time_zone == "America/Lima"


def test_what_does_not_fit_is_said_beside_its_field() -> None:
    club("The Bricklayers")
    client = browser(person("Ada"))
    for name, words in (
        ("the bricklayers", "already a club called"),
        ("...", "some of them letters"),
        ("", "required"),
    ):
        answer = client.post("/clubs/", {"name": name})
        assert answer.status_code == 400
        assert words in page_of(answer).text
    assert Club.objects.count() == 1


def test_guests_and_strangers_found_nothing() -> None:
    guest = browser()
    call(guest, "POST", "guests", {"display_name": "Gil"})
    for client in (guest, browser()):
        assert client.post("/clubs/", {"name": "Ours"}).status_code == 403
        assert "Sign up" in page_of(client.get("/clubs/")).text
    assert not Club.objects.exists()


def test_a_private_club_does_not_exist_for_strangers() -> None:
    founded = club()
    for client in (browser(), browser(person("Eve"))):
        assert client.get(f"/clubs/{founded.pk}/").status_code == 404
    assert browser().get("/clubs/c-nothing/").status_code == 404


def test_members_see_each_other_and_those_who_run_it_the_link() -> None:
    founded = club()
    for name, has_link in (("Olga", True), ("Otto", True), ("Sven", False), ("Mia", False)):
        answer = browser(account(name)).get(f"/clubs/{founded.pk}/")
        assert "Olga" in page_of(answer).text
        assert (f"/clubs/join/{founded.invite}/" in answer.content.decode()) is has_link
        assert ('class="segno"' in answer.content.decode()) is has_link


def test_staff_see_a_private_club_but_not_its_people() -> None:
    founded = club()
    text = page_of(browser(person("Sam", is_staff=True)).get(f"/clubs/{founded.pk}/")).text
    assert "The members of this club are not shown to you." in text
    assert "Mia" not in text


def test_people_join_by_the_link() -> None:
    founded, ada = club(), person("Ada")
    link = f"/clubs/join/{founded.invite}/"
    assert "The Bricklayers" in page_of(browser().get(link)).text
    assert f"/accounts/signup/?next={link}" in page_of(browser().get(link)).values("href")
    client = browser(ada)
    assert client.post(link)["Location"] == f"/clubs/{founded.pk}/"
    assert roles(founded)["Ada"] == "member"
    assert client.get(link)["Location"] == f"/clubs/{founded.pk}/"
    assert "Welcome to The Bricklayers." in page_of(client.get(f"/clubs/{founded.pk}/")).text


def test_a_link_that_leads_nowhere_says_so() -> None:
    client = browser(person("Ada"))
    for invite in ("nothing", "%00", "é"):
        assert client.get(f"/clubs/join/{invite}/").status_code == 404
        assert client.post(f"/clubs/join/{invite}/").status_code == 404


def test_guests_sign_up_first() -> None:
    founded, client = club(), browser()
    call(client, "POST", "guests", {"display_name": "Gil"})
    assert client.post(f"/clubs/join/{founded.invite}/").status_code == 403
    assert "Gil" not in roles(founded)


def test_people_leave_but_not_the_last_owner() -> None:
    founded = club()
    assert browser(account("Mia")).post(f"/clubs/{founded.pk}/leave/")["Location"] == "/clubs/"
    assert "Mia" not in roles(founded)
    olga = browser(account("Olga"))
    assert olga.post(f"/clubs/{founded.pk}/leave/")["Location"] == f"/clubs/{founded.pk}/"
    assert "A club has at least one owner" in page_of(olga.get(f"/clubs/{founded.pk}/")).text


def test_roles_are_given_by_those_who_may() -> None:
    founded = club()
    path = f"/clubs/{founded.pk}/members/mia/role/"
    assert browser(account("Sven")).post(path, {"role": "organiser"}).status_code == 403
    assert browser(account("Otto")).post(path, {"role": "scorekeeper"}).status_code == 302
    assert roles(founded)["Mia"] == "scorekeeper"
    assert browser(account("Otto")).post(path, {"role": "owner"}).status_code == 403
    browser(account("Olga")).post(path, {"role": "king"})
    assert roles(founded)["Mia"] == "scorekeeper"


def test_only_roles_that_can_be_given_are_offered() -> None:
    founded = club()

    def offered(name: str) -> list[str]:
        page = page_of(browser(account(name)).get(f"/clubs/{founded.pk}/"))
        return [action.split("/")[4] for action in page.values("action") if action.endswith("/role/")]

    assert sorted(offered("Olga")) == ["mia", "olga", "otto", "sven"]
    assert sorted(offered("Otto")) == ["mia", "otto", "sven"]
    assert offered("Mia") == []


def test_members_are_removed_by_those_who_may() -> None:
    founded = club()
    path = f"/clubs/{founded.pk}/members/mia/remove/"
    assert browser(account("Sven")).post(path).status_code == 403
    assert browser(account("Otto")).post(path).status_code == 302
    assert "Mia" not in roles(founded)


def test_a_new_link_ends_the_old_one() -> None:
    founded = club()
    assert browser(account("Mia")).post(f"/clubs/{founded.pk}/link/").status_code == 403
    assert browser(account("Otto")).post(f"/clubs/{founded.pk}/link/").status_code == 302
    assert browser().get(f"/clubs/join/{founded.invite}/").status_code == 404
    founded.refresh_from_db()
    assert browser().get(f"/clubs/join/{founded.invite}/").status_code == 200


def test_the_games_of_a_club_are_on_its_page() -> None:
    founded = club(is_public=True)
    setup = Setup("solo", [1], [{"kind": "person"}], club=founded.pk)
    shown = create_game(setup, caller_of(account("Mia")), command()).game
    hidden = Setup("solo", [1], [{"kind": "person"}], club=founded.pk, visibility="hidden")
    kept = create_game(hidden, caller_of(account("Mia")), command()).game
    html = browser().get(f"/clubs/{founded.pk}/").content.decode()
    assert shown in html
    assert kept not in html


def test_nothing_is_changed_by_looking() -> None:
    founded = club()
    for path in ("leave/", "link/", "members/mia/role/", "members/mia/remove/"):
        assert browser(account("Olga")).get(f"/clubs/{founded.pk}/{path}").status_code == 405
    assert len(roles(founded)) == 4


def test_many_members_have_pages() -> None:
    founded = club()
    crowd = [Account(username=f"m{n}", display_name=f"Member {n:03}", password="!") for n in range(60)]
    for somebody in Account.objects.bulk_create(crowd):
        Membership.objects.create(club=founded, account=somebody, role="member", joined_at=now())
    client = browser(account("Mia"))
    first = page_of(client.get(f"/clubs/{founded.pk}/"))
    assert "?page=2" in first.values("href")
    assert "Olga" in first.text
    assert "Member 059" in page_of(client.get(f"/clubs/{founded.pk}/?page=2")).text
