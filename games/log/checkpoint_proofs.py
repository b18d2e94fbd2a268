"""Proving that a log is under a checkpoint: the signed note, and the path from the log's head to its root.

A checkpoint covers logs of one sort. So what a note over games says is the same whether there are others or not, while
all notes stand in one series: whoever keeps it keeps all of them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.merkle import Tree
from engine.protocol import Json
from games.extension import LogSort
from games.log.log_sorts import GAME_LOGS
from games.log.models import Checkpoint


class CoveredHead(NamedTuple):
    """Where a log ended when a checkpoint looked."""

    log: str
    """The id under which every event of the log names it, as `game`."""
    seq: int
    hash: str

    @property
    def leaf(self) -> bytes:
        """What stands under the root."""
        return f"{self.log}|{self.seq}|{self.hash}".encode()


def proof_of(log: str, up_to: int | None = None, logs: LogSort = GAME_LOGS) -> Json | None:
    """The newest checkpoint that covers a log, or that covers no more of it than this many events; None if none does.

    Whoever asks must have made sure that the game, or whatever the log belongs to, may be seen.
    """
    leaves = logs.leaves._default_manager.filter(**{logs.noun: log})
    if up_to is not None:
        leaves = leaves.filter(seq__lte=up_to)
    found = leaves.order_by("-checkpoint").values_list("checkpoint", "position", "seq", "hash").first()
    if found is None:
        return None
    number, position, seq, link = found
    note = Checkpoint.objects.values_list("note", flat=True).get(pk=number)
    return {"note": note, "proof": _proof(logs, number, position, CoveredHead(log, seq, link))}


def _proof(logs: LogSort, number: int, position: int, head: CoveredHead) -> Json:
    tree = read_tree(number, logs)
    return {
        "leaf": head.leaf.decode(),
        "index": position,
        "size": tree.size,
        "path": [step.hex() for step in tree.audit_path(position)],
    }


def read_tree(number: int, logs: LogSort = GAME_LOGS) -> Tree:
    """The tree of a checkpoint, from its stored leaves."""
    leaves = logs.leaves._default_manager.filter(checkpoint=number).order_by("position")
    return Tree(
        CoveredHead(*row).leaf for row in leaves.values_list(logs.noun, "seq", "hash").iterator(chunk_size=2000)
    )


def stored_notes(since: int = 0) -> Iterator[str]:
    """The notes in the database that come after the one of this number."""
    later = Checkpoint.objects.filter(number__gt=since).order_by("number")
    return later.values_list("note", flat=True).iterator(chunk_size=500)
