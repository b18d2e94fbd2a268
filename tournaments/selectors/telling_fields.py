"""Fields on shared dice as the interface tells them."""

from engine.protocol import Json
from tournaments.selectors.fields import SeenDeal, entrants_on, field_of
from tournaments.selectors.shown import page_of, players_of
from tournaments.selectors.telling_tournaments import about_player
from tournaments.solo.fields import Placed


def about_field(seen: SeenDeal, number: int) -> Json:
    """A page of the runs on a closed deal, and what the dice were like."""
    found = field_of(seen.deal.pk)
    entrants, players = entrants_on(seen), players_of(seen.seen)
    page = page_of(found.runs, number)
    named = {game: about_player(entrant, players[entrant]) for game, entrant in entrants.items() if entrant in players}
    return {
        "deal": seen.deal.pk,
        "tournament": seen.seen.tournament.pk,
        "round": seen.round.number,
        "level": seen.seen.settings.level,
        "size": len(found.runs),
        "mean": found.mean,
        "median": found.median,
        "usual": found.usual,
        "kindness": found.kindness,
        "verdict": found.verdict,
        "next": page.next,
        "runs": [_run(placed, named.get(placed.run.game)) for placed in page.rows],
    }


def _run(placed: Placed, player: Json | None) -> Json:
    return {
        "place": placed.place,
        "player": player,
        "game": placed.run.game,
        "score": placed.run.score,
        "has_forfeited": placed.run.has_forfeited,
        "percentile": placed.percentile,
    }
