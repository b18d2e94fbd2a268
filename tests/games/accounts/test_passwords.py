"""New passwords by a link: who may make one for whom, and what it ends."""

from collections.abc import Iterator

import pytest

from engine.errors import Malformed
from games import extension
from games.accounts.models import Account, BrowserSession
from games.accounts.passwords import find_link, make_password_link, set_password
from games.accounts.sessions import SessionStore
from games.accounts.tokens import find_token, make_token
from games.refusals import Forbidden, NotFound
from tests.games.refusing import refused
from tests.games.tables import account

pytestmark = pytest.mark.django_db

GOOD = "correct horse battery"
ROLES = {"olaf": extension.OWNER, "orla": extension.ORGANISER, "sam": extension.SCOREKEEPER, "ada": extension.MEMBER}


@pytest.fixture
def club() -> Iterator[str]:
    """A club of which some people are members; Ole runs another one."""
    before = extension.club_role.function, extension.runs_a_club.function
    names = {account(name.title()).pk: role for name, role in ROLES.items()}
    running = {number for number, role in names.items() if role in extension.CLUB_MANAGERS} | {account("Ole").pk}
    names[account("Ole").pk] = extension.MEMBER
    extension.club_role.fill(lambda number, club: names.get(number) if club == "k-1" else None)
    extension.runs_a_club.fill(running.__contains__)
    yield "k-1"
    extension.club_role.fill(before[0])
    extension.runs_a_club.fill(before[1])


def session_of(somebody: Account) -> str:
    """A browser that is logged in."""
    store = SessionStore()
    store["_auth_user_id"] = str(somebody.pk)
    store.create()
    return str(store.session_key)


def test_staff_let_players_back_in_but_not_each_other() -> None:
    staff, other = account("Stan", is_staff=True), account("Steve", is_staff=True)
    owner = account("Olga", is_staff=True, is_superuser=True)
    assert find_link(make_password_link(staff, account("Ada"))).account == account("Ada")
    for somebody in (other, owner, staff):
        with refused(Forbidden, "link/not-for-them"):
            make_password_link(staff, somebody)


def test_the_owner_lets_staff_back_in_but_no_other_owner() -> None:
    owner = account("Olga", is_staff=True, is_superuser=True)
    other = account("Otto", is_superuser=True)
    make_password_link(owner, account("Stan", is_staff=True))
    with refused(Forbidden, "link/not-for-them"):
        make_password_link(owner, other)


def test_players_let_nobody_in() -> None:
    ada, bob = account("Ada"), account("Bob")
    for somebody in (ada, bob):
        with refused(Forbidden, "link/not-for-them"):
            make_password_link(ada, somebody)


def test_a_guest_gets_no_password() -> None:
    staff, guest = account("Stan", is_staff=True), account("Gast", is_guest=True)
    with refused(Forbidden, "link/not-for-them"):
        make_password_link(staff, guest)


@pytest.mark.parametrize("name", ["Olaf", "Orla"])
def test_who_runs_a_club_lets_its_ordinary_members_back_in(club: str, name: str) -> None:
    link = find_link(make_password_link(account(name), account("Ada"), club))
    assert (link.account, link.made_by) == (account("Ada"), account(name))
    make_password_link(account(name), account("Sam"), club)


@pytest.mark.parametrize(
    ("by", "whom", "where"),
    [
        ("Orla", "Olaf", "k-1"),
        ("Orla", "Ole", "k-1"),
        ("Olaf", "Orla", "k-1"),
        ("Orla", "Bob", "k-1"),
        ("Orla", "Ada", "k-2"),
        ("Orla", "Ada", None),
        ("Sam", "Ada", "k-1"),
        ("Ada", "Sam", "k-1"),
        ("Bob", "Ada", "k-1"),
    ],
)
def test_nobody_else_in_a_club_does(club: str, by: str, whom: str, where: str | None) -> None:
    by_account, whom_account = account(by), account(whom)
    with refused(Forbidden, "link/not-for-them"):
        make_password_link(by_account, whom_account, where)


@pytest.mark.parametrize("fields", [{"email": "ada@example.org"}, {"is_staff": True}, {"is_superuser": True}])
def test_an_organiser_lets_nobody_in_who_has_mail_or_looks_after_the_site(club: str, fields: dict[str, object]) -> None:
    Account.objects.filter(username="ada").update(**fields)
    with refused(Forbidden, "link/not-for-them"):
        make_password_link(account("Orla"), Account.objects.get(username="ada"), club)


def test_a_new_password_ends_every_session_token_and_the_link() -> None:
    ada, bob = account("Ada"), account("Bob")
    _, token = make_token(ada, "a program", ["read"], None)
    sessions = [session_of(ada), session_of(ada)]
    kept = session_of(bob)
    secret = make_password_link(account("Stan", is_staff=True), ada)
    assert set_password(secret, GOOD) == ada
    ada.refresh_from_db()
    assert ada.check_password(GOOD)
    assert not BrowserSession.objects.filter(pk__in=sessions).exists()
    assert BrowserSession.objects.filter(pk=kept).exists()
    assert find_token(token) is None
    with refused(NotFound, "link/ended"):
        set_password(secret, GOOD)


def test_a_weak_password_does_not_use_the_link_up() -> None:
    secret = make_password_link(account("Stan", is_staff=True), account("Ada"))
    with refused(Malformed, "password/weak"):
        set_password(secret, "12345678")
    set_password(secret, GOOD)
