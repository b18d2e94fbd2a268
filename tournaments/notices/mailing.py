"""Sending notices by mail, to those who have confirmed an address: a row is due until its mail is on its way.

Whatever is due is found by the next sweep, so a mail server that is away delays mails and loses none. One that has
refused a mail often enough does not get it any more.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.utils import timezone, translation

from games.clocks.clock import now
from games.mail_server import send_each
from games.models import Account
from games.zone_names import zone_named
from tournaments.models import Notice
from tournaments.notices.wording import mail_of, zone_of

log = logging.getLogger(__name__)

AT_MOST: Final = 50
"""How many mails one call sends."""
LEASE: Final = timedelta(minutes=2)
"""How long whoever sends one has for it before somebody else tries."""
FIRST_PAUSE: Final = timedelta(minutes=1)
MOST_TRIES: Final = 8


def are_due(moment: datetime) -> bool:
    """Whether there is something to send."""
    return _due(moment).exists()


def send_due() -> None:
    """Send what is due, the oldest first."""
    due = _due(now()).select_related("account").order_by("mail_due_at")[:AT_MOST]
    send_each(due, _send)


def _due(moment: datetime) -> QuerySet[Notice]:
    return Notice.objects.filter(mail_due_at__lte=moment)


def _claim(notice: Notice) -> bool:
    """Whether nobody else is at it."""
    found = Notice.objects.filter(pk=notice.pk, mail_due_at=notice.mail_due_at)
    return bool(found.update(mail_due_at=now() + LEASE, tries=notice.tries + 1))


def _send(notice: Notice) -> bool:
    """Send the mail of a notice if it is still wanted and nobody else is at it; False if the server has failed."""
    if not _claim(notice):
        return True
    address = EmailAddress.objects.filter(user=notice.account, verified=True).order_by("-primary").first()
    if address is None or notice.read_at is not None or not notice.account.is_active:
        Notice.objects.filter(pk=notice.pk).update(mail_due_at=None)
        return True
    try:
        _written(notice, notice.account, address.email).send()
    except OSError as error:
        _put_off(notice, error)
        return False
    except ValueError as error:  # such as a host too long to be written
        log.warning("A notice goes to no address that there can be: %s", error)
    Notice.objects.filter(pk=notice.pk).update(mail_due_at=None)
    return True


def _written(notice: Notice, account: Account, address: str) -> EmailMessage:
    """The mail, in the language of whoever gets it and by their clocks, or by those of the club if they name none."""
    zone = zone_named(account.time_zone or zone_of(notice))
    with translation.override(account.language or None), timezone.override(zone):
        mail = mail_of(notice)
    return EmailMessage(mail.subject, mail.text, to=[address])


def _put_off(notice: Notice, error: OSError) -> None:
    is_last = notice.tries + 1 >= MOST_TRIES
    due_at = None if is_last else now() + FIRST_PAUSE * 2**notice.tries
    Notice.objects.filter(pk=notice.pk).update(mail_due_at=due_at)
    log.warning("A notice could not be mailed: %s", error)
