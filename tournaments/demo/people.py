"""The people of the sample content, who sign up by the form that everybody fills in."""

from base64 import b32encode
from hmac import digest
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.test import RequestFactory

from games.accounts.callers import Caller, caller_of
from games.accounts.login_forms import SignUpForm
from games.accounts.models import Account
from games.accounts.owner import make_owner
from games.accounts.passwords import OWNER as OWNER_LINK
from games.accounts.passwords import make_link
from games.log.sql import write_transaction


class Person(NamedTuple):
    """Somebody as they sign up."""

    username: str
    display_name: str
    language: str = ""


PLAYERS: Final = (
    Person("robin", "Robin Quickstep"),
    Person("noa", "Noa Lantern"),
    Person("mika", "Mika Pebble"),
    Person("juno", "Juno Marble"),
    Person("sascha", "Sascha Comet", "de"),
    Person("kim", "Kim Harbour", "fr"),
)
"""The first one is to move in a running game."""
OWNER: Final = Person("ellis", "Ellis Keystone")


def password_of(person: Person) -> str:
    """A password that nobody can guess and that is the same at every start: it follows from the site's secret key."""
    said = digest(settings.SECRET_KEY.encode(), f"demo|{person.username}".encode(), "sha256")
    letters = b32encode(said).decode().lower()
    return "-".join((letters[:4], letters[4:8], letters[8:12], letters[12:16]))


def player(username: str) -> Caller:
    """One of the players, who can ask for something."""
    return caller_of(Account.objects.get(username=username))


def sign_up(person: Person) -> None:
    """Let somebody sign up who has not yet."""
    if Account.objects.filter(username=person.username).exists():
        return
    form = SignUpForm(_filled_in(person))
    if not form.is_valid():
        raise ValueError(f"{person.username} cannot sign up: {form.errors.as_json()}")
    request = RequestFactory().post("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    form.try_save(request)


def _filled_in(person: Person) -> dict[str, str]:
    password = password_of(person)
    return {**person._asdict(), "password1": password, "password2": password}


def make_first_owner() -> None:
    """Give the site its owner, by a link as anybody would use it."""
    with write_transaction():
        secret = make_link(OWNER_LINK)
    make_owner(secret, OWNER.username, OWNER.display_name, password_of(OWNER))
