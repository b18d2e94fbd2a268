"""A table before its start: which seats there are, who has taken them, and for whom the others are."""

from collections.abc import Collection

from engine.protocol import Json
from games.log.fold import Fold
from games.log.folding import load_fold
from games.models import PlayerGame
from games.selectors.cards import see_game
from games.selectors.viewing import Viewer, actor_of_viewer, head_of
from games.statuses import OPEN
from games.waiting import wait_at


def see_seats(game_id: str, viewer: Viewer, here: Collection[int] = ()) -> Json:
    """The card of a game with its seats; `here` are the accounts that play on the viewer's device."""
    game = see_game(game_id, viewer)
    players = {player["seat"]: player for player in game["players"]}
    expected = {player["seat"]: player for player in game["expected"]}
    accounts = dict(PlayerGame.objects.filter(game=game_id, account__in=here).values_list("seat", "account"))
    seats = [
        {
            "seat": seat,
            "kind": kind,
            "level": level,
            "player": players.get(seat),
            "kept_for": expected.get(seat),
            "is_own": seat == game["seat"],
            "is_here": seat in accounts and seat != game["seat"],
        }
        for seat, (kind, level) in enumerate(zip(game["seats"], game["levels"], strict=True))
    ]
    wait = wait_at(game_id) if game["tournament"] is not None and game["status"] == OPEN else None
    return {**game, "table": seats, "timeout": (game["clock"] or {}).get("timeout"), "wait": wait}


def see_invitation(game_id: str, viewer: Viewer) -> Json:
    """What the holder of a game's link may know before sitting down: what is played, and which seats are free.

    Nobody is named: that is for the page of the game, which not every holder of a link may see.
    """
    head = head_of(game_id)
    fold = load_fold(head)
    actor, agreed = actor_of_viewer(game_id, viewer), fold.created
    kinds = [seat["kind"] for seat in agreed["seats"]]
    return {
        "id": game_id,
        "key": agreed["key"],
        "variant": agreed["variant"],
        "rated": agreed["rated"],
        "commitment": "" if "contributions" in fold.dice else fold.dice.get("commitment", ""),
        "seconds": (agreed["clock"] or {}).get("seconds"),
        "seats": len(kinds),
        "free": [kind for seat, kind in enumerate(kinds) if _is_free(fold, seat, actor)],
        "status": fold.status,
        "seat": fold.seat_of(actor) if actor else None,
        "is_host": actor is not None and actor == fold.host,
    }


def _is_free(fold: Fold, seat: int, actor: str | None) -> bool:
    """Whether nobody sits on a seat, and it is kept for nobody else."""
    return fold.seated[seat] is None and fold.reserved[seat] in (None, actor)
