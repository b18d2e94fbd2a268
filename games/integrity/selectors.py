"""The signed notes as everybody may have them, and the proof that a game is under one of them."""

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.log.checkpoint_proofs import proof_of
from games.log.models import Checkpoint
from games.play.visibility import sight_of
from games.refusals import NotFound


def checkpoints(limit: int, after: int | None = None) -> list[Json]:
    """The latest checkpoints, or the first ones after one of them; in the order in which they were made."""
    if after is None:
        found = list(Checkpoint.objects.order_by("-number")[:limit])[::-1]
    else:
        found = list(Checkpoint.objects.filter(number__gt=after).order_by("number")[:limit])
    return [{"number": each.number, "at": each.at, "size": each.size, "note": each.note} for each in found]


def see_proof(game_id: str, viewer: Viewer) -> Json:
    """The newest signed note that covers a game, and the way from the game's log to it."""
    sight_of(game_id, viewer)
    proof = proof_of(game_id)
    if proof is None:
        raise NotFound("proof/none", "No checkpoint covers this game yet; one is made every minute.")
    return proof
