"""Making a checkpoint: the heads of the logs that have changed, under one root, in a note linked to the one before.

Whoever makes one waits for nobody. Of several makers at once one goes on; a log that is just being appended to is left
for the next checkpoint, as is everything that happens after its head was read. Each sort of logs has checkpoints of its
own, each in a transaction of its own: whatever ends a maker in between, the next one finds what is not covered yet.
Nothing is signed over a database that is not the one that was signed before (`games.witness`).
"""

from typing import Final, NamedTuple

from django.db import connection

from engine.checkpoint import note_hash, signed_text, write_note
from engine.log import FIRST_PREVIOUS
from engine.merkle import Tree
from games.checkpoints.logs import GAMES, Logs, sorts_of_logs, uncovered
from games.checkpoints.scrutiny import is_whole
from games.checkpoints.sending import put_out
from games.clocks.clock import now, write_time
from games.keys.signing import signing_key
from games.log.transactions import writing
from games.models import Checkpoint
from games.witness.history import follow, require_seen, see
from games.witness.statement import Statement

TURN: Final = 0x6272696B6B73
"""The number of the lock that makers on PostgreSQL take in turn; any will do that nothing else uses."""
AT_ONCE: Final = 2000
"""How many rows one statement inserts."""

# Both databases know this form; one statement for all logs is what keeps ten thousand of them quick.
_COVER: Final = (
    "UPDATE {owners} SET checkpointed_seq = leaf.seq FROM {leaves} AS leaf"
    " WHERE leaf.checkpoint_id = %s AND leaf.{column} = {owners}.id"
)


class Covered(NamedTuple):
    """Where a log ended when a checkpoint looked."""

    log: str
    """The id under which every event of the log names it, as `game`."""
    seq: int
    hash: str

    @property
    def leaf(self) -> bytes:
        """What stands under the root."""
        return f"{self.log}|{self.seq}|{self.hash}".encode()


def make_checkpoints() -> list[int]:
    """Vouch for everything that has happened since the last checkpoints, sort by sort; the numbers of those made."""
    made = [make_checkpoint(logs) for logs in sorts_of_logs()]
    return [number for number in made if number is not None]


def make_checkpoint(logs: Logs = GAMES) -> int | None:
    """Vouch for everything that has happened in logs of one sort; the number, None if there is nothing to do.

    Refused over a database that contradicts what this site has signed before.
    """
    if not uncovered(logs).exists():
        return None
    witness = follow()
    with writing():
        return _make(logs, witness) if _is_our_turn() else None


def _is_our_turn() -> bool:
    """Whether nobody else is making one; on SQLite the transaction has seen to that."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TURN])
        [is_ours] = cursor.fetchone()
    return bool(is_ours)


def _make(logs: Logs, witness: Statement) -> int | None:
    heads = _changed_heads(logs)
    if witness.unacknowledged:
        heads = [head for head in heads if is_whole(logs, *head)]
    if not heads:
        return None
    require_seen(witness.seen)
    checkpoint = _sign(Tree(head.leaf for head in heads))
    checkpoint.save(force_insert=True)
    _keep_leaves(logs, checkpoint.number, heads)
    _cover(logs, checkpoint.number)
    put_out(checkpoint.number)
    see(checkpoint.note)
    return checkpoint.number


def _changed_heads(logs: Logs) -> list[Covered]:
    """The heads of all logs that are ahead of their checkpoint, held as they are until the end of the transaction."""
    free = uncovered(logs).select_for_update(skip_locked=True, no_key=True)
    # Sorted here, because every database has an order of its own for texts.
    return sorted(Covered(*row) for row in free.values_list("pk", "seq", "head_hash"))


def _sign(tree: Tree) -> Checkpoint:
    """The next checkpoint, with this tree."""
    last, key = Checkpoint.objects.order_by("-number").first(), signing_key()
    number = last.number + 1 if last else 1
    # A clock that was set back must not make the notes run backwards.
    at = max(write_time(now()), last.at if last else "")
    previous = note_hash(last.note) if last else FIRST_PREVIOUS
    signed = signed_text(number, at, previous, tree.root.hex(), key.id)
    return Checkpoint(number=number, at=at, note=write_note(signed, key.sign(signed)), size=tree.size)


def _keep_leaves(logs: Logs, number: int, heads: list[Covered]) -> None:
    leaves = (
        logs.leaves(checkpoint_id=number, position=position, seq=head.seq, hash=head.hash, **{logs.column: head.log})
        for position, head in enumerate(heads)
    )
    logs.leaves._default_manager.bulk_create(leaves, batch_size=AT_ONCE)


def _cover(logs: Logs, number: int) -> None:
    """Take down in the rows of the owners how much of their logs is covered now."""
    owners, leaves = logs.owners._meta.db_table, logs.leaves._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(_COVER.format(owners=owners, leaves=leaves, column=logs.column), [number])
