"""Mails about accounts: written or asked for in a request, sent by a worker.

A request only ever leaves a row, so its answer takes as long for an address that is known as for one that is not, and
no mail server holds it up. A row goes when its mail is on its way, or was refused often enough.
"""

import logging
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import quote

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.utils import user_pk_to_url_str
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from games.clocks.clock import now
from games.mail_server import send_each
from games.models import Account, OutgoingMail

log = logging.getLogger(__name__)

AT_MOST: Final = 50
"""How many mails one call sends."""
LEASE: Final = timedelta(minutes=2)
"""How long whoever sends one has for it before somebody else tries."""
FIRST_PAUSE: Final = timedelta(minutes=1)
MOST_TRIES: Final = 8
RESET: Final = "account/email/password_reset_key"


def queue_mail(address: str, subject: str, text: str) -> None:
    """Have a mail sent."""
    _queue(OutgoingMail(address=address, subject=subject, text=text))


def queue_reset(address: str, site: str, language: str) -> None:
    """Have a link to a new password sent to whoever has an address, if anybody has, which is not looked up here."""
    _queue(OutgoingMail(address=address, site=site, language=language))


def _queue(mail: OutgoingMail) -> None:
    from games import tasks

    mail.made_at = mail.due_at = now()
    mail.save()
    tasks.send_mails.delay_on_commit()


def are_due(moment: datetime) -> bool:
    """Whether there is something to send."""
    return _due(moment).exists()


def send_due() -> None:
    """Send what is due, the oldest first."""
    send_each(_due(now()).order_by("due_at")[:AT_MOST], _send)


def _due(moment: datetime) -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(due_at__lte=moment)


def _claim(mail: OutgoingMail) -> bool:
    """Whether nobody else is at it."""
    found = OutgoingMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
    return bool(found.update(due_at=now() + LEASE, tries=mail.tries + 1))


def _send(mail: OutgoingMail) -> bool:
    """Send a mail unless somebody else is at it; False if the server has failed."""
    if not _claim(mail):
        return True
    has_failed = False
    try:
        for message in _messages(mail):
            message.send()
    except OSError as error:
        has_failed = True
        log.warning("A mail about an account could not be sent: %s", error)
        if mail.tries + 1 < MOST_TRIES:
            OutgoingMail.objects.filter(pk=mail.pk).update(due_at=now() + FIRST_PAUSE * 2**mail.tries)
            return False
    except ValueError as error:  # such as a host too long to be written
        log.warning("A mail about an account goes to no address that there can be: %s", error)
    OutgoingMail.objects.filter(pk=mail.pk).delete()
    return not has_failed


def _messages(mail: OutgoingMail) -> list[EmailMessage]:
    if not mail.site:
        return [EmailMessage(mail.subject, mail.text, to=[mail.address])]
    users = filter_users_by_email(mail.address, is_active=True, prefer_verified=True, for_login=True)
    return [_reset(mail, user) for user in users if isinstance(user, Account)]


def _reset(mail: OutgoingMail, account: Account) -> EmailMessage:
    """The mail with the link to a new password, in the language of the account, or of whoever has asked for it."""
    key = f"{user_pk_to_url_str(account)}-{default_token_generator.make_token(account)}"
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
    link = mail.site + path.replace("UID-KEY", quote(key))
    context = {"user": account, "username": account.username, "email": mail.address, "password_reset_url": link}
    with translation.override(account.language or mail.language):
        return get_adapter().render_mail(RESET, mail.address, context)
