"""How people come into clubs of each sort, and what those who run them say to those who ask."""

from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, roles
from tournaments.clubs.models import Club, JoinRequest
from tournaments.clubs.services import admission as limits
from tournaments.clubs.services.admission import (
    approve_request,
    ask_to_join,
    decline_request,
    join_club,
    withdraw_request,
)
from tournaments.clubs.services.clubs import change_club, create_club

pytestmark = pytest.mark.django_db


def by_approval(**fields: Any) -> Club:
    """A club with one person of each role that looks at everybody else first."""
    made = club(**fields)
    return change_club(made.pk, caller("Olga"), {"admission": "approval"})


def waiting(made: Club) -> list[str]:
    asked = JoinRequest.objects.filter(club=made).order_by("pk")
    return list(asked.values_list("account__display_name", flat=True))


@pytest.mark.parametrize("admission", ["", "Open", "\0", None, 7, ["open"], {"open": 1}])
def test_there_are_three_ways_in(admission: Any) -> None:
    made, olga = club(), caller("Olga")
    with refused(Malformed, "club/admission"):
        create_club(olga, "Another", admission=admission)
    with refused(Malformed, "club/admission"):
        change_club(made.pk, olga, {"admission": admission})
    for known in ("link", "approval", "open"):
        assert change_club(made.pk, caller("Otto"), {"admission": known}).admission == known


def test_an_open_club_takes_whoever_sees_it() -> None:
    seen, unseen = (
        create_club(caller("Olga"), str(public), is_public=public, admission="open") for public in (True, False)
    )
    dan = caller(STRANGER)
    assert join_club(seen.pk, dan).role == "member"
    with refused(NotFound, "club/not-found"):
        join_club(unseen.pk, dan)
    assert join_club(unseen.pk, dan, unseen.invite).role == "member"


def test_a_club_by_link_takes_nobody_without_it() -> None:
    made, dan = club(is_public=True), caller(STRANGER)
    with refused(Forbidden, "club/by-link"):
        join_club(made.pk, dan)
    with refused(Conflict, "club/no-requests"):
        ask_to_join(made.pk, dan)
    assert join_club(made.pk, caller("Mia")).role == "member"


def test_a_club_by_approval_is_asked_even_by_the_link() -> None:
    made, dan = by_approval(), caller(STRANGER)
    for invite in ("x", "", "\0", 7):
        with refused(NotFound, "club/no-such-link"):
            ask_to_join(made.pk, dan, invite)
    with refused(NotFound, "club/not-found"):
        ask_to_join(made.pk, dan)
    with refused(Conflict, "club/by-approval"):
        join_club(made.pk, dan, made.invite)
    asked = ask_to_join(made.pk, dan, made.invite)
    assert ask_to_join(made.pk, dan, made.invite) == asked
    assert waiting(made) == [STRANGER]
    assert roles(made) == PEOPLE


@pytest.mark.parametrize("by", ["Olga", "Otto"])
def test_whoever_is_approved_is_a_member_and_waits_no_more(by: str) -> None:
    made = by_approval(is_public=True)
    ask_to_join(made.pk, caller(STRANGER))
    member = approve_request(made.pk, caller(by), "dan")
    assert (member.role, waiting(made)) == ("member", [])
    assert approve_request(made.pk, caller(by), "dan") == member
    dan = caller(STRANGER)
    with refused(Conflict, "club/member-already"):
        ask_to_join(made.pk, dan)


def test_whoever_is_declined_or_withdraws_may_ask_again() -> None:
    made, olga, dan = by_approval(is_public=True), caller("Olga"), caller(STRANGER)
    for undo in (lambda: decline_request(made.pk, olga, "dan"), lambda: withdraw_request(made.pk, dan)):
        ask_to_join(made.pk, dan)
        undo()
        assert (waiting(made), roles(made)) == ([], PEOPLE)
        with refused(Conflict, "club/no-such-request"):
            undo()


@pytest.mark.parametrize("is_public", [True, False])
def test_nobody_else_decides(is_public: bool) -> None:
    made = by_approval(is_public=is_public)
    ask_to_join(made.pk, caller(STRANGER), made.invite)
    others = {name: caller(name) for name in ("Sven", "Mia", STRANGER, "Eve")}
    for name, somebody in others.items():
        is_known = is_public or name in PEOPLE
        code = "club/role-too-low" if name in PEOPLE else "club/not-member"
        sort, code = (Forbidden, code) if is_known else (NotFound, "club/not-found")
        for deed in (approve_request, decline_request):
            with refused(sort, code):
                deed(made.pk, somebody, "dan")
    with refused(*((Conflict, "club/no-such-request") if is_public else (NotFound, "club/not-found"))):
        withdraw_request(made.pk, others["Eve"])


@pytest.mark.parametrize("username", ["eve", "nobody", "", "\0", "\ud800", None, 7, ["dan"], "mia "])
def test_only_who_has_asked_is_decided_about(username: Any) -> None:
    account("Eve")
    made, olga = by_approval(), caller("Olga")
    for deed in (approve_request, decline_request):
        with refused(Conflict, "club/no-such-request"):
            deed(made.pk, olga, username)


@pytest.mark.parametrize("fields", [{"is_guest": True}, {"is_active": False}])
def test_a_guest_asks_nothing(fields: dict[str, bool]) -> None:
    made, guest = by_approval(is_public=True), caller("Gil", **fields)
    for by in (guest, Caller(), Caller(is_system=True)):
        with refused(Forbidden, "club/guest"):
            ask_to_join(made.pk, by)


def test_whoever_is_closing_their_account_is_let_in_nowhere() -> None:
    made, olga = by_approval(is_public=True), caller("Olga")
    ask_to_join(made.pk, caller(STRANGER))
    dan = account(STRANGER)
    dan.is_active = False
    dan.save()
    with refused(Conflict, "club/no-such-request"):
        approve_request(made.pk, olga, "dan")


def test_whoever_comes_in_otherwise_waits_no_more() -> None:
    made, dan = by_approval(is_public=True), caller(STRANGER)
    ask_to_join(made.pk, dan)
    change_club(made.pk, caller("Olga"), {"admission": "open"})
    assert waiting(made) == [STRANGER]
    join_club(made.pk, dan)
    assert (waiting(made), roles(made)[STRANGER]) == ([], "member")


def test_nobody_waits_everywhere_and_no_club_is_waited_for_by_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    made, dan = by_approval(is_public=True), caller(STRANGER)
    other = create_club(caller("Olga"), "Another", is_public=True, admission="approval")
    ask_to_join(made.pk, dan)
    monkeypatch.setattr(limits, "MOST_REQUESTS_OF_ACCOUNT", 1)
    with refused(Conflict, "club/too-many-requests"):
        ask_to_join(other.pk, dan)
    monkeypatch.setattr(limits, "MOST_REQUESTS_TO_CLUB", 1)
    eve = caller("Eve")
    with refused(Conflict, "club/too-many-waiting"):
        ask_to_join(made.pk, eve)
