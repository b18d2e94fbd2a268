"""Every address of the interface for clubs, called by everybody: one table written by hand, for both sorts of club."""

from itertools import product
from typing import Any

import pytest
from django.urls import get_resolver

from tests.games.tables import account, caller
from tests.tournaments.api.calling import ROLES, call, code, make_strangers
from tests.tournaments.clubs import club, enrol
from tests.tournaments.refusing import everything
from tournaments.api.urls import urlpatterns
from tournaments.models import Club
from tournaments.services import remove_member

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
}
PRIVATE = {
    ("GET", "clubs"): "200 200 200 200 | 200 200 200 200 200",
    ("POST", "clubs"): "201 201 201 201 | 201 201 403 201 401",
    ("GET", "clubs/{club}"): "200 200 200 200 | 404 404 404 200 404",
    ("PATCH", "clubs/{club}"): "200 200 403 403 | 404 404 404 403 401",
    ("DELETE", "clubs/{club}"): "409 403 403 403 | 404 404 404 403 401",
    ("GET", "clubs/{club}/members"): "200 200 200 200 | 404 404 404 403 404",
    ("PUT", "clubs/{club}/members/lia"): "200 200 403 403 | 404 404 404 403 401",
    ("DELETE", "clubs/{club}/members/lia"): "204 204 403 403 | 404 404 404 403 401",
    ("POST", "clubs/{club}/members/lia/password-link"): "403 403 403 403 | 404 404 404 403 401",
    ("POST", "clubs/{club}/join"): "200 200 200 200 | 200 200 403 200 401",
    ("POST", "clubs/{club}/leave"): "409 204 204 204 | 404 404 404 403 401",
    ("POST", "clubs/{club}/invite"): "200 200 403 403 | 404 404 404 403 401",
    ("GET", "clubs/{club}/games"): "200 200 200 200 | 404 404 404 200 404",
}
TABLES = {True: PUBLIC, False: PRIVATE}


def body_for(method: str, path: str, made: Club) -> dict[str, Any] | None:
    """What somebody who knows what they do would send."""
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("POST", "clubs"): {"name": "New"},
        ("PATCH", "clubs/{club}"): {"description": "New."},
        ("PUT", "clubs/{club}/members/lia"): {"role": "scorekeeper"},
        ("POST", "clubs/{club}/join"): {"invite": made.invite},
    }
    return bodies.get((method, path))


def set_out(is_public: bool) -> Club:
    """A club with one of each role and Lia, to whom things are done; and the strangers."""
    made = club(is_public=is_public)
    enrol(made, "Lia")
    make_strangers()
    return made


@pytest.mark.parametrize(("is_public", "row"), list(product(TABLES, PUBLIC)), ids=str)
def test_everybody_gets_what_the_table_says(is_public: bool, row: tuple[str, str]) -> None:
    method, path = row
    expected = TABLES[is_public][row].replace("|", "").split()
    made = set_out(is_public)
    for name, status in zip(WHO, expected, strict=True):
        before = everything()
        asked = path.format(club=made.pk)
        response = call(None if name == "nobody" else name, method, asked, body_for(method, path, made))
        assert (name, response.status_code) == (name, int(status)), response.content
        if response.status_code >= 400:
            assert everything() == before, name
            assert made.name not in response.content.decode()
        undo(made)


def undo(made: Club) -> None:
    """Bring the club back to where it was, so that everybody meets the same."""
    Club.objects.filter(name_key="new").delete()
    for name in ("Dan", "Ole", "Max"):
        if made.memberships.filter(account=account(name)).exists():
            remove_member(made.pk, caller("Olga"), name.lower())
    fresh = Club.objects.get(pk=made.pk)
    made.invite = fresh.invite
    for name, role in {"Otto": "organiser", "Sven": "scorekeeper", "Mia": "member", "Lia": "member"}.items():
        enrol(fresh, name, role)


def test_the_tables_name_everybody_and_every_address() -> None:
    assert tuple(None if name == "nobody" else name for name in WHO) == ROLES
    listed = {path.replace("{club}", "<str:club_id>").replace("lia", "<str:handle>") for _, path in PUBLIC}
    assert {str(pattern.pattern) for pattern in urlpatterns} == listed
    assert PUBLIC.keys() == PRIVATE.keys()
    assert {(method, path) for method, path in known_methods()} == {
        (method, path.replace("{club}", "c-1")) for method, path in PUBLIC
    }


def known_methods() -> list[tuple[str, str]]:
    """The methods that each address knows, from the views themselves."""
    found = []
    for path in {path.replace("{club}", "c-1") for _, path in PUBLIC}:
        view = get_resolver().resolve(f"/api/v1/{path}").func.view_class  # type: ignore[attr-defined]
        names = ("get", "post", "put", "patch", "delete")
        found += [(name.upper(), path) for name in names if hasattr(view, name)]
    return found


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_what_an_address_does_not_know_it_refuses(method: str) -> None:
    made = set_out(True)
    for path in {path for _, path in PUBLIC}:
        if (method, path) not in PUBLIC:
            response = call("Olga", method, path.format(club=made.pk), {})
            assert (response.status_code, code(response)) == (405, "request/method"), path


@pytest.mark.parametrize("path", sorted({path for _, path in PUBLIC if "{club}" in path}))
@pytest.mark.parametrize("club_id", ["c-1", "%00", "%ED%A0%80", "a%20b", "x" * 5000])
def test_a_club_that_is_not_there_is_not_found(path: str, club_id: str) -> None:
    set_out(True)
    for method in (method for method, known in PUBLIC if known == path):
        body = {"PUT": {"role": "member"}, "PATCH": {"name": "New"}}.get(method)
        body = {"invite": "x"} if path.endswith("/join") else body
        response = call("Olga", method, path.format(club=club_id), body)
        assert (response.status_code, code(response)) in (
            (404, "club/not-found"),
            (404, "club/no-such-link"),
        )
