"""What makes a worker stop inside a transaction: it stops itself at its next time-out, once, if a file says so.

Workers load this as the settings of these tests say.
"""

import os
import signal
from pathlib import Path

from games.log.unit_of_work import Draft
from games.play import deadlines
from games.play.deadlines import add_timeouts

SIGN = Path(os.environ["CHAOS_BROKER"]).with_name("stop-inside")
"""The file; the worker takes it away when it has seen it."""


def stop_and_time_out(draft: Draft) -> None:
    """The row is locked by now, and nothing is stored yet."""
    if SIGN.exists():
        SIGN.unlink()
        os.kill(os.getpid(), signal.SIGSTOP)
    add_timeouts(draft)


deadlines.add_timeouts = stop_and_time_out
