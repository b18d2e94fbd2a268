"""A stored log, read back."""

from collections.abc import Iterator

from engine.log import read_body
from engine.protocol import Json
from games.log.entries import Entry, Link
from tournaments.models import TournamentEvent


def read_log(tournament_id: str, *kinds: str) -> Iterator[Link]:
    """The stored events of a tournament, or those of some kinds."""
    found = TournamentEvent.objects.filter(tournament=tournament_id, **({"kind__in": kinds} if kinds else {}))
    rows = found.order_by("seq").values_list("seq", "body", "prev_hash", "hash")
    for seq, body, previous, link in rows.iterator():
        yield link_of(seq, body, read_body(body), previous, link)


def link_of(seq: int, text: str, body: Json, previous: str, link: str) -> Link:
    """An event in its place in the chain."""
    entry = Entry(body["kind"], body["seat"], body["data"], body["actor"])
    return Link(seq, entry, body["at"], text, previous, link)
