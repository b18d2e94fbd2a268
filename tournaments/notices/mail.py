"""Sending notices by mail, to those who have confirmed an address: a row is due until its mail is on its way.

The sweep itself must not wait for a mail server, so it asks a worker to send what is due.
"""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.utils import timezone, translation

from engine.canonical import parse_json
from games.accounts.mail_outbox import MailOutbox
from games.accounts.models import Account
from games.time_zones import zone_named
from tournaments.extension import club_zone
from tournaments.notices.models import Notice
from tournaments.notices.tasks import send_notices
from tournaments.notices.words import notice_as_mail


def _messages(notice: Notice) -> list[EmailMessage]:
    """The mail of a notice, if it is still wanted."""
    address = EmailAddress.objects.filter(user=notice.account, verified=True).order_by("-primary").first()
    if address is None or notice.read_at is not None or not notice.account.is_active:
        return []
    return [_mail(notice, notice.account, address.email)]


def _mail(notice: Notice, account: Account, address: str) -> EmailMessage:
    """The mail, in the language of whoever gets it and by their clocks, or by those of the club if they name none."""
    zone = zone_named(account.time_zone or _club_zone(notice))
    with translation.override(account.language or None), timezone.override(zone):
        mail = notice_as_mail(notice)
    return EmailMessage(mail.subject, mail.text, to=[address])


def _club_zone(notice: Notice) -> str:
    """The time zone of the club that a notice is about; empty if it is about none."""
    tournament = parse_json(notice.data).get("tournament")
    return club_zone(tournament) if tournament else ""


_outbox = MailOutbox(
    "A notice",
    lambda: Notice.objects.select_related("account"),
    "mail_due_at",
    _messages,
    lambda rows: rows.update(mail_due_at=None),
)


def are_mails_due(moment: datetime) -> bool:
    """Whether there is something to send."""
    return _outbox.due(moment).exists()


def send_due_mails() -> None:
    """Send what is due, the oldest first."""
    _outbox.send_due()


def have_mails_sent(moment: datetime) -> None:
    """Ask for it, if there is something to send."""
    if are_mails_due(moment):
        send_notices.delay_on_commit()
