"""Sending checkpoints to whoever keeps them, each exactly as it was signed, in order and until it is taken.

A checkpoint goes into the outbox in the transaction that makes it. The sweep sees what is due and has a worker send it,
outside every transaction: a receiver that is slow or away holds up nobody. What was sent and not confirmed is sent
again, so a receiver may get a note twice.
"""

import hmac
import http.client
import logging
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from games.clocks.clock import now
from games.models import CheckpointDelivery

log = logging.getLogger(__name__)

TIMEOUT: Final = 5.0
"""Seconds that a receiver may take."""
LEASE: Final = timedelta(minutes=1)
"""For how long a worker has a note for itself; if it dies meanwhile, another one sends it afterwards."""
FIRST_PAUSE: Final = timedelta(seconds=10)
LONGEST_PAUSE: Final = timedelta(hours=1)
AT_MOST: Final = 50
"""How many notes one task sends; the rest is next."""


def put_out(number: int) -> None:
    """Have a checkpoint sent, inside the transaction that makes it; nothing if nobody wants it."""
    if settings.CHECKPOINT_WEBHOOK:
        CheckpointDelivery.objects.create(checkpoint_id=number, due_at=now())


def is_due(moment: datetime) -> bool:
    """Whether there is something to send."""
    first = _first() if settings.CHECKPOINT_WEBHOOK else None
    return first is not None and first.due_at <= moment


def send_due() -> None:
    """Send what is due, the oldest first; one that is not taken holds back those after it."""
    for _ in range(AT_MOST):
        waiting = _first()
        if waiting is None or not _claim(waiting) or not _send(waiting):
            return


def _first() -> CheckpointDelivery | None:
    return CheckpointDelivery.objects.select_related("checkpoint").order_by("checkpoint").first()


def _claim(waiting: CheckpointDelivery) -> bool:
    """Whether it is due and nobody else is at it."""
    moment = now()
    if waiting.due_at > moment:
        return False
    found = CheckpointDelivery.objects.filter(pk=waiting.pk, due_at=waiting.due_at)
    return bool(found.update(due_at=moment + LEASE))


def _send(waiting: CheckpointDelivery) -> bool:
    """Whether the receiver has taken it."""
    try:
        status = _post(waiting.checkpoint_id, waiting.checkpoint.note.encode())
    except (OSError, http.client.HTTPException) as error:
        problem = str(error) or type(error).__name__
    else:
        if 200 <= status < 300:
            CheckpointDelivery.objects.filter(pk=waiting.pk).delete()
            return True
        problem = f"the answer was {status}"
    pause = min(FIRST_PAUSE * 2 ** min(waiting.tries, 10), LONGEST_PAUSE)
    CheckpointDelivery.objects.filter(pk=waiting.pk).update(due_at=now() + pause, tries=waiting.tries + 1)
    log.warning("Checkpoint %s could not be sent elsewhere: %s.", waiting.checkpoint_id, problem)
    return False


def _post(number: int, note: bytes) -> int:
    """Send a note; redirects are not followed."""
    url = urlsplit(settings.CHECKPOINT_WEBHOOK)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.hostname or "", url.port, timeout=TIMEOUT)
    try:
        path = f"{url.path or '/'}{'?' + url.query if url.query else ''}"
        connection.request("POST", path, note, _headers(number, note))
        return connection.getresponse().status
    finally:
        connection.close()


def _headers(number: int, note: bytes) -> dict[str, str]:
    headers = {"Content-Type": "text/plain; charset=utf-8", "X-Brikks-Checkpoint": str(number)}
    if secret := settings.CHECKPOINT_SECRET:
        headers["X-Brikks-Signature"] = f"sha256={hmac.digest(secret.encode(), note, 'sha256').hex()}"
    return headers
