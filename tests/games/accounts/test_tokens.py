"""Tokens: what one may be called and do, and when it opens nothing any more."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from engine.errors import Malformed
from games.accounts.erasure import close_account
from games.accounts.models import Account, Token
from games.accounts.tokens import MOST, PLAY, READ, delete_token, find_token, make_token
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import account

pytestmark = pytest.mark.django_db


def test_it_acts_for_its_account_and_its_secret_is_not_stored() -> None:
    token, secret = make_token(account("Ada"), " laptop ", [PLAY, READ], None)
    assert find_token(secret) == token
    assert (token.name, token.scopes) == ("laptop", "read play")
    assert secret not in str(list(Token.objects.values_list()))


def test_it_opens_nothing_for_an_account_that_was_locked_out() -> None:
    _, secret = make_token(account("Ada"), "laptop", [READ], None)
    Account.objects.update(is_active=False)
    assert find_token(secret) is None


def test_it_ends_when_it_says() -> None:
    token, secret = make_token(account("Ada"), "laptop", [READ], timezone.now() + timedelta(hours=1))
    assert find_token(secret)
    Token.objects.update(expires_at=timezone.now())
    assert find_token(secret) is None
    assert token.expires_at


def test_deleting_ends_it_at_once_and_only_its_owner_can() -> None:
    token, secret = make_token(account("Ada"), "laptop", [READ], None)
    bob = account("Bob")
    with refused(NotFound, "token/not-found"):
        delete_token(bob, token.pk)
    delete_token(account("Ada"), token.pk)
    assert find_token(secret) is None


def test_closing_an_account_ends_its_tokens() -> None:
    _, secret = make_token(account("Ada"), "laptop", [READ], None)
    close_account(account("Ada"))
    assert find_token(secret) is None


def test_that_it_was_used_is_noted_once_a_day() -> None:
    token, secret = make_token(account("Ada"), "laptop", [READ], None)
    find_token(secret)
    token.refresh_from_db()
    first = token.last_used_at
    find_token(secret)
    token.refresh_from_db()
    assert first is not None
    assert token.last_used_at == first


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\0b", "a\u202eb", "\u3164 ", "\ud800", 7, None])
def test_a_token_has_a_proper_name(name: object) -> None:
    ada = account("Ada")
    with refused(Malformed, "token/name"):
        make_token(ada, name, [READ], None)  # type: ignore[arg-type]


@pytest.mark.parametrize("scopes", [[], ["admin"], [READ, "x"], "read", None, [[]], [7]])
def test_a_token_has_known_scopes(scopes: object) -> None:
    ada = account("Ada")
    with refused(Malformed, "token/scopes"):
        make_token(ada, "laptop", scopes, None)  # type: ignore[arg-type]


def test_it_does_not_end_before_it_begins() -> None:
    ada = account("Ada")
    with refused(Malformed, "token/expired"):
        make_token(ada, "laptop", [READ], timezone.now())


def test_guests_have_none_and_nobody_has_too_many() -> None:
    guest, ada = account("Gast", is_guest=True), account("Ada")
    with refused(Forbidden, "token/guest"):
        make_token(guest, "laptop", [READ], None)
    for number in range(MOST):
        make_token(ada, str(number), [READ], None)
    with refused(Conflict, "token/too-many"):
        make_token(ada, "one more", [READ], None)


def test_staff_who_lack_a_second_factor_have_no_use_of_theirs(settings: Settings) -> None:
    settings.REQUIRE_MFA_FOR_STAFF = True
    _, secret = make_token(account("Stan", is_staff=True), "laptop", [READ], None)
    _, other = make_token(account("Ada"), "laptop", [READ], None)
    assert find_token(secret) is None
    assert find_token(other)
    settings.REQUIRE_MFA_FOR_STAFF = False
    assert find_token(secret)
