"""Proving that a game is under a checkpoint: the signed note, and the path from the game's head to its root."""

from engine.merkle import Tree
from engine.protocol import Json
from games.checkpoints.making import Covered
from games.models import CheckpointLeaf


def proof_of(game_id: str, up_to: int | None = None) -> Json | None:
    """The newest checkpoint that covers a game, or that covers no more of it than this many events; None if none does.

    Whoever asks must have made sure that the game may be seen.
    """
    leaves = CheckpointLeaf.objects.filter(game=game_id).select_related("checkpoint")
    if up_to is not None:
        leaves = leaves.filter(seq__lte=up_to)
    leaf = leaves.order_by("-checkpoint").first()
    return {"note": leaf.checkpoint.note, "proof": _proof(leaf)} if leaf else None


def _proof(leaf: CheckpointLeaf) -> Json:
    tree = read_tree(leaf.checkpoint_id)
    return {
        "leaf": Covered(leaf.game_id, leaf.seq, leaf.hash).leaf.decode(),
        "index": leaf.position,
        "size": tree.size,
        "path": [step.hex() for step in tree.audit_path(leaf.position)],
    }


def read_tree(number: int) -> Tree:
    """The tree of a checkpoint, from its stored leaves."""
    leaves = CheckpointLeaf.objects.filter(checkpoint=number).order_by("position")
    return Tree(Covered(*row).leaf for row in leaves.values_list("game", "seq", "hash").iterator(chunk_size=2000))
