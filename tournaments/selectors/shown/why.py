"""Why somebody got an opponent, a table, a seat or a bye, as it was logged when the round was drawn."""

from typing import NamedTuple

from engine.log import read_body
from tournaments.models import PairingRun, TournamentEvent
from tournaments.refusals import no_such_entrant, no_such_round
from tournaments.selectors.shown.rounds import rounds_of
from tournaments.selectors.tournaments import SeenTournament
from tournaments.values import Reason


class Drawn(NamedTuple):
    """What one entrant was drawn, and all that anybody needs to draw it again."""

    round: int
    run: int
    """How often the round had been drawn by then; organisers may draw it anew before it is published."""
    seq: int
    """The event of the log that holds it."""
    version: int
    seed: str
    inputs: str
    """The hash of everything that it was drawn from."""
    reasons: list[Reason]


def why(seen: SeenTournament, number: int, entrant: str) -> Drawn:
    """Why an entrant was paired like this in a round."""
    drawn = rounds_of(seen).filter(number=number).first()
    run = PairingRun.objects.filter(round=drawn).order_by("-number").first() if drawn is not None else None
    if run is None:
        raise no_such_round(number)
    drawn_by = TournamentEvent.objects.values_list("body", flat=True).get(tournament=seen.tournament, seq=run.seq)
    data = read_body(drawn_by)["data"]
    if entrant not in data["reasons"]:
        raise no_such_entrant(entrant)
    reasons = [Reason(code, facts) for code, facts in data["reasons"][entrant]]
    return Drawn(number, run.number, run.seq, data["version"], data["seed"], data["inputs"], reasons)
