"""How many files a process may have open, connections included: systems give few and let one ask for more.

Standard library only: it is raised before anything is started, and what is started inherits it.
"""

import resource
from typing import Final

WANTED: Final = 65_536
ENOUGH: Final = 4_096
"""With fewer a room full of visitors with a tab each, and somebody who means harm, may fill them."""


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
