"""Those who ask to join, what a club tells, and people without an account, through the interface."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.clock.site_time import use_clock
from tests.games.sample_tables import account, caller
from tests.tournaments.clubs.callers import call, call_with_token, code
from tests.tournaments.refusals import everything
from tests.tournaments.sample_clubs import club, roles
from tournaments.clubs.models import Announcement, Club
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import change_club
from tournaments.clubs.services.persons import add_person, make_claim_link

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 16, 9, tzinfo=UTC)
WRITTEN = "2026-11-16T09:00:00Z"


def by_approval(**fields: Any) -> Club:
    return change_club(club(**fields).pk, caller("Olga"), {"admission": "approval"})


def test_somebody_asks_and_is_let_in() -> None:
    made = by_approval(is_public=True)
    account("Dan")
    with use_clock(lambda: MOMENT):
        asked = call("Dan", "POST", f"clubs/{made.pk}/requests", {})
    assert (asked.status_code, asked.json()) == (201, {"handle": "dan", "name": "Dan", "asked_at": WRITTEN})
    assert call("Dan", "GET", f"clubs/{made.pk}").json()["has_asked"] is True
    assert call("Otto", "GET", f"clubs/{made.pk}/requests").json()["results"] == [asked.json()]
    let_in = call("Otto", "POST", f"clubs/{made.pk}/requests/dan/approve")
    assert (let_in.status_code, let_in.json()["role"]) == (200, "member")
    shown = call("Dan", "GET", f"clubs/{made.pk}").json()
    assert (shown["role"], shown["has_asked"]) == ("member", False)


def test_somebody_asks_and_withdraws_or_is_declined() -> None:
    made = by_approval(is_public=True)
    account("Dan")
    for by in ("Dan", "Otto"):
        call("Dan", "POST", f"clubs/{made.pk}/requests", {})
        assert call(by, "DELETE", f"clubs/{made.pk}/requests/dan").status_code == 204
        again = call(by, "DELETE", f"clubs/{made.pk}/requests/dan")
        assert (again.status_code, code(again)) == (409, "club/no-such-request")
    assert "Dan" not in roles(made)


def test_one_joins_an_open_club_without_its_link() -> None:
    made = change_club(club(is_public=True).pk, caller("Olga"), {"admission": "open"})
    account("Dan")
    assert call("Dan", "POST", f"clubs/{made.pk}/join", {}).json()["role"] == "member"


def test_announcements_are_made_listed_and_changed() -> None:
    made = club(is_public=True)
    with use_clock(lambda: MOMENT):
        told = call("Otto", "POST", f"clubs/{made.pk}/announcements", {"title": "We play", "text": "At seven."})
    shown = {"title": "We play", "text": "At seven.", "is_pinned": False, "made_at": WRITTEN}
    number, author = Announcement.objects.get().pk, {"handle": "otto", "name": "Otto"}
    assert (told.status_code, told.json()) == (201, {"id": number, **shown, "author": author})
    assert call(None, "GET", f"clubs/{made.pk}/announcements").json()["results"] == [told.json()]
    changed = call("Olga", "PATCH", f"clubs/{made.pk}/announcements/{number}", {"is_pinned": True})
    assert changed.json() == {**told.json(), "is_pinned": True}
    assert call("Olga", "DELETE", f"clubs/{made.pk}/announcements/{number}").status_code == 204
    assert call("Olga", "DELETE", f"clubs/{made.pk}/announcements/{number}").status_code == 404


def test_strangers_do_not_learn_who_writes_if_they_keep_to_themselves() -> None:
    account("Otto", is_private=True)
    made = club(is_public=True)
    make_announcement(made.pk, caller("Otto"), "We play")
    assert call("Mia", "GET", f"clubs/{made.pk}/announcements").json()["results"][0]["author"]["handle"] == "otto"
    assert call(None, "GET", f"clubs/{made.pk}/announcements").json()["results"][0]["author"] is None


def test_announcements_come_in_pages() -> None:
    made = club()
    for day in range(3):
        with use_clock(lambda day=day: MOMENT + timedelta(days=day)):  # type: ignore[misc]
            make_announcement(made.pk, caller("Olga"), f"Day {day}")
    first = call("Mia", "GET", f"clubs/{made.pk}/announcements?limit=2").json()
    second = call("Mia", "GET", f"clubs/{made.pk}/announcements?limit=2&cursor={first['next']}").json()
    assert [told["title"] for told in (*first["results"], *second["results"])] == ["Day 2", "Day 1", "Day 0"]


def test_people_without_an_account_claim_what_is_theirs() -> None:
    made = club()
    account("Dan")
    with use_clock(lambda: MOMENT):
        piet = call("Otto", "POST", f"clubs/{made.pk}/persons", {"name": "Piet"}).json()
    path = f"clubs/{made.pk}/persons/{piet['id']}"
    assert piet == {
        "id": piet["id"],
        "name": "Piet",
        "added_at": WRITTEN,
        "has_played": False,
        "account": None,
        "claim": None,
    }
    assert call("Mia", "GET", f"clubs/{made.pk}/persons").json()["results"] == [
        {"id": piet["id"], "name": "Piet", "added_at": WRITTEN}
    ]
    assert call("Otto", "PATCH", path, {"name": "Peter"}).json()["name"] == "Peter"
    claim = call("Otto", "POST", f"{path}/link").json()["claim"]
    assert call("Olga", "GET", f"clubs/{made.pk}/persons").json()["results"][0]["claim"] == claim
    joined = call("Dan", "POST", f"clubs/{made.pk}/claim", {"claim": claim})
    assert (joined.status_code, joined.json()["role"]) == (200, "member")
    assert call("Mia", "GET", f"clubs/{made.pk}/persons").json()["results"] == []
    [kept] = call("Olga", "GET", f"clubs/{made.pk}/persons").json()["results"]
    assert (kept["account"], kept["claim"]) == ({"handle": "dan", "name": "Dan"}, None)
    assert call("Olga", "DELETE", path).status_code == 204


def test_the_link_of_a_person_is_for_those_who_run_the_club() -> None:
    made = club(is_public=True)
    claim = make_claim_link(made.pk, caller("Olga"), add_person(made.pk, caller("Olga"), "Piet").pk)
    for name in ("Olga", "Otto", "Sven", "Mia"):
        answer = call(name, "GET", f"clubs/{made.pk}/persons").content.decode()
        assert (claim in answer) == (name in ("Olga", "Otto"))


@pytest.mark.parametrize("number", ["0", "9" * 30])
def test_a_number_of_nothing_is_not_found(number: str) -> None:
    made = club()
    for method, path, body in (
        ("PATCH", f"announcements/{number}", {"title": "New"}),
        ("DELETE", f"announcements/{number}", None),
        ("PATCH", f"persons/{number}", {"name": "New"}),
        ("DELETE", f"persons/{number}", None),
        ("POST", f"persons/{number}/link", None),
        ("DELETE", f"persons/{number}/link", None),
    ):
        assert call("Olga", method, f"clubs/{made.pk}/{path}", body).status_code == 404, path


def test_a_token_runs_a_club_only_if_it_may() -> None:
    made = club()
    before = everything()
    assert (
        call_with_token("Olga", ["read", "play"], "POST", f"clubs/{made.pk}/persons", {"name": "Piet"}).status_code
        == 403
    )
    assert everything() == before
    assert (
        call_with_token("Olga", ["organise"], "POST", f"clubs/{made.pk}/persons", {"name": "Piet"}).status_code == 201
    )
