"""Whoever looks at what is private as staff, or lets somebody in, leaves a line in the log as the site sets it up."""

import logging

import pytest

from games.accounts.passwords import make_password_link
from games.accounts.profiles import find_player
from games.accounts.reports import mark_report_handled, report_account, reports_for_staff
from tests.games.sample_tables import account

pytestmark = pytest.mark.django_db


def test_each_look_is_a_line(caplog: pytest.LogCaptureFixture) -> None:
    ada, stan = account("Ada", is_private=True), account("Stan", is_staff=True)
    find_player("ada", stan)
    make_password_link(stan, ada)
    reports_for_staff(stan)
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.INFO, f"Account {stan.pk} has looked at the private profile of account {ada.pk}."),
        (logging.INFO, f"Account {stan.pk} has made a link to a new password for account {ada.pk}."),
        (logging.INFO, f"Account {stan.pk} has read the reports."),
    ]


def test_what_concerns_oneself_is_none(caplog: pytest.LogCaptureFixture) -> None:
    ada, stan = account("Ada", is_private=True), account("Stan", is_staff=True)
    find_player("ada", ada)
    mark_report_handled(stan, report_account(ada, stan, "He shouted.").pk)
    assert caplog.records == []
