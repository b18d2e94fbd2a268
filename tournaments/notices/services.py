"""Telling people something, once, and what they do about it: reading notices, and saying whether they come by mail.

Notices are rows, written in the transaction of what they are about. Who is told what, and when: `dispute_notices`
here, `tournaments.events.round_notices` for tournaments.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from engine.canonical import canonical
from engine.protocol import Json
from games.clock.site_time import now
from tournaments.notices.models import MailWish, Notice

CHECK_IN: Final = "check-in"
ROUND_OPEN: Final = "round-open"
ROUND_ENDS: Final = "round-ends"
TABLE_STARTED: Final = "table-started"
LEFT_OUT: Final = "left-out"
RESULT_ENTERED: Final = "result-entered"
CALLED_OFF: Final = "called-off"
FLAGGED: Final = "flagged"
TO_REVIEW: Final = "to-review"
RULED: Final = "ruled"
MAILED_ONCE_A_PAUSE: Final = (FLAGGED, TO_REVIEW)
"""What anybody can bring about often: of these one mail stands for all that come within a pause."""
PAUSE: Final = timedelta(hours=1)


def notify(accounts: Iterable[int], kind: str, told: Json, beside: Json | None = None) -> None:
    """The same of anything else, and what is said beside it. Who wants no mails, or has just got one of this kind, is
    told on the site only."""
    moment = now()
    key = f"{kind} {canonical(told)}"
    people = sorted(set(accounts))
    without = set(MailWish.objects.filter(account__in=people, wants_mail=False).values_list("account", flat=True))
    if kind in MAILED_ONCE_A_PAUSE:
        without |= _mailed_since(moment - PAUSE, kind, people)
    Notice.objects.bulk_create(
        (
            Notice(
                account_id=account,
                key=key,
                kind=kind,
                data=canonical({**told, **(beside or {})}),
                made_at=moment,
                mail_due_at=None if account in without else moment,
            )
            for account in people
        ),
        ignore_conflicts=True,
    )


def _mailed_since(moment: datetime, kind: str, people: list[int]) -> set[int]:
    """Those of some accounts to whom a mail of a kind has gone since a moment, or is about to."""
    told = Notice.objects.filter(account__in=people, kind=kind, made_at__gt=moment)
    return set(told.filter(Q(mail_due_at__isnull=False) | Q(tries__gt=0)).values_list("account", flat=True))


KEPT_FOR: Final = timedelta(days=90)


def mark_notices_read(account: int) -> None:
    """Take everything for read; what is long past goes."""
    moment = now()
    Notice.objects.filter(account=account, made_at__lt=moment - KEPT_FOR).delete()
    Notice.objects.filter(account=account, read_at=None).update(read_at=moment, mail_due_at=None)


def set_mail_wish(account: int, wants_mail: bool) -> None:
    """Have notices mailed from now on, or not; what waits to be mailed is not mailed either then."""
    MailWish.objects.update_or_create(account_id=account, defaults={"wants_mail": wants_mail})
    if not wants_mail:
        Notice.objects.filter(account=account).update(mail_due_at=None)
