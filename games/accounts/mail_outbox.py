"""How rows become mails: each is due until its mail is on its way, and of a process one thread at a time sends them.

Whatever is due is found by the next sweep, so a mail server that is away delays mails and loses none. One that has
failed with a mail often enough does not get it any more. A server that hangs costs a thread its patience for every
mail, and the clocks are seen to by the same threads: not all of them may wait there at once, nor one of them again and
again. But one that answers and refuses a single mail, as for its address, keeps no other one waiting.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any, Final, Generic, TypeVar

from django.core.mail import EmailMessage
from django.db.models import Model, QuerySet

from games.clock.site_time import now

log = logging.getLogger(__name__)
MOST_A_CALL: Final = 50
"""How many mails one call sends."""
LEASE: Final = timedelta(minutes=2)
"""How long whoever sends one has for it before somebody else tries."""
FIRST_PAUSE: Final = timedelta(minutes=1)
MOST_TRIES: Final = 8
Row = TypeVar("Row", bound=Model)
_sending = threading.Lock()


@dataclass(frozen=True)
class MailOutbox(Generic[Row]):
    """Rows that are to be mailed; they count in `tries` how often that was tried."""

    name: str
    """What one of them is, for the log."""
    rows: Callable[[], QuerySet[Row]]
    due_at: str
    """The column that says when one is due, or due again."""
    messages: Callable[[Row], Iterable[EmailMessage]]
    """What is to be sent for one; nothing if nobody wants it any more."""
    finish: Callable[[QuerySet[Row]], object]
    """Sees to it that a row is not due any more."""

    def due(self, moment: datetime) -> QuerySet[Row]:
        """The rows whose mails are to be sent."""
        return self.rows().filter(**{f"{self.due_at}__lte": moment})

    def send_due(self) -> None:
        """Send what is due, the oldest first, until the server fails; nothing if another thread is at it."""
        if not _sending.acquire(blocking=False):
            return
        try:
            for row in self.due(now()).order_by(self.due_at)[:MOST_A_CALL]:
                if not self._send(row):
                    return
        finally:
            _sending.release()

    def _send(self, row: Row) -> bool:
        """Send the mail of a row unless somebody else is at it; False if the server has failed."""
        tries: int = row.tries + 1  # type: ignore[attr-defined]  # each of them has it
        if not self._claim(row, tries):
            return True
        is_server_well, is_to_be_tried_again = True, False
        try:
            for message in self.messages(row):
                message.send()
        except ValueError as error:  # such as a host too long to be written
            log.warning("%s goes to no address that there can be: %s", self.name, error)
        except OSError as error:
            is_server_well = isinstance(error, SMTPRecipientsRefused | SMTPDataError)
            is_to_be_tried_again = tries < MOST_TRIES
            log.warning("%s could not be sent: %s", self.name, error)
        own = self.rows().filter(pk=row.pk)
        if is_to_be_tried_again:
            own.update(**{self.due_at: now() + FIRST_PAUSE * 2 ** (tries - 1)})
        else:
            self.finish(own)
        return is_server_well

    def _claim(self, row: Row, tries: int) -> bool:
        """Whether nobody else is at it."""
        found = self.rows().filter(**{"pk": row.pk, self.due_at: getattr(row, self.due_at)})
        changes: dict[str, Any] = {self.due_at: now() + LEASE, "tries": tries}
        return bool(found.update(**changes))
