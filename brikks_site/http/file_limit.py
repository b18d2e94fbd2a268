"""How many files a process may have open, connections included: systems give few and let one ask for more.

Standard library only: it is raised before anything is started, and what is started inherits it.
"""

import resource
from typing import Final

WANTED: Final = 65_536
ENOUGH: Final = 4_096
"""With fewer a room full of visitors with a tab each, and somebody who means harm, may fill them."""
MOST_CONNECTIONS: Final = 8192
"""How many connections one process holds, however many files it may open."""
BURST: Final = 2048
"""How many connections a web server takes in one go, at the most."""
FEWEST_SPARE: Final = 256
"""How many files are left for the database, the broker and whatever is served, at the least."""
UNCOUNTED: Final = 6
"""Four times as many connections as are taken in one go may be open before the first of them is counted and another one
closed for it; and something must be left even then."""


def most_connections(files: int) -> int:
    """How many connections a process holds that may open so many files."""
    spare = max(FEWEST_SPARE, min(BURST + FEWEST_SPARE, files // 4))
    return max(16, min(MOST_CONNECTIONS, files - spare))


def at_once(files: int) -> int:
    """How many connections such a process takes in one go, so that it never runs out of files over them."""
    return max(16, min(BURST, (files - most_connections(files)) // UNCOUNTED))


def raise_file_limit() -> str | None:
    """Let this process and those that it starts open as many files as the system allows; a sentence if that is few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            soft = allowed
        except (OSError, ValueError):
            # Some systems promise more than they give.
            pass
    if soft == resource.RLIM_INFINITY or soft >= ENOUGH:
        return None
    return (
        f"This machine lets a program have {soft:,} files and connections open, which is little for a site with many "
        f"visitors. Allow more before ./run: ulimit -n {ENOUGH}"
    )
