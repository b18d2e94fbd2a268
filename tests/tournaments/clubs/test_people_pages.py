"""Pages about those who ask to join, what a club announces, and people without an account."""

from typing import Any

import pytest
from django.test import Client

from tests.games.accounts.browsers import browser, call, person
from tests.games.sample_tables import account, caller
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.sample_clubs import club, roles
from tests.web.markup import page_of
from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest
from tournaments.clubs.services.admission import ask_to_join
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import change_club
from tournaments.clubs.services.persons import add_person, make_claim_link

pytestmark = pytest.mark.django_db


def text_of(client: Client, path: str) -> str:
    return page_of(client.get(path)).text


def by(name: str) -> Client:
    return browser(account(name))


def by_approval(**fields: Any) -> Club:
    return change_club(club(**fields).pk, caller("Olga"), {"admission": "approval"})


def test_one_joins_an_open_club_on_its_page() -> None:
    made = change_club(club(is_public=True).pk, caller("Olga"), {"admission": "open"})
    ada, page = browser(person("Ada")), f"/clubs/{made.pk}/"
    assert f"{page}join/" in page_of(ada.get(page)).values("action")
    assert "open to everybody with an account" in text_of(browser(), page)
    assert ada.post(f"{page}join/")["Location"] == page
    assert "Welcome to The Bricklayers." in text_of(ada, page)
    assert roles(made)["Ada"] == "member"


def test_a_club_by_link_says_so_and_lets_nobody_in() -> None:
    made = club(is_public=True)
    ada, page = browser(person("Ada")), f"/clubs/{made.pk}/"
    assert "by its link" in text_of(ada, page)
    assert ada.post(f"{page}join/").status_code == 403
    ada.post(f"{page}requests/")
    assert "Nobody has to ask to join this club" in text_of(ada, page)
    assert not JoinRequest.objects.exists()


def test_somebody_asks_on_the_page_of_a_club_and_withdraws() -> None:
    made = by_approval(is_public=True)
    ada, page = browser(person("Ada")), f"/clubs/{made.pk}/"
    assert "Ask to join" in text_of(ada, page)
    ada.post(f"{page}requests/")
    assert "Withdraw the request" in text_of(ada, page)
    assert "You ask to join" in text_of(ada, "/clubs/")
    assert ada.post(f"{page}requests/withdraw/")["Location"] == "/clubs/"
    assert not JoinRequest.objects.exists()


def test_by_the_link_one_asks_where_strangers_see_nothing() -> None:
    made = by_approval()
    ada, link = browser(person("Ada")), f"/clubs/join/{made.invite}/"
    assert "Ask to join" in text_of(ada, link)
    assert ada.post(link)["Location"] == link
    assert "You have asked to join." in text_of(ada, link)
    assert "The Bricklayers" in text_of(ada, "/clubs/")
    assert ada.get(f"/clubs/{made.pk}/").status_code == 404
    assert "Ada" not in roles(made)


@pytest.mark.parametrize("name", ["Olga", "Otto"])
def test_those_who_run_a_club_let_people_in_or_not(name: str) -> None:
    made = by_approval(is_public=True)
    for somebody in ("Ada", "Bob"):
        ask_to_join(made.pk, caller(somebody))
    page, runner = f"/clubs/{made.pk}/", by(name)
    assert "2 people ask to join" in text_of(runner, page)
    for other in (by("Mia"), by("Sven"), by("Ada"), browser()):
        assert "people ask to join" not in text_of(other, page)
    runner.post(f"{page}requests/ada/approve/")
    assert "Ada is a member now." in text_of(runner, page)
    runner.post(f"{page}requests/bob/decline/")
    runner.post(f"{page}requests/bob/approve/")
    assert "This request is no longer there" in text_of(runner, page)
    assert (roles(made).get("Ada"), roles(made).get("Bob")) == ("member", None)


def test_what_is_announced_stands_on_the_page_pinned_first() -> None:
    made = club(is_public=True)
    olga, page = by("Olga"), f"/clubs/{made.pk}/"
    for title in ("First", "Second", "Third", "Fourth"):
        assert olga.post(f"{page}announcements/", {"title": title, "text": "A\nB"})["Location"] == page
    first = Announcement.objects.get(title="First")
    olga.post(f"{page}announcements/{first.pk}/pin/", {"pinned": "1"})
    text = text_of(browser(), page)
    assert text.index("First") < text.index("Fourth") < text.index("Third")
    assert "Second" not in text
    assert "Second" in text_of(browser(), f"{page}announcements/")
    olga.post(f"{page}announcements/{first.pk}/", {"title": "Changed"})
    olga.post(f"{page}announcements/{Announcement.objects.get(title='Fourth').pk}/delete/")
    text = text_of(by("Mia"), f"{page}announcements/")
    assert "Changed" in text
    assert "Fourth" not in text


def test_only_those_who_run_a_club_get_the_forms() -> None:
    made = club()
    told = make_announcement(made.pk, caller("Olga"), "We play").pk
    folder = f"/clubs/{made.pk}/announcements/"
    assert page_of(by("Otto").get(folder)).values("action").count(folder) == 1
    assert f"{folder}{told}/delete/" not in page_of(by("Mia").get(folder)).values("action")
    assert by("Mia").post(folder, {"title": ""}).status_code == 403
    assert by("Mia").get(f"{folder}{told}/").status_code == 403
    assert browser(person("Ada")).get(folder).status_code == 404
    assert browser(person("Sam", is_staff=True)).get(folder).status_code == 403


def test_what_cannot_be_announced_is_said_beside_its_field() -> None:
    made = club()
    answer = by("Olga").post(f"/clubs/{made.pk}/announcements/", {"title": "...", "text": "kept"})
    assert answer.status_code == 400
    assert "some of them letters" in page_of(answer).text
    assert "kept" in page_of(answer).text


def test_texts_of_others_stay_texts() -> None:
    made = club()
    make_announcement(made.pk, caller("Olga"), "<b>Bold</b>", "<script>alert(1)</script>")
    add_person(made.pk, caller("Olga"), "<i>Piet</i>")
    html = by("Mia").get(f"/clubs/{made.pk}/").content.decode()
    assert "<b>Bold" not in html
    assert "<script>alert" not in html
    assert "<i>Piet" not in html


def test_people_without_an_account_are_entered_and_looked_after() -> None:
    made = club()
    olga, folder = by("Olga"), f"/clubs/{made.pk}/persons/"
    assert olga.post(folder, {"name": "Uncle Piet"})["Location"] == folder
    piet = ClubPerson.objects.get()
    assert "Uncle Piet" in text_of(by("Mia"), f"/clubs/{made.pk}/")
    assert "Uncle Piet" in text_of(by("Mia"), folder)
    answer = olga.post(folder, {"name": "uncle PIET"})
    assert (answer.status_code, "already somebody called" in page_of(answer).text) == (400, True)
    olga.post(f"{folder}{piet.pk}/", {"name": "Piet"})
    assert "Piet" in text_of(olga, f"{folder}{piet.pk}/")
    for path, data in ((folder, {"name": "Eva"}), (f"{folder}{piet.pk}/", {"name": "Eva"})):
        assert by("Mia").post(path, data).status_code == 403
    assert olga.post(f"{folder}{piet.pk}/remove/")["Location"] == folder
    assert not ClubPerson.objects.exists()


def test_whoever_has_played_is_not_removed() -> None:
    made = club()
    piet = add_person(made.pk, caller("Olga"), "Piet").pk
    announced(settings(), persons=[piet], of=made)
    olga, page = by("Olga"), f"/clubs/{made.pk}/persons/{piet}/"
    assert "cannot be removed" in text_of(olga, page)
    assert olga.post(f"{page}remove/")["Location"] == page
    assert "has taken part in a tournament" in text_of(olga, page)


def test_a_link_to_claim_is_made_shown_renewed_and_ended() -> None:
    made = club()
    piet = add_person(made.pk, caller("Olga"), "Piet")
    olga, page = by("Olga"), f"/clubs/{made.pk}/persons/{piet.pk}/"
    links = []
    for _ in range(2):
        olga.post(f"{page}link/")
        piet.refresh_from_db()
        links.append(f"/clubs/claim/{piet.claim}/")
        html = olga.get(page).content.decode()
        assert links[-1] in html
        assert 'class="segno"' in html
    assert browser().get(links[0]).status_code == 404
    assert browser().get(links[1]).status_code == 200
    olga.post(f"{page}link/end/")
    assert browser().get(links[1]).status_code == 404


def test_somebody_claims_what_is_theirs() -> None:
    made = club()
    piet = add_person(made.pk, caller("Olga"), "Piet")
    link = f"/clubs/claim/{make_claim_link(made.pk, caller('Olga'), piet.pk)}/"
    assert f"/accounts/signup/?next={link}" in page_of(browser().get(link)).values("href")
    guest, ada = browser(), browser(person("Ada"))
    call(guest, "POST", "guests", {"display_name": "Gil"})
    assert guest.post(link).status_code == 403
    assert "Are you Piet?" in text_of(ada, link)
    assert ada.post(link)["Location"] == f"/clubs/{made.pk}/"
    assert "What was kept as “Piet” is yours now." in text_of(ada, f"/clubs/{made.pk}/")
    assert ada.post(link)["Location"] == ada.get(link)["Location"] == f"/clubs/{made.pk}/"
    assert browser(person("Eve")).get(link).status_code == 404
    assert "now the account of Ada" in text_of(by("Olga"), f"/clubs/{made.pk}/persons/")
    assert "the account of Ada" in text_of(by("Olga"), f"/clubs/{made.pk}/persons/{piet.pk}/")


def test_whoever_is_entered_beside_the_person_is_told_why_it_is_not_theirs() -> None:
    made = club()
    piet = add_person(made.pk, caller("Olga"), "Piet")
    announced(settings(), "Ada", persons=[piet.pk], of=made)
    link = f"/clubs/claim/{make_claim_link(made.pk, caller('Olga'), piet.pk)}/"
    ada = by("Ada")
    assert ada.post(link)["Location"] == link
    assert "You take part in “Bricks for all” yourself" in text_of(ada, link)


def test_nothing_is_changed_by_looking() -> None:
    made = by_approval(is_public=True)
    told, piet = make_announcement(made.pk, caller("Olga"), "We play"), add_person(made.pk, caller("Olga"), "Piet")
    for path in (
        *("end/", "join/", "requests/", "requests/withdraw/", "requests/ada/approve/", "requests/ada/decline/"),
        *(f"announcements/{told.pk}/pin/", f"announcements/{told.pk}/delete/"),
        *(f"persons/{piet.pk}/link/", f"persons/{piet.pk}/link/end/", f"persons/{piet.pk}/remove/"),
    ):
        assert by("Olga").get(f"/clubs/{made.pk}/{path}").status_code == 405, path
