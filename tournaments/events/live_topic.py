"""Tournaments as live streams watch them: that something has happened, never what.

A message names the event, its kind and its round; whoever wants to know more asks for what they may see of it.
"""

import json
from collections.abc import Collection
from typing import Final

from engine.errors import Refused
from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.live.watched_logs import Topic, TopicEvent
from tournaments.events.models import Tournament, TournamentEvent
from tournaments.events.selectors.visibility import see_tournament
from tournaments.events.statuses import DRAFT

ROUND_KINDS: Final = ("round/", "result/")
"""How the kinds of events begin that belong to a round."""


def read_seqs(ids: Collection[str]) -> dict[str, int]:
    """How many events the logs of these tournaments hold."""
    return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "seq"))


def read_notes_since(tournament_id: str, after: int) -> list[TopicEvent]:
    """What is told of the events after one of them."""
    later = TournamentEvent.objects.filter(tournament=tournament_id, seq__gt=after).order_by("seq")
    rows = later.values_list("seq", "prev_hash", "hash", "kind", "body")
    return [
        TopicEvent(seq, previous, link, json.dumps(_message(seq, link, kind, body), separators=(",", ":")))
        for seq, previous, link, kind, body in rows
    ]


def _message(seq: int, link: str, kind: str, body: str) -> Json:
    place: Json = {"seq": seq, "hash": link, "kind": kind}
    # Only these are opened: those of a large field are long.
    return {**place, "round": read_body(body)["data"]["round"]} if kind.startswith(ROUND_KINDS) else place


def refusals(tournament_id: str, viewers: Collection[Viewer]) -> dict[Viewer, Refused]:
    """Those of some viewers who may not see a tournament any more; of a public one nobody is asked who they are."""
    if Tournament.objects.filter(pk=tournament_id, is_public=True).exclude(status=DRAFT).exists():
        return {}
    return {viewer: refusal for viewer in viewers if (refusal := _refusal(tournament_id, viewer)) is not None}


def _refusal(tournament_id: str, viewer: Viewer) -> Refused | None:
    try:
        see_tournament(tournament_id, viewer)
    except Refused as refusal:
        return refusal
    return None


TOPIC: Final = Topic(read_seqs, read_notes_since, refusals)
