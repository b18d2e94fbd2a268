"""How much of a tournament's log a signed checkpoint vouches for, and the proof that it does."""

from datetime import datetime
from typing import NamedTuple

from engine.protocol import Json
from games.clock.site_time import read_time
from games.log.checkpoint_proofs import proof_of
from games.log.models import Checkpoint
from games.refusals import NotFound
from tournaments.log.anchoring import TOURNAMENTS
from tournaments.models import TournamentLeaf
from tournaments.selectors.tournaments import SeenTournament


class Signed(NamedTuple):
    """The end that a log had when the newest checkpoint over it was signed."""

    seq: int
    hash: str
    checkpoint: int
    at: datetime


def signed_end(seen: SeenTournament) -> Signed | None:
    """Up to where the log of a tournament is signed; None before the first checkpoint over it."""
    leaf = TournamentLeaf.objects.filter(tournament=seen.tournament).order_by("-checkpoint").first()
    if leaf is None:
        return None
    at = Checkpoint.objects.values_list("at", flat=True).get(pk=leaf.checkpoint_id)
    return Signed(leaf.seq, leaf.hash, leaf.checkpoint_id, read_time(at))


def see_log_proof(seen: SeenTournament) -> Json:
    """The newest signed note that covers the log of a tournament, and the way from the log to it."""
    proof = proof_of(seen.tournament.pk, logs=TOURNAMENTS)
    if proof is None:
        raise NotFound("proof/none", "No checkpoint covers this log yet; one is made every minute.")
    return proof
