"""What people see of each other, and change about themselves."""

from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import viewer_of
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.accounts.profiles import change_profile, find_player, profile_of
from games.extension import acquaintances
from games.play.models import Deal
from games.refusals import Forbidden, NotFound
from tests.games.refusing import refused
from tests.games.tables import account, play_out, table

pytestmark = pytest.mark.django_db


def hidden(handle: str, viewer: Account | None) -> bool:
    """Whether somebody seems not to be there."""
    with refused(NotFound, "player/not-found"):
        find_player(handle, viewer)
    return True


def test_everybody_sees_a_public_profile() -> None:
    ada = account("Ada", email="ada@example.org")
    assert find_player("ADA", None) == ada
    assert profile_of(ada) == {
        "handle": "ada",
        "display_name": "Ada",
        "is_guest": False,
        "since": ada.date_joined.date().isoformat(),
        "games": 0,
    }


@pytest.mark.parametrize("handle", ["nobody-here", "", "a\0b", "\ud800", "x" * 500, "1"])
def test_nobody_is_found_under_another_name(handle: str) -> None:
    account("Ada")
    assert hidden(handle, None)


def test_a_private_profile_is_for_those_who_know_each_other() -> None:
    ada, bob, cleo, stan = account("Ada"), account("Bob"), account("Cleo"), account("Stan", is_staff=True)
    change_profile(ada, {"is_private": True})
    assert hidden("ada", None)
    assert hidden("ada", bob)
    table()
    assert find_player("ada", bob) == ada, "they have played together"
    assert hidden("ada", cleo)
    for viewer in (ada, stan):
        assert find_player("ada", viewer) == ada


def test_an_app_may_say_who_knows_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, cleo, dan = account("Ada", is_private=True), account("Cleo"), account("Dan")
    monkeypatch.setattr(acquaintances, "functions", [*acquaintances.functions])
    acquaintances.connect(lambda one, others: {ada.pk} & {*others} if one == cleo.pk else set())
    assert find_player("ada", cleo) == ada
    assert hidden("ada", dan)


def test_whoever_opens_a_private_profile_as_staff_leaves_a_line_and_whoever_only_reads_a_list_does_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ada, stan = account("Ada", is_private=True), account("Stan", is_staff=True)
    caplog.set_level("INFO")
    assert known_by_name([ada], viewer_of(stan)) == {ada.pk}, "staff read names"
    assert "private profile" not in caplog.text
    assert find_player("ada", stan) == ada
    assert f"Account {stan.pk} has looked at the private profile of account {ada.pk}." in caplog.text


def test_who_is_locked_out_is_not_there() -> None:
    account("Ada", is_active=False)
    assert hidden("ada", account("Stan", is_staff=True))


def test_only_public_games_that_have_ended_are_counted() -> None:
    account("Ada")
    play_out(table("solo", 1))
    play_out(table("solo", 1, visibility="private"))
    table("solo", 1)
    assert profile_of(account("Ada"))["games"] == 1


def test_a_run_on_an_open_shared_deal_is_not_counted() -> None:
    play_out(table("solo", 1))
    assert profile_of(account("Ada"))["games"] == 1
    Deal.objects.update(is_shared=True)
    assert profile_of(account("Ada"))["games"] == 0


def test_people_change_what_is_theirs() -> None:
    ada = account("Ada")
    changes = {"display_name": " Ada  L. ", "language": "de", "time_zone": "Europe/Berlin", "is_private": True}
    change_profile(ada, changes)
    ada.refresh_from_db()
    assert (ada.display_name, ada.language, ada.time_zone, ada.is_private) == ("Ada L.", "de", "Europe/Berlin", True)
    change_profile(ada, {"language": "", "time_zone": "", "is_private": False})
    ada.refresh_from_db()
    assert (ada.language, ada.time_zone, ada.is_private) == ("", "", False)


def test_who_says_that_they_are_under_16_becomes_private_and_cannot_take_it_back() -> None:
    ada = account("Ada")
    change_profile(ada, {"is_minor": True})
    ada.refresh_from_db()
    assert (ada.is_minor, ada.is_private) == (True, True)
    with refused(Forbidden, "account/minor"):
        change_profile(ada, {"is_minor": False})
    change_profile(ada, {"is_minor": True, "is_private": False})
    ada.refresh_from_db()
    assert not ada.is_private
    assert hidden("ada", account("Bob")), "who is under 16 keeps their profile whatever else they choose"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"time_zone": "Europe/Nowhere"}, "account/time-zone"),
        ({"time_zone": "../../etc/passwd"}, "account/time-zone"),
        ({"time_zone": None}, "account/time-zone"),
        ({"language": "xx"}, "account/language"),
        ({"language": ["de"]}, "account/language"),
        ({"is_private": "yes"}, "account/flag"),
        ({"is_private": 1}, "account/flag"),
        ({"display_name": "admin"}, "name/reserved"),
        ({"is_staff": True}, "account/unknown"),
        ({"username": "root"}, "account/unknown"),
        ({"email": "x@example.org"}, "account/unknown"),
    ],
)
def test_nothing_else_can_be_said(changes: dict[str, Any], code: str) -> None:
    ada = account("Ada")
    with refused(Malformed, code):
        change_profile(ada, {"language": "de", **changes} if code != "account/language" else changes)
