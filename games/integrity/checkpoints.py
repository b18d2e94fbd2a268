"""Making a checkpoint: the heads of the logs that have changed, under one root, in a note linked to the one before.

Whoever makes one waits for nobody. Of several makers at once one goes on; a log that is just being appended to is left
for the next checkpoint, as is everything that happens after its head was read. Each sort of logs has checkpoints of its
own, each in a transaction of its own: whatever ends a maker in between, the next one finds what is not covered yet.
Nothing is signed over a database that is not the one that was signed before (`witness`). While it is known that guards
were gone, when anything may have been changed, a log is gone through from its first event before it is signed; always
to do so would take longer than signing.

A file of notes that were kept outside the database says what was once signed. It may begin with any number, and hold a
note twice; two different notes of one number tell that the database was once taken back to an earlier state.

A checkpoint goes into the outbox in the transaction that makes it, to be sent to whoever keeps them, exactly as it was
signed, in order and until it is taken. The sweep sees what is due and has a worker send it, outside every transaction:
a receiver that is slow or away holds up nobody. What was sent and not confirmed is sent again, so a receiver may get a
note twice.
"""

import hmac
import http.client
import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from engine.checkpoint import Keys, Note, check_signature, note_hash, parse_note, signed_text, split_notes, write_note
from engine.errors import Malformed, Refused
from engine.log import FIRST_PREVIOUS, chain_hash
from engine.merkle import Tree
from games.clock.site_time import now, write_time
from games.extension import LogSort
from games.integrity.models import CheckpointDelivery
from games.integrity.witness.file import WitnessStatement
from games.integrity.witness.history import catch_up, remember_note, require_seen
from games.keys.signing import signing_key
from games.log.checkpoint_proofs import CoveredHead
from games.log.log_sorts import GAME_LOGS, log_sorts, uncovered_logs
from games.log.models import Checkpoint
from games.log.sql import write_transaction


def read_notes(lines: Iterable[str], keys: Keys) -> Iterator[tuple[str, Note]]:
    """The notes in the lines of a file, each with its own text; refused unless it was signed with one of the keys."""
    for place, text in enumerate(split_notes(lines), 1):
        yield text, _read_note(text, place, keys)


def _read_note(text: str, place: int, keys: Keys) -> Note:
    try:
        note = parse_note(text)
        check_signature(note, keys)
    except Refused as refusal:
        template = "Note {place} of those kept elsewhere cannot be used. {reason}"
        raise Malformed("checkpoint/kept", template, place=place, reason=refusal.sentence) from None
    return note


log = logging.getLogger(__name__)
_EVENTS_OF_LOG: Final = "SELECT seq, prev_hash, hash, body FROM {events} WHERE {column} = %s ORDER BY seq"
_LEAVES_OF_LOG: Final = "SELECT seq, hash FROM {leaves} WHERE {column} = %s"


def is_intact(logs: LogSort, id_: str, seq: int, link: str) -> bool:
    """Whether a log is one chain up to its head, and every earlier checkpoint vouches for an event of it."""
    hashes = _hashes(logs, id_)
    with connection.cursor() as cursor:
        cursor.execute(_LEAVES_OF_LOG.format(leaves=logs.leaves._meta.db_table, column=logs.column), [id_])
        covered = cursor.fetchall()
    wanted = [(seq, link), *covered]
    if len(hashes) == seq and all(0 < at <= seq and hashes[at - 1] == one for at, one in wanted):
        return True
    log.error("The log of %s %s is not signed: it is not the one that was signed before, or no chain.", logs.noun, id_)
    return False


def _hashes(logs: LogSort, id_: str) -> list[str]:
    """The hashes of a log as they follow from its texts, up to the first that is another one."""
    hashes: list[str] = []
    previous = FIRST_PREVIOUS
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS_OF_LOG.format(events=logs.events._meta.db_table, column=logs.column), [id_])
        for seq, before, link, body in cursor.fetchall():
            if (seq, before, link) != (len(hashes) + 1, previous, chain_hash(previous, body)):
                break
            hashes.append(link)
            previous = link
    return hashes


DELIVERY_TIMEOUT: Final = 5.0
"""Seconds that a receiver may take."""
DELIVERY_LEASE: Final = timedelta(minutes=1)
"""For how long a worker has a note for itself; if it dies meanwhile, another one sends it afterwards."""
FIRST_DELIVERY_PAUSE: Final = timedelta(seconds=10)
LONGEST_DELIVERY_PAUSE: Final = timedelta(hours=1)
DELIVERIES_AT_ONCE: Final = 50
"""How many notes one task sends; the rest is next."""


def queue_delivery(number: int) -> None:
    """Have a checkpoint sent, inside the transaction that makes it; nothing if nobody wants it."""
    if settings.CHECKPOINT_WEBHOOK:
        CheckpointDelivery.objects.create(checkpoint_id=number, due_at=now())


def is_delivery_due(moment: datetime) -> bool:
    """Whether there is something to send."""
    first = _first_waiting() if settings.CHECKPOINT_WEBHOOK else None
    return first is not None and first.due_at <= moment


def send_due_checkpoints() -> None:
    """Send what is due, the oldest first; one that is not taken holds back those after it."""
    for _ in range(DELIVERIES_AT_ONCE):
        waiting = _first_waiting()
        if waiting is None or not _claim_delivery(waiting) or not _send(waiting):
            return


def _first_waiting() -> CheckpointDelivery | None:
    return CheckpointDelivery.objects.select_related("checkpoint").order_by("checkpoint").first()


def _claim_delivery(waiting: CheckpointDelivery) -> bool:
    """Whether it is due and nobody else is at it."""
    moment = now()
    if waiting.due_at > moment:
        return False
    found = CheckpointDelivery.objects.filter(pk=waiting.pk, due_at=waiting.due_at)
    return bool(found.update(due_at=moment + DELIVERY_LEASE))


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
    pause = min(FIRST_DELIVERY_PAUSE * 2 ** min(waiting.tries, 10), LONGEST_DELIVERY_PAUSE)
    CheckpointDelivery.objects.filter(pk=waiting.pk).update(due_at=now() + pause, tries=waiting.tries + 1)
    log.warning("Checkpoint %s could not be sent elsewhere: %s.", waiting.checkpoint_id, problem)
    return False


def _post(number: int, note: bytes) -> int:
    """Send a note; redirects are not followed."""
    url = urlsplit(settings.CHECKPOINT_WEBHOOK)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.hostname or "", url.port, timeout=DELIVERY_TIMEOUT)
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


TURN: Final = 0x6272696B6B73
"""The number of the lock that makers on PostgreSQL take in turn; any will do that nothing else uses."""
AT_ONCE: Final = 2000
"""How many rows one statement inserts."""
# Both databases know this form; one statement for all logs is what keeps ten thousand of them quick.
_COVER: Final = (
    "UPDATE {owners} SET checkpointed_seq = leaf.seq FROM {leaves} AS leaf"
    " WHERE leaf.checkpoint_id = %s AND leaf.{column} = {owners}.id"
)


def make_checkpoints() -> list[int]:
    """Vouch for everything that has happened since the last checkpoints, sort by sort; the numbers of those made."""
    made = [make_checkpoint(logs) for logs in log_sorts()]
    return [number for number in made if number is not None]


def make_checkpoint(logs: LogSort = GAME_LOGS) -> int | None:
    """Vouch for everything that has happened in logs of one sort; the number, None if there is nothing to do.

    Refused over a database that contradicts what this site has signed before.
    """
    if not uncovered_logs(logs).exists():
        return None
    witness = catch_up()
    with write_transaction():
        return _make(logs, witness) if _is_our_turn() else None


def _is_our_turn() -> bool:
    """Whether nobody else is making one; on SQLite the transaction has seen to that."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TURN])
        [is_ours] = cursor.fetchone()
    return bool(is_ours)


def _make(logs: LogSort, witness: WitnessStatement) -> int | None:
    heads = _changed_heads(logs)
    if witness.unacknowledged:
        heads = [head for head in heads if is_intact(logs, *head)]
    if not heads:
        return None
    require_seen(witness.seen)
    checkpoint = _sign(Tree(head.leaf for head in heads))
    checkpoint.save(force_insert=True)
    _keep_leaves(logs, checkpoint.number, heads)
    _cover(logs, checkpoint.number)
    queue_delivery(checkpoint.number)
    remember_note(checkpoint.note)
    return checkpoint.number


def _changed_heads(logs: LogSort) -> list[CoveredHead]:
    """The heads of all logs that are ahead of their checkpoint, held as they are until the end of the transaction."""
    free = uncovered_logs(logs).select_for_update(skip_locked=True, no_key=True)
    # Sorted here, because every database has an order of its own for texts.
    return sorted(CoveredHead(*row) for row in free.values_list("pk", "seq", "head_hash"))


def _sign(tree: Tree) -> Checkpoint:
    """The next checkpoint, with this tree."""
    last, key = Checkpoint.objects.order_by("-number").first(), signing_key()
    number = last.number + 1 if last else 1
    # A clock that was set back must not make the notes run backwards.
    at = max(write_time(now()), last.at if last else "")
    previous = note_hash(last.note) if last else FIRST_PREVIOUS
    signed = signed_text(number, at, previous, tree.root.hex(), key.id)
    return Checkpoint(number=number, at=at, note=write_note(signed, key.sign(signed)), size=tree.size)


def _keep_leaves(logs: LogSort, number: int, heads: list[CoveredHead]) -> None:
    leaves = (
        logs.leaves(checkpoint_id=number, position=position, seq=head.seq, hash=head.hash, **{logs.column: head.log})
        for position, head in enumerate(heads)
    )
    logs.leaves._default_manager.bulk_create(leaves, batch_size=AT_ONCE)


def _cover(logs: LogSort, number: int) -> None:
    """Take down in the rows of the owners how much of their logs is covered now."""
    owners, leaves = logs.owners._meta.db_table, logs.leaves._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(_COVER.format(owners=owners, leaves=leaves, column=logs.column), [number])
