"""What is stored about an account in tournaments, for itself."""

from engine.protocol import Json
from tournaments.models import Entrant, TournamentActor, TournamentText


def export_entries(account: int) -> Json:
    """Every tournament that knows the account, with the ids under which its log does; and the account's words there."""
    entries = {
        entrant.tournament_id: entrant for entrant in Entrant.objects.filter(account=account).order_by("tournament")
    }
    actors = dict(TournamentActor.objects.filter(account=account).values_list("tournament", "name"))
    texts = TournamentText.objects.filter(author=account).order_by("pk")
    return {
        "tournaments": [_told(name, actors.get(name), entries.get(name)) for name in sorted({*entries, *actors})],
        "tournament_texts": list(texts.values("tournament", "sha256", "text")),
    }


def _told(tournament: str, actor: str | None, entrant: Entrant | None) -> Json:
    told: Json = {"tournament": tournament, "actor": actor}
    if entrant is None:
        return told
    rounds = {"joined_round": entrant.joined_round, "left_round": entrant.left_round}
    return {**told, "entrant": entrant.pk, "number": entrant.number, **rounds}
