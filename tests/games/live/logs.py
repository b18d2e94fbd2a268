"""Whole logs of random games, without a database: some played out, some ended by decision in the middle of a round."""

from random import Random
from typing import Final

from engine.log import FIRST_PREVIOUS
from engine.protocol import Json
from engine.sealing import BLIND, BLIND_DIGITS
from games.log.entries import Entry, entry_of
from games.log.event_store import StoredEvent, chain_entries
from games.log.fold import ADJUDICATED_KIND, CREATED, FINISHED_KIND, JOINED, STARTED
from tests.engine.plain.play import random_record

AT: Final = "2026-11-16T09:00:00.000000Z"
SETUPS: Final = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]


def random_log(seed: int) -> tuple[list[StoredEvent], int]:
    """The log of a random game, and how many seats it has."""
    rng = Random(seed)
    variant, seats = SETUPS[seed % len(SETUPS)]
    levels = [rng.randint(1, 4)] * seats
    record = random_record(rng, variant, levels, rng.choice([10_000, rng.randint(20, 120)]), rng.random() < 0.5)
    people: list[Json] = [{"kind": "person"}] * seats
    created = {"key": "brikks", "rules_version": 1, "variant": variant, "levels": levels, "seats": people}
    entries = [
        Entry(CREATED, None, created, "p-0"),
        *(Entry(JOINED, seat, {}, f"p-{seat}") for seat in range(seats)),
        Entry(STARTED, None, {}),
        *(_entry(event, rng) for event in record["events"]),
        Entry(rng.choice([FINISHED_KIND, ADJUDICATED_KIND]), None, {}),
    ]
    links = chain_entries("g-1", 0, FIRST_PREVIOUS, entries, AT)
    return [StoredEvent(link.seq, link.previous, link.hash, link.entry, link.at) for link in links], seats


def _entry(event: Json, rng: Random) -> Entry:
    """An event of the rules, with a blinding value if it is an answer."""
    entry = entry_of(event, f"p-{event['seat']}")
    is_answer = event["kind"] in ("place", "bomb") or event.get("reason") == "stuck"
    blind = f"{rng.getrandbits(4 * BLIND_DIGITS):0{BLIND_DIGITS}x}"
    return entry._replace(data={**entry.data, BLIND: blind}) if is_answer else entry
