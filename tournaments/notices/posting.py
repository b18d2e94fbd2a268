"""Having a worker send the mails that are due: the sweep itself must not wait for a mail server."""

from datetime import datetime

from tournaments.notices.mailing import are_due
from tournaments.tasks import send_notices


def post(moment: datetime) -> None:
    """Ask for it, if there is something to send."""
    if are_due(moment):
        send_notices.delay_on_commit()
