"""Complaints about people, for whoever looks after the site."""

import logging
from typing import Any, Final

from django.db.models import QuerySet

from engine.errors import Malformed
from games.accounts.models import Account, Report
from games.clock.site_time import now
from games.extension import require_game_seen
from games.log.sql import write_transaction
from games.refusals import Conflict, Forbidden, NotFound
from games.texts import check_text, is_blank

log = logging.getLogger(__name__)
MOST_OPEN: Final = 50
"""How many complaints of one account may wait at the same time."""


def report_account(account: Account, other: Account, text: Any, game_id: str | None = None) -> Report:
    """Complain about somebody, perhaps in one of the games that one can see; what waits already is not stored twice."""
    check_text(text)
    if is_blank(text):
        raise Malformed("report/empty", "Please say what has happened.")
    if account.pk == other.pk:
        raise Malformed("report/yourself", "Nobody can report themselves.")
    if game_id is not None:
        require_game_seen(game_id, account)
    with write_transaction():
        # Whoever clicks twice sends two requests at once.
        Account.objects.select_for_update().get(pk=account.pk)
        waiting = account.reports.filter(handled_at=None)
        same = waiting.filter(reported=other, game=game_id, text=text.strip()).first()
        if same is None and waiting.count() >= MOST_OPEN:
            raise Conflict("report/too-many", "So many of your reports are waiting that no more can be taken.")
        return same or Report.objects.create(reporter=account, reported=other, game_id=game_id, text=text.strip())


def reports_for_staff(by: Account) -> QuerySet[Report]:
    """All complaints, the newest first; that somebody reads them leaves a line."""
    require_staff(by)
    log.info("Account %s has read the reports.", by.pk)
    return _all_reports()


def _all_reports() -> QuerySet[Report]:
    return Report.objects.select_related("reporter", "reported", "handled_by").order_by("-made_at", "-pk")


def mark_report_handled(by: Account, number: int) -> Report:
    """Say that a complaint has been seen to; again changes nothing."""
    require_staff(by)
    Report.objects.filter(pk=number, handled_at=None).update(handled_at=now(), handled_by=by)
    found = _all_reports().filter(pk=number).first()
    if found is None:
        raise NotFound("report/not-found", "There is no such report.")
    return found


def require_staff(by: Account) -> None:
    """Refuse everybody who does not look after the site."""
    if not by.is_staff:
        raise Forbidden("account/not-staff", "Only those who look after the site can do this.")
