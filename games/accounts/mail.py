"""Mails about accounts, written or asked for in a request and sent by a worker; and whose a mail address is.

A request only ever leaves a row, so its answer takes as long for an address that is known as for one that is not, and
no mail server holds it up. A row goes when its mail is on its way, or was refused often enough.

An address is whoever's has shown it by a link that was sent there, and nobody else's. Anybody may write down anybody's
address. If one logged in by it before that, whoever has signed up with an address could tell from whether that works,
and from how long it takes, whether somebody else has it as well.
"""

from datetime import datetime
from typing import Final
from urllib.parse import quote

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation

from games.accounts.mail_outbox import MailOutbox
from games.accounts.models import Account, OutgoingMail
from games.clock.site_time import now


def owner_of(address: str) -> Account | None:
    """Who has shown that an address is theirs; that is one at most."""
    found = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
    return None if found is None else found.user


RESET: Final = "account/email/password_reset_key"


def queue_mail(address: str, subject: str, text: str) -> None:
    """Have a mail sent."""
    _queue(OutgoingMail(address=address, subject=subject, text=text))


def queue_reset(address: str, site: str, language: str) -> None:
    """Have a link to a new password sent to whoever has an address, if anybody has, which is not looked up here."""
    _queue(OutgoingMail(address=address, site=site, language=language))


def _queue(mail: OutgoingMail) -> None:
    from games.accounts.tasks import send_mails

    mail.made_at = mail.due_at = now()
    mail.save()
    send_mails.delay_on_commit()


def _messages_of(mail: OutgoingMail) -> list[EmailMessage]:
    if not mail.site:
        return [EmailMessage(mail.subject, mail.text, to=[mail.address])]
    users = filter_users_by_email(mail.address, is_active=True, prefer_verified=True, for_login=True)
    return [_reset_message(mail, user) for user in users if isinstance(user, Account)]


def _reset_message(mail: OutgoingMail, account: Account) -> EmailMessage:
    """The mail with the link to a new password, in the language of the account, or of whoever has asked for it."""
    key = f"{user_pk_to_url_str(account)}-{default_token_generator.make_token(account)}"
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
    link = mail.site + path.replace("UID-KEY", quote(key))
    context = {"user": account, "username": account.username, "email": mail.address, "password_reset_url": link}
    with translation.override(account.language or mail.language):
        return get_adapter().render_mail(RESET, mail.address, context)


_outbox = MailOutbox(
    "A mail about an account", OutgoingMail.objects.all, "due_at", _messages_of, lambda rows: rows.delete()
)


def are_due(moment: datetime) -> bool:
    """Whether there is something to send."""
    return _outbox.due(moment).exists()


def send_due() -> None:
    """Send what is due, the oldest first."""
    _outbox.send_due()
