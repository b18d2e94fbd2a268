"""Making a checkpoint: the heads of the games that have changed, under one root, in a note linked to the one before.

Whoever makes one waits for nobody. Of several makers at once one goes on; a game that is just being appended to is
left for the next checkpoint, as is everything that happens after its head was read.
"""

from typing import Final, NamedTuple

from django.db import connection
from django.db.models import F

from engine.checkpoint import note_hash, signed_text, write_note
from engine.log import FIRST_PREVIOUS
from engine.merkle import Tree
from games.checkpoints.sending import put_out
from games.clocks.clock import now, write_time
from games.keys.signing import signing_key
from games.log.transactions import writing
from games.models import Checkpoint, CheckpointLeaf, Game

TURN: Final = 0x6272696B6B73
"""The number of the lock that makers on PostgreSQL take in turn; any will do that nothing else uses."""
AT_ONCE: Final = 2000
"""How many rows one statement inserts."""

# Both databases know this form; one statement for all games is what keeps ten thousand of them quick.
_COVER: Final = (
    "UPDATE games_game SET checkpointed_seq = leaf.seq FROM games_checkpointleaf AS leaf"
    " WHERE leaf.checkpoint_id = %s AND leaf.game_id = games_game.id"
)


class Covered(NamedTuple):
    """Where the log of a game ended when a checkpoint looked."""

    game: str
    seq: int
    hash: str

    @property
    def leaf(self) -> bytes:
        """What stands under the root."""
        return f"{self.game}|{self.seq}|{self.hash}".encode()


def make_checkpoint() -> int | None:
    """Vouch for everything that has happened since the last checkpoint; the number, None if there is nothing to do."""
    with writing():
        return _make() if _is_our_turn() else None


def _is_our_turn() -> bool:
    """Whether nobody else is making one; on SQLite the transaction has seen to that."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TURN])
        [is_ours] = cursor.fetchone()
    return bool(is_ours)


def _make() -> int | None:
    heads = _changed_heads()
    if not heads:
        return None
    checkpoint = _sign(Tree(head.leaf for head in heads))
    checkpoint.save(force_insert=True)
    _keep_leaves(checkpoint.number, heads)
    with connection.cursor() as cursor:
        cursor.execute(_COVER, [checkpoint.number])
    put_out(checkpoint.number)
    return checkpoint.number


def _changed_heads() -> list[Covered]:
    """The heads of all games that are ahead of their checkpoint, held as they are until the end of the transaction."""
    changed = Game.objects.filter(seq__gt=F("checkpointed_seq"))
    free = changed.select_for_update(skip_locked=True, no_key=True)
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


def _keep_leaves(number: int, heads: list[Covered]) -> None:
    leaves = (
        CheckpointLeaf(checkpoint_id=number, position=position, game_id=head.game, seq=head.seq, hash=head.hash)
        for position, head in enumerate(heads)
    )
    CheckpointLeaf.objects.bulk_create(leaves, batch_size=AT_ONCE)
