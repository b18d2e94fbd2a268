"""Where a game can be, as far as playing goes; a ruling may void one afterwards."""

from typing import Final

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
ADJUDICATED: Final = "adjudicated"
ABORTED: Final = "aborted"

STATUSES: Final = (OPEN, RUNNING, FINISHED, ADJUDICATED, ABORTED)
