"""The page of notices, and the mark in the head of every page."""

from typing import Any

import pytest
from django.test import Client

from tests.games.clocks.watch import Watch
from tests.games.tables import account
from tests.tournaments.rounds.conftest import watch
from tests.tournaments.rounds.world import FIRST, announced, pass_time, settings
from tournaments.selectors.notices import notices_of

__all__ = ["watch"]

pytestmark = pytest.mark.django_db


def test_the_page_shows_what_is_new_once_and_turns_mails_off(watch: Watch) -> None:
    announced(settings(), "Ada", "Bob")
    pass_time(watch, FIRST)
    client = Client()
    client.force_login(account("Ada"))
    assert "menu-news" in client.get("/").content.decode()
    page = client.get("/notices/").content.decode()
    assert "Bricks for all" in page
    assert "is-new" in page
    assert "is-new" not in client.get("/notices/").content.decode()
    assert "menu-news" not in client.get("/").content.decode()
    client.post("/notices/mails/", {"wants_mail": "0"})
    assert "Send them by mail" in client.get("/notices/").content.decode()


def test_however_many_there_are_it_asks_as_often(watch: Watch, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        announced(settings(), "Ada", "Bob")
    pass_time(watch, FIRST)
    ada = account("Ada").pk
    with django_assert_num_queries(2):
        assert len(notices_of(ada)) == 3
