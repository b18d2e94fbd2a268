"""A log gone through from its first event before it is signed.

That is done while it is known that guards were gone, when anything may have been changed: going through every log each
minute would take longer than signing all of them. The audit does the same and much more, but comes afterwards.
"""

import logging
from typing import Final

from django.db import connection

from engine.log import FIRST_PREVIOUS, chain_hash
from games.checkpoints.logs import Logs

log = logging.getLogger(__name__)

_EVENTS: Final = "SELECT seq, prev_hash, hash, body FROM {events} WHERE {column} = %s ORDER BY seq"
_LEAVES: Final = "SELECT seq, hash FROM {leaves} WHERE {column} = %s"


def is_whole(logs: Logs, id_: str, seq: int, link: str) -> bool:
    """Whether a log is one chain up to its head, and every earlier checkpoint vouches for an event of it."""
    hashes = _hashes(logs, id_)
    with connection.cursor() as cursor:
        cursor.execute(_LEAVES.format(leaves=logs.leaves._meta.db_table, column=logs.column), [id_])
        covered = cursor.fetchall()
    wanted = [(seq, link), *covered]
    if len(hashes) == seq and all(0 < at <= seq and hashes[at - 1] == one for at, one in wanted):
        return True
    log.error("The log of %s %s is not signed: it is not the one that was signed before, or no chain.", logs.noun, id_)
    return False


def _hashes(logs: Logs, id_: str) -> list[str]:
    """The hashes of a log as they follow from its texts, up to the first that is another one."""
    hashes: list[str] = []
    previous = FIRST_PREVIOUS
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS.format(events=logs.events._meta.db_table, column=logs.column), [id_])
        for seq, before, link, body in cursor.fetchall():
            if (seq, before, link) != (len(hashes) + 1, previous, chain_hash(previous, body)):
                break
            hashes.append(link)
            previous = link
    return hashes
