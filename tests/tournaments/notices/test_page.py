"""The page of notices, and the mark in the head of every page."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from games.accounts.callers import ANYBODY
from games.accounts.models import Account
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.conftest import watch
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, settings
from tournaments.events.models import Entrant, Place, Round
from tournaments.events.selectors.player_names import names_in
from tournaments.events.services.results import override_result
from tournaments.events.statuses import CLOSED
from tournaments.notices.models import Notice
from tournaments.notices.selectors import notices_of

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


def decided(watch: Watch, many: int) -> str:
    """A tournament in which Olga has decided so often about the result of Ada's table, where a bot sits beside her."""
    tournament = announced(settings(variant="duel", rounds=1), "Ada", robots=3)
    pass_time(watch, FIRST)
    place = Place.objects.get(round__tournament=tournament, entrant__account=account("Ada"))
    assert place.table is not None
    entrants = list(Place.objects.filter(table=place.table).order_by("seat").values_list("entrant", flat=True))
    for number in range(many):
        seats = [{"entrant": one, "place": 1 + (at + number) % 2} for at, one in enumerate(entrants)]
        override_result(tournament, caller("Olga"), command(), place.table.number, seats, "It was read wrongly.")
    return tournament


def test_results_in_notices_are_asked_for_once_for_each_tournament(watch: Watch) -> None:
    decided(watch, 3)
    ada, asked = account("Ada").pk, []
    for many in (3, 1):
        with CaptureQueriesContext(connection) as queries:
            told = notices_of(ada)
        assert sum("An organiser has decided" in one.sentence for one in told) == many
        asked.append(len(queries))
        Notice.objects.filter(pk__in=Notice.objects.filter(kind="result-entered").order_by("pk")[:2]).delete()
    assert asked[0] == asked[1]


def test_bots_have_the_numbers_in_notices_that_they_have_in_the_tournament(watch: Watch) -> None:
    tournament = decided(watch, 1)
    bot = Entrant.objects.get(places__table__places__entrant__account=account("Ada"), places__entrant__bot="random")
    name = names_in(Entrant.objects.filter(tournament=tournament).order_by("number"), ANYBODY)[bot.pk].name
    assert name[-1].isdigit()
    assert name in notices_of(account("Ada").pk)[0].sentence


def test_staff_read_names_in_notices_that_are_kept_from_others(watch: Watch) -> None:
    decided(watch, 1)
    Account.objects.filter(pk=account("Ada").pk).update(is_private=True)
    told = Notice.objects.get(account=account("Ada"), kind="result-entered")
    for name, is_staff in (("Eva", False), ("Stan", True)):
        other = account(name, is_staff=is_staff)
        Notice.objects.create(account=other, key=told.key, kind=told.kind, data=told.data, made_at=told.made_at)
        assert ("Ada" in notices_of(other.pk)[0].sentence) is is_staff
