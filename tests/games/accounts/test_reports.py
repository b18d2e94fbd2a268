"""Complaints about people."""

import pytest

from engine.errors import Malformed
from games.accounts.models import Report
from games.accounts.reports import MOST_OPEN, mark_report_handled, report_account, reports_for_staff
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import account, open_table, table

pytestmark = pytest.mark.django_db


def test_staff_read_what_was_reported_and_say_that_it_was_seen_to() -> None:
    game = table()
    made = report_account(account("Ada"), account("Bob"), " He shouted. ", game)
    stan = account("Stan", is_staff=True)
    assert [(row.text, row.game_id, row.handled_at) for row in reports_for_staff(stan)] == [("He shouted.", game, None)]
    handled = mark_report_handled(stan, made.pk)
    assert (handled.handled_by, handled.handled_at is not None) == (stan, True)
    assert mark_report_handled(account("Steve", is_staff=True), made.pk).handled_by == stan


def test_nobody_else_reads_them() -> None:
    ada, made = account("Ada"), report_account(account("Ada"), account("Bob"), "He shouted.")
    with refused(Forbidden, "account/not-staff"):
        reports_for_staff(ada)
    with refused(Forbidden, "account/not-staff"):
        mark_report_handled(ada, made.pk)


def test_there_must_be_such_a_report() -> None:
    stan = account("Stan", is_staff=True)
    for number in (1, 2**70):
        with refused(NotFound, "report/not-found"):
            mark_report_handled(stan, number)


@pytest.mark.parametrize("text", ["", "  ", "a\0b", "x" * 2001, None, 7])
def test_a_report_is_in_words(text: object) -> None:
    ada, bob = account("Ada"), account("Bob")
    with pytest.raises(Malformed):
        report_account(ada, bob, text)
    assert not Report.objects.exists()


def test_a_game_that_one_cannot_see_cannot_be_named() -> None:
    game, bob, cleo = open_table(visibility="private"), account("Bob"), account("Cleo")
    for name in (game, "g-nothing", "\0"):
        with refused(NotFound, "game/not-found"):
            report_account(bob, cleo, "Rude.", name)


def test_nobody_reports_themselves_or_without_end() -> None:
    ada, bob = account("Ada"), account("Bob")
    with refused(Malformed, "report/yourself"):
        report_account(ada, ada, "Rude.")
    for number in range(MOST_OPEN):
        report_account(ada, bob, f"Rude, for the {number}th time.")
    with refused(Conflict, "report/too-many"):
        report_account(ada, bob, "Rude once more.")
