"""A database full of played games, made without playing them through the services: for measuring, and for workers.

Every game has its own deal and its own dice, so that nothing about it can be remembered from another one. The deals are
shared ones that are closed, so that whoever needs still more games may copy one with its deal.
"""

import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, islice
from random import Random

from django.db import transaction

from engine import dice
from engine.canonical import canonical
from engine.log import FIRST_PREVIOUS
from engine.protocol import Json
from engine.registry import find
from engine.sealing import BLIND
from engine.selfplay import play
from games.clock.site_time import read_time
from games.keys.sealing import seal_seed
from games.log.entries import SYSTEM, Entry, Link, entry_of
from games.log.event_store import CommandSignature, append_events, chain_entries
from games.log.fold import CREATED, FINISHED_KIND, JOINED, REVEALED, STARTED, Fold, advance, begin
from games.log.models import Game
from games.log.state_cache import SNAPSHOT_EVERY, write_snapshot
from games.play import projections
from games.play.models import Deal

TABLES = (("solo", (2,)), ("standard", (1, 3)), ("standard", (4, 2, 1)), ("standard", (1, 2, 3, 4)), ("duel", (2, 3)))
AT = "2026-11-16T09:{:02}:{:02}.{:06}Z"


def fill(events: int, at_once: int = 50, bot: str = "random") -> int:
    """Make games until there are so many events, played by one sort of bot; how many there are then."""
    made, numbers = 0, count()
    while made < events:
        with transaction.atomic():
            for number in islice(numbers, at_once):
                made += make_game(number, bot) if made < events else 0
    return made


def make_game(number: int, bot: str = "random") -> int:
    """One game that was played to its end; how many events it has."""
    rng = Random(f"game {number}")
    variant, levels = TABLES[number % len(TABLES)]
    game, deal, seed = f"g-{rng.getrandbits(96):024x}", f"d-{rng.getrandbits(96):024x}", rng.randbytes(32)
    entries = list(_entries(rng, bot, variant, levels, deal, seed))
    links, folds = _chained(game, entries)
    Deal.objects.create(
        id=deal,
        sealed_seed=seal_seed(deal, seed),
        commitment=dice.commitment(deal, seed),
        is_shared=True,
        contributions=canonical(folds[0].dice["contributions"]),
        closed_at=read_time(links[-1].at),
        revealed_at=read_time(links[-1].at),
    )
    _store(game, deal, links, folds)
    return len(links)


def _entries(rng: Random, bot: str, variant: str, levels: Sequence[int], deal: str, seed: bytes) -> Iterator[Entry]:
    rules = find("brikks", 1)
    header = {"variant": variant, "levels": list(levels)}
    actors = [f"p-{rng.getrandbits(64):016x}" for _ in levels]
    contributions = sorted(f"{rng.getrandbits(128):032x}" for _ in levels)
    block: Json = {"scheme": dice.SCHEME, "deal": deal, "commitment": dice.commitment(deal, seed)}
    block["contributions"] = contributions
    agreed = {"clock": None, "rated": False, "visibility": "public", "seats": [{"kind": "person"}] * len(levels)}
    yield Entry(CREATED, None, {**header, **agreed, "key": "brikks", "rules_version": 1, "dice": block}, actors[0])
    for seat, actor in enumerate(actors):
        yield Entry(JOINED, seat, {"contribution": contributions[seat]}, actor)
    yield Entry(STARTED, None, {}, actors[0])
    state = rules.start(header)
    for fields in play(rules, header, [rules.bots[bot]] * len(levels), seed, deal, contributions)["events"]:
        event = rules.decode(fields)
        is_blinded = len(levels) > 1 and rules.is_answer(event)
        is_by_server = fields["kind"] == "roll" or event == rules.forced(state)
        blind = {BLIND: f"{rng.getrandbits(64):016x}"} if is_blinded else {}
        yield entry_of({**fields, **blind}, SYSTEM if is_by_server else actors[fields["seat"]])
        state = rules.apply(state, event)
    yield Entry(FINISHED_KIND, None, {})
    yield Entry(REVEALED, None, {"seed": seed.hex()})


def _chained(game: str, entries: Sequence[Entry]) -> tuple[list[Link], list[Fold]]:
    """The links of a log, and what it means after each of them."""
    links: list[Link] = []
    folds: list[Fold] = []
    for seq, entry in enumerate(entries):
        previous = links[-1].hash if links else FIRST_PREVIOUS
        at = AT.format(seq // 60 % 60, seq % 60, seq * 7919 % 1_000_000)
        links += chain_entries(game, seq, previous, [entry], at)
        folds.append(advance(folds[-1], entry, links[-1].hash) if folds else begin(entry, links[-1].hash))
    return links, folds


def _store(game: str, deal: str, links: list[Link], folds: list[Fold]) -> None:
    Game.objects.create(
        id=game,
        key="brikks",
        rules_version=1,
        deal_id=deal,
        invite=secrets.token_urlsafe(16),
        seq=links[-1].seq,
        head_hash=links[-1].hash,
        last_at=links[-1].at,
        status=folds[-1].status,
    )
    for number, link in enumerate(links):
        is_commanded = link.entry.actor != SYSTEM
        append_events(
            game,
            [link],
            CommandSignature(f"c-{number}", sha256(link.body.encode()).hexdigest()) if is_commanded else None,
        )
    if len(folds) >= SNAPSHOT_EVERY:
        write_snapshot(game, folds[len(folds) // SNAPSHOT_EVERY * SNAPSHOT_EVERY - 1])
    projections.rebuild_projections(game)
