"""Telling people something, once: as rows, in the transaction of what they are told of."""

from collections.abc import Iterable
from typing import Final

from engine.canonical import canonical
from games.clocks.clock import now
from tournaments.models import MailWish, Notice, Tournament

CHECK_IN: Final = "check-in"
ROUND_OPEN: Final = "round-open"
ROUND_ENDS: Final = "round-ends"
CALLED_OFF: Final = "called-off"


def tell(accounts: Iterable[int], kind: str, tournament: Tournament, **more: int | str) -> None:
    """Tell some accounts something about a tournament; the same again tells nobody twice.

    Who does not want mails is told on the site only.
    """
    moment = now()
    told = {"tournament": tournament.pk, **more}
    key = f"{kind} {canonical(told)}"
    people = sorted(set(accounts))
    without = set(MailWish.objects.filter(account__in=people, wants_mail=False).values_list("account", flat=True))
    Notice.objects.bulk_create(
        (
            Notice(
                account_id=account,
                key=key,
                kind=kind,
                data=canonical(told),
                made_at=moment,
                mail_due_at=None if account in without else moment,
            )
            for account in people
        ),
        ignore_conflicts=True,
    )
