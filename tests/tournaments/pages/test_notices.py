"""The page of notices, and the mark in the head of every page."""

from typing import Any

import pytest
from django.test import Client, override_settings

from tests.games.clocks.watch import Watch
from tests.games.tables import account
from tests.tournaments.rounds.conftest import watch
from tests.tournaments.rounds.world import FIRST, announced, pass_time, settings
from tournaments.models import Round
from tournaments.models.tournaments import CLOSED
from tournaments.selectors.notices import notices_of

__all__ = ["watch"]

pytestmark = pytest.mark.django_db


@override_settings(HAS_MAIL=True)
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
    with django_assert_num_queries(3):
        assert len(notices_of(ada)) == 3


def test_of_a_round_that_is_closed_nobody_is_told_that_a_game_waits(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    pass_time(watch, FIRST)
    ada = account("Ada").pk
    assert "Your game is waiting for you." in notices_of(ada)[0].sentence
    Round.objects.filter(tournament=tournament, number=1).update(status=CLOSED)
    told = notices_of(ada)[0]
    assert (told.sentence, told.is_past) == ("Round 1 of Bricks for all is closed.", True)
