"""Every address of the interface for clubs, called by everybody: one table written by hand, for both sorts of club.

That clubs that are not public are not there for strangers and for organisers of others is asked in
`tests/web/permissions`, of every address (`test_unseen.py`: they are answered 404, as of what does not exist;
`test_matrix.py`: nothing is stored); hence the dashes. What is asked of no club in particular is asked once.
"""

import re
from typing import Any

import pytest
from django.urls import get_resolver

from tests.databases import same_everywhere
from tests.games.sample_tables import caller
from tests.tournaments.clubs.callers import ROLES, call, code, make_strangers
from tests.tournaments.refusals import everything
from tests.tournaments.sample_clubs import club, enrol
from tests.undoing import undone
from tournaments.api_urls import OF_CLUBS
from tournaments.clubs.models import Club
from tournaments.clubs.services.admission import ask_to_join
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import change_club
from tournaments.clubs.services.persons import add_person, make_claim_link

pytestmark = pytest.mark.django_db

WHO = "Olga Otto Sven Mia | Dan Ole Gil Max nobody".replace("|", "").split()
PUBLIC = {
    # Somebody without an account is asked to log in where only people with one may do something.
    ("GET", "clubs"): "200 200 200 200 | 200 200 200 200 200",
    ("POST", "clubs"): "201 201 201 201 | 201 201 403 201 401",
    ("GET", "clubs/{club}"): "200 200 200 200 | 200 200 200 200 200",
    ("PATCH", "clubs/{club}"): "200 200 403 403 | 403 403 403 403 401",
    ("DELETE", "clubs/{club}"): "409 403 403 403 | 403 403 403 403 401",
    ("GET", "clubs/{club}/members"): "200 200 200 200 | 200 200 200 200 200",
    ("PUT", "clubs/{club}/members/lia"): "200 200 403 403 | 403 403 403 403 401",
    ("DELETE", "clubs/{club}/members/lia"): "204 204 403 403 | 403 403 403 403 401",
    ("POST", "clubs/{club}/members/lia/password-link"): "403 403 403 403 | 403 403 403 403 401",
    ("POST", "clubs/{club}/join"): "200 200 200 200 | 200 200 403 200 401",
    ("POST", "clubs/{club}/leave"): "409 204 204 204 | 403 403 403 403 401",
    ("POST", "clubs/{club}/invite"): "200 200 403 403 | 403 403 403 403 401",
    ("GET", "clubs/{club}/games"): "200 200 200 200 | 200 200 200 200 200",
    ("GET", "clubs/{club}/requests"): "200 200 403 403 | 403 403 403 403 401",
    ("POST", "clubs/{club}/requests"): "409 409 409 409 | 201 201 403 201 401",
    ("DELETE", "clubs/{club}/requests/kim"): "204 204 403 403 | 403 403 403 403 401",
    ("POST", "clubs/{club}/requests/kim/approve"): "200 200 403 403 | 403 403 403 403 401",
    ("GET", "clubs/{club}/announcements"): "200 200 200 200 | 200 200 200 200 200",
    ("POST", "clubs/{club}/announcements"): "201 201 403 403 | 403 403 403 403 401",
    ("PATCH", "clubs/{club}/announcements/{told}"): "200 200 403 403 | 403 403 403 403 401",
    ("DELETE", "clubs/{club}/announcements/{told}"): "204 204 403 403 | 403 403 403 403 401",
    ("GET", "clubs/{club}/persons"): "200 200 200 200 | 403 403 403 403 401",
    ("POST", "clubs/{club}/persons"): "201 201 403 403 | 403 403 403 403 401",
    ("PATCH", "clubs/{club}/persons/{person}"): "200 200 403 403 | 403 403 403 403 401",
    ("DELETE", "clubs/{club}/persons/{person}"): "204 204 403 403 | 403 403 403 403 401",
    ("POST", "clubs/{club}/persons/{person}/link"): "200 200 403 403 | 403 403 403 403 401",
    ("DELETE", "clubs/{club}/persons/{person}/link"): "204 204 403 403 | 403 403 403 403 401",
    ("POST", "clubs/{club}/claim"): "200 200 200 200 | 200 200 403 200 401",
}
PRIVATE = {
    ("GET", "clubs/{club}"): "200 200 200 200 |   -   - 404 200 404",
    ("PATCH", "clubs/{club}"): "200 200 403 403 |   -   - 404 403 401",
    ("DELETE", "clubs/{club}"): "409 403 403 403 |   -   - 404 403 401",
    ("GET", "clubs/{club}/members"): "200 200 200 200 |   -   - 404 403 404",
    ("PUT", "clubs/{club}/members/lia"): "200 200 403 403 |   -   - 404 403 401",
    ("DELETE", "clubs/{club}/members/lia"): "204 204 403 403 |   -   - 404 403 401",
    ("POST", "clubs/{club}/members/lia/password-link"): "403 403 403 403 |   -   - 404 403 401",
    ("POST", "clubs/{club}/join"): "200 200 200 200 | 200 200 403 200 401",
    ("POST", "clubs/{club}/leave"): "409 204 204 204 |   -   - 404 403 401",
    ("POST", "clubs/{club}/invite"): "200 200 403 403 |   -   - 404 403 401",
    ("GET", "clubs/{club}/games"): "200 200 200 200 |   -   - 404 200 404",
    ("GET", "clubs/{club}/requests"): "200 200 403 403 |   -   - 404 403 401",
    ("POST", "clubs/{club}/requests"): "409 409 409 409 | 201 201 403 201 401",
    ("DELETE", "clubs/{club}/requests/kim"): "204 204 403 403 |   -   - 404 403 401",
    ("POST", "clubs/{club}/requests/kim/approve"): "200 200 403 403 |   -   - 404 403 401",
    ("GET", "clubs/{club}/announcements"): "200 200 200 200 |   -   - 404 403 404",
    ("POST", "clubs/{club}/announcements"): "201 201 403 403 |   -   - 404 403 401",
    ("PATCH", "clubs/{club}/announcements/{told}"): "200 200 403 403 |   -   - 404 403 401",
    ("DELETE", "clubs/{club}/announcements/{told}"): "204 204 403 403 |   -   - 404 403 401",
    ("GET", "clubs/{club}/persons"): "200 200 200 200 |   -   - 404 403 401",
    ("POST", "clubs/{club}/persons"): "201 201 403 403 |   -   - 404 403 401",
    ("PATCH", "clubs/{club}/persons/{person}"): "200 200 403 403 |   -   - 404 403 401",
    ("DELETE", "clubs/{club}/persons/{person}"): "204 204 403 403 |   -   - 404 403 401",
    ("POST", "clubs/{club}/persons/{person}/link"): "200 200 403 403 |   -   - 404 403 401",
    ("DELETE", "clubs/{club}/persons/{person}/link"): "204 204 403 403 |   -   - 404 403 401",
    ("POST", "clubs/{club}/claim"): "200 200 200 200 | 200 200 403 200 401",
}
TABLES = {True: PUBLIC, False: PRIVATE}
ELSEWHERE = "-"
"""In the place of a status that is asked elsewhere."""


def body_for(method: str, path: str, invite: str, claim: str) -> dict[str, Any] | None:
    """What somebody who knows what they do would send."""
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("POST", "clubs"): {"name": "New"},
        ("PATCH", "clubs/{club}"): {"description": "New."},
        ("PUT", "clubs/{club}/members/lia"): {"role": "scorekeeper"},
        ("POST", "clubs/{club}/join"): {"invite": invite},
        ("POST", "clubs/{club}/requests"): {"invite": invite},
        ("POST", "clubs/{club}/announcements"): {"title": "New"},
        ("PATCH", "clubs/{club}/announcements/{told}"): {"is_pinned": True},
        ("POST", "clubs/{club}/persons"): {"name": "New"},
        ("PATCH", "clubs/{club}/persons/{person}"): {"name": "Peter"},
        ("POST", "clubs/{club}/claim"): {"claim": claim},
    }
    return bodies.get((method, path))


def set_out(is_public: bool) -> Club:
    """A club with one of each role and Lia, to whom things are done; and the strangers."""
    made = club(is_public=is_public)
    enrol(made, "Lia")
    make_strangers()
    return made


def furnish(made: Club, path: str) -> tuple[str, str]:
    """Let somebody ask to join where that is what is asked about, announce something and know somebody by name.

    The address, and the secret of the link by which that name is claimed.
    """
    if "/requests" in path:
        change_club(made.pk, caller("Olga"), {"admission": "approval"})
        ask_to_join(made.pk, caller("Kim"), made.invite)
    told, person = make_announcement(made.pk, caller("Olga"), "Old"), add_person(made.pk, caller("Olga"), "Piet")
    claim = make_claim_link(made.pk, caller("Olga"), person.pk)
    return path.format(club=made.pk, told=told.pk, person=person.pk), claim


def asked_here(expected: list[str]) -> list[tuple[str, int]]:
    """Who calls, and what they are answered."""
    return [(name, int(status)) for name, status in zip(WHO, expected, strict=True) if status != ELSEWHERE]


@same_everywhere
@pytest.mark.slow
@pytest.mark.parametrize(("is_public", "row"), [(sort, row) for sort, rows in TABLES.items() for row in rows], ids=str)
def test_everybody_gets_what_the_table_says(is_public: bool, row: tuple[str, str]) -> None:
    method, path = row
    expected = TABLES[is_public][row].replace("|", "").split()
    made = set_out(is_public)
    asked, claim = furnish(made, path)
    before, body = everything(), body_for(method, path, made.invite, claim)
    for name, status in asked_here(expected):
        # Everybody meets the same.
        with undone():
            response = call(None if name == "nobody" else name, method, asked, body)
            assert (name, response.status_code) == (name, status), response.content
            if response.status_code >= 400:
                assert everything() == before, name
                assert made.name not in response.content.decode()


def test_the_tables_name_everybody_and_every_address() -> None:
    assert tuple(None if name == "nobody" else name for name in WHO) == ROLES
    listed = {path.format(club="<str:club_id>", told="<int:number>", person="<int:number>") for _, path in PUBLIC}
    listed = {re.sub(r"\b(lia|kim)\b", "<str:handle>", path) for path in listed}
    assert {str(pattern.pattern) for pattern in OF_CLUBS} == listed
    assert {row for row in PUBLIC if "{club}" in row[1]} == PRIVATE.keys()
    assert set(known_methods()) == {(method, filled_in(path)) for method, path in PUBLIC}


def filled_in(path: str, club_id: str = "c-1") -> str:
    return path.format(club=club_id, told=1, person=1)


def known_methods() -> list[tuple[str, str]]:
    """The methods that each address knows, from the views themselves."""
    found = []
    for path in {filled_in(path) for _, path in PUBLIC}:
        view = get_resolver().resolve(f"/api/v1/{path}").func.view_class  # type: ignore[attr-defined]
        names = ("get", "post", "put", "patch", "delete")
        found += [(name.upper(), path) for name in names if hasattr(view, name)]
    return found


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_what_an_address_does_not_know_it_refuses(method: str) -> None:
    made = set_out(True)
    for path in {path for _, path in PUBLIC}:
        if (method, path) not in PUBLIC:
            response = call("Olga", method, filled_in(path, made.pk), {})
            assert (response.status_code, code(response)) == (405, "request/method"), path


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted({path for _, path in PUBLIC if "{club}" in path}))
@pytest.mark.parametrize("club_id", ["c-1", "%00", "%ED%A0%80", "a%20b", "x" * 5000])
def test_a_club_that_is_not_there_is_not_found(path: str, club_id: str) -> None:
    set_out(True)
    for method in (method for method, known in PUBLIC if known == path):
        response = call("Olga", method, filled_in(path, club_id), body_for(method, path, "x", "x"))
        assert (response.status_code, code(response)) in (
            (404, "club/not-found"),
            (404, "club/no-such-link"),
            (404, "person/no-such-link"),
        )
