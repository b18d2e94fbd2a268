"""Telling people something, once: as rows, in the transaction of what they are told of."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from engine.canonical import canonical
from engine.protocol import Json
from games.clock.site_time import now
from tournaments.models import MailWish, Notice, Tournament

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
COLLECTED: Final = (FLAGGED, TO_REVIEW)
"""What anybody can bring about often: of these one mail stands for all that come within a pause."""
PAUSE: Final = timedelta(hours=1)


def tell(accounts: Iterable[int], kind: str, tournament: Tournament, **more: int | str) -> None:
    """Tell some accounts something about a tournament; the same again tells nobody twice."""
    tell_of(accounts, kind, {"tournament": tournament.pk, **more})


def tell_of(accounts: Iterable[int], kind: str, told: Json, beside: Json | None = None) -> None:
    """The same of anything else, and what is said beside it. Who wants no mails, or has just got one of this kind, is
    told on the site only."""
    moment = now()
    key = f"{kind} {canonical(told)}"
    people = sorted(set(accounts))
    without = set(MailWish.objects.filter(account__in=people, wants_mail=False).values_list("account", flat=True))
    if kind in COLLECTED:
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
