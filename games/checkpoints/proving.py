"""Proving that a log is under a checkpoint: the signed note, and the path from the log's head to its root."""

from engine.merkle import Tree
from engine.protocol import Json
from games.checkpoints.logs import GAMES, Logs
from games.checkpoints.making import Covered
from games.models import Checkpoint


def proof_of(log: str, up_to: int | None = None, logs: Logs = GAMES) -> Json | None:
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
    return {"note": note, "proof": _proof(logs, number, position, Covered(log, seq, link))}


def _proof(logs: Logs, number: int, position: int, head: Covered) -> Json:
    tree = read_tree(number, logs)
    return {
        "leaf": head.leaf.decode(),
        "index": position,
        "size": tree.size,
        "path": [step.hex() for step in tree.audit_path(position)],
    }


def read_tree(number: int, logs: Logs = GAMES) -> Tree:
    """The tree of a checkpoint, from its stored leaves."""
    leaves = logs.leaves._default_manager.filter(checkpoint=number).order_by("position")
    return Tree(Covered(*row).leaf for row in leaves.values_list(logs.noun, "seq", "hash").iterator(chunk_size=2000))
