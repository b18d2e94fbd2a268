"""How workers go to the mail server: one thread of each process at a time, and not on and on to one that fails.

A server that hangs costs a thread its patience for every mail. The clocks are seen to by the same threads, so all of
them must not wait there at once. Whatever stays behind is due at the next sweep.
"""

import threading
from collections.abc import Callable, Iterable
from typing import TypeVar

Mail = TypeVar("Mail")
_at_it = threading.Lock()


def send_each(mails: Iterable[Mail], send: Callable[[Mail], bool]) -> None:
    """Send one after the other until `send` says that the server has failed; none if another thread is at it."""
    if not _at_it.acquire(blocking=False):
        return
    try:
        for mail in mails:
            if not send(mail):
                return
    finally:
        _at_it.release()
