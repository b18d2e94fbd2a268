"""What somebody does about what they were told: reading it, and saying whether it comes by mail."""

from datetime import timedelta
from typing import Final

from games.clock.site_time import now
from tournaments.models import MailWish, Notice

KEPT: Final = timedelta(days=90)


def read_notices(account: int) -> None:
    """Take everything for read; what is long past goes."""
    moment = now()
    Notice.objects.filter(account=account, made_at__lt=moment - KEPT).delete()
    Notice.objects.filter(account=account, read_at=None).update(read_at=moment, mail_due_at=None)


def wish_for_mail(account: int, wants_mail: bool) -> None:
    """Have notices mailed from now on, or not; what waits to be mailed is not mailed either then."""
    MailWish.objects.update_or_create(account_id=account, defaults={"wants_mail": wants_mail})
    if not wants_mail:
        Notice.objects.filter(account=account).update(mail_due_at=None)
