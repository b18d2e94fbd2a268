"""Whether what somebody was let in by still holds."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from pytest_django.fixtures import Settings

from games.accounts.callers import ANYBODY, viewer_of
from games.accounts.models import Account
from games.accounts.sessions import SessionStore
from games.accounts.tokens import READ, make_token
from games.live.authorization import Credential, ended_credentials
from tests.games.live.readers import pass_by
from tests.games.sample_tables import account

pytestmark = pytest.mark.django_db


def passes_of(somebody: Account) -> set[Credential]:
    """What a program and a browser of somebody show."""
    token, _ = make_token(somebody, "bot", [READ], None)
    store = SessionStore()
    store.update({SESSION_KEY: str(somebody.pk), HASH_SESSION_KEY: somebody.get_session_auth_hash()})
    store.create()
    return {
        pass_by(token, somebody),
        Credential(viewer_of(somebody), somebody.pk, session=store.session_key, game="g-1"),
    }


@pytest.mark.parametrize("fields", [{"is_staff": True}, {"is_superuser": True}])
def test_staff_who_need_a_second_factor_watch_nothing_without_one(settings: Settings, fields: dict[str, bool]) -> None:
    stan = account("Stan", **fields)
    shown = passes_of(stan)
    settings.REQUIRE_MFA_FOR_STAFF = True
    factor = Authenticator.objects.create(user=stan, type=Authenticator.Type.TOTP, data={})
    Authenticator.objects.create(user=stan, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert ended_credentials(shown) == set()
    factor.delete()
    assert ended_credentials(shown) == shown
    settings.REQUIRE_MFA_FOR_STAFF = False
    assert ended_credentials(shown) == set()


def test_players_and_strangers_need_none(settings: Settings) -> None:
    shown = passes_of(account("Ada")) | {Credential(ANYBODY)}
    settings.REQUIRE_MFA_FOR_STAFF = True
    assert ended_credentials(shown) == set()
