"""What somebody was told beside their games."""

from datetime import datetime
from typing import Final, NamedTuple

from tournaments.notices.models import MailWish, Notice
from tournaments.notices.words import notices_in_words

MOST_SHOWN: Final = 50


class ShownNotice(NamedTuple):
    """A notice, in words."""

    sentence: str
    address: str
    at: datetime
    is_new: bool
    is_past: bool
    """Whether it was about a round that is closed by now."""


def notices_of(account: int) -> list[ShownNotice]:
    """The latest that somebody was told, the newest first."""
    found = list(
        Notice.objects.filter(account=account).select_related("account").order_by("-made_at", "-pk")[:MOST_SHOWN]
    )
    words = zip(found, notices_in_words(found), strict=True)
    return [
        ShownNotice(said.sentence, said.address, notice.made_at, notice.read_at is None, said.is_past)
        for notice, said in words
    ]


def count_new(account: int) -> int:
    """How many of them they have not read."""
    return Notice.objects.filter(account=account, read_at=None).count()


def wants_mail(account: int) -> bool:
    """Whether somebody wants them by mail as well."""
    return not MailWish.objects.filter(account=account, wants_mail=False).exists()


def export_notices(account: int) -> dict[str, object]:
    """What is kept of it, for the export of an account."""
    kept = Notice.objects.filter(account=account).order_by("made_at")
    told = [{"kind": one.kind, "data": one.data, "made_at": one.made_at.isoformat()} for one in kept]
    return {"notices": told, "wants_mail": wants_mail(account)}
