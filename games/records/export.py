"""Exporting a game: the complete record of what a viewer may see of it.

While something is sealed for the viewer, the record ends before the first sealed event: events, chain and result are
then those of the game up to there. A checkpoint that vouches for more is left out.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from engine import dice
from engine.log import write_body
from engine.protocol import Json
from engine.records import FORMAT, read_record
from engine.result import official_result
from engine.sealing import ANSWERED
from games.accounts.callers import Viewer
from games.accounts.models import Actor
from games.accounts.name_visibility import known_by_name, private_player_name
from games.log.checkpoint_proofs import proof_of
from games.log.fold import JOINED, REVEALED, STARTED, Fold
from games.play.setup import RESERVED_KEYS
from games.play.visibility import SeenLog, see_log

BESIDE: Final = ("kind", "seq", "seat", "at", "actor", "hash")
"""What an event shows beside its data."""
NOBODY: Final = "—"
"""How somebody is shown whose account was erased, and a seat that nobody has taken."""


def export_record(game_id: str, viewer: Viewer) -> Json:
    """The record of a game as a viewer may have it; refused as if it did not exist if they may not see it."""
    seen = see_log(game_id, viewer)
    events = list(takewhile(lambda fields: fields["kind"] != ANSWERED, seen.events))
    document: Json = {
        **_header(seen, viewer),
        "dice": _dice(seen.fold, events),
        "events": [{key: value for key, value in fields.items() if key != "hash"} for fields in events],
        "chain": [{"body": _body(game_id, fields), "hash": fields["hash"]} for fields in events],
    }
    document["result"] = official_result(read_record(document))
    document["checkpoint"] = proof_of(game_id, up_to=len(events))
    return {name: value for name, value in document.items() if value is not None}


def _header(seen: SeenLog, viewer: Viewer) -> Json:
    """What the record says before its events; settings of the game's own go along."""
    created = seen.fold.created
    own = {name: value for name, value in created.items() if name not in RESERVED_KEYS}
    return {
        "format": FORMAT,
        "game": created["key"],
        "rules_version": created["rules_version"],
        "id": seen.game,
        "variant": created["variant"],
        "levels": created["levels"],
        "players": _players(seen.game, seen.fold, viewer),
        **own,
    }


def _players(game_id: str, fold: Fold, viewer: Viewer) -> list[str]:
    """What to call whoever sits on each seat, for display only; by name as far as whoever asks may know them."""
    people = list(Actor.objects.filter(game=game_id).select_related("account"))
    known = known_by_name([actor.account for actor in people], viewer)
    kept = {actor.name for actor in people if actor.account_id not in known}
    seats = [actor for actor in fold.seated if actor in kept]
    names: dict[str | None, str] = {
        **{actor.name: actor.account.display_name for actor in people if actor.account_id in known},
        **{actor: private_player_name(number if len(seats) > 1 else None) for number, actor in enumerate(seats, 1)},
    }
    return [fold.bot(seat) or names.get(actor, NOBODY) for seat, actor in enumerate(fold.seated)]


def _dice(fold: Fold, events: Sequence[Json]) -> Json | None:
    """The dice block, which says nothing that the events do not; None for a game without dice."""
    agreed = fold.dice
    if agreed.get("scheme") != dice.SCHEME:
        return agreed or None
    # Those of a shared deal were fixed before anybody joined.
    added = agreed["contributions"] if "contributions" in agreed else _contributions(events, len(fold.seated))
    seeds = [fields["seed"] for fields in events if fields["kind"] == REVEALED]
    return {**agreed, "contributions": added, "seed": seeds[0] if seeds else None}


def _contributions(events: Sequence[Json], seats: int) -> list[str]:
    """The last contribution of each seat before the start."""
    contributions = [""] * seats
    for fields in takewhile(lambda fields: fields["kind"] != STARTED, events):
        if fields["kind"] == JOINED:
            contributions[fields["seat"]] = fields["contribution"]
    return contributions


def _body(game_id: str, fields: Json) -> str:
    """The stored text of an event. There is one way only to write it, so what was shown of it is enough."""
    data: dict[str, Any] = {key: value for key, value in fields.items() if key not in BESIDE}
    place = {"game": game_id, "seq": fields["seq"], "kind": fields["kind"], "seat": fields.get("seat")}
    return write_body(**place, data=data, actor=fields["actor"], at=fields["at"])
