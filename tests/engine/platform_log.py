"""Complete records as a platform would export them: chained, with proven dice, result and signed checkpoint."""

import json
from functools import cache
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine import dice
from engine.brikks.bots import BOTS
from engine.brikks.game import BRIKKS
from engine.checkpoint import key_id, signed_text, write_note
from engine.log import FIRST_PREVIOUS, chain_hashes, read_body, write_body
from engine.merkle import Tree
from engine.protocol import Json
from engine.records import read_record
from engine.result import official_result
from engine.sealing import BLIND, BLIND_DIGITS
from engine.selfplay import play

GAME = "g-1"
DEAL = "d-1"
SEED = bytes(range(32))
CONTRIBUTIONS = ["0123456789abcdef" * 2, "fedcba9876543210" * 2, ""]
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(32))
PEM = SIGNER.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
KEY_ID = key_id(SIGNER.public_key().public_bytes_raw())
PLATFORM_KEYS = ("kind", "seat", "seq", "at", "actor", "game")


@cache
def _rules_events(variant: str, levels: tuple[int, ...]) -> str:
    """The events of a whole game with the dice of this deal and these contributions."""
    header = {"variant": variant, "levels": list(levels)}
    contributions = CONTRIBUTIONS[: len(levels)]
    record = play(BRIKKS, header, [BOTS["random"]] * len(levels), SEED, DEAL, contributions)
    return json.dumps(record["events"])


def platform_events(variant: str = "standard", levels: tuple[int, ...] = (2, 1, 3)) -> list[Json]:
    """A whole log: created, joined, started, played, finished, revealed."""
    block = {"scheme": dice.SCHEME, "deal": DEAL, "commitment": dice.commitment(DEAL, SEED)}
    created = {"key": "brikks", "rules_version": 1, "variant": variant, "levels": list(levels), "dice": block}
    return [
        {"kind": "game/created", **created},
        *({"kind": "game/joined", "seat": seat, "contribution": CONTRIBUTIONS[seat]} for seat in range(len(levels))),
        {"kind": "game/started"},
        *blinded(json.loads(_rules_events(variant, levels))),
        {"kind": "game/finished"},
        {"kind": "dice/revealed", "seed": SEED.hex()},
    ]


def blinded(events: list[Json], seed: str = "blinding values") -> list[Json]:
    """The events of the rules with a blinding value in every answer."""
    rng = Random(seed)
    blinds = (f"{rng.getrandbits(4 * BLIND_DIGITS):0{BLIND_DIGITS}x}" for _ in events)
    return [
        fields | {BLIND: blind} if BRIKKS.is_answer(BRIKKS.decode(fields)) else fields
        for fields, blind in zip(events, blinds, strict=True)
    ]


def export(events: list[Json]) -> Json:
    """The record of a log with these events, everything in it as it should be."""
    created = events[0]
    bodies = [_body(seq, fields) for seq, fields in enumerate(events, start=1)]
    document: Json = {
        "format": "brikks-record/1",
        "game": created["key"],
        "rules_version": created["rules_version"],
        "id": GAME,
        "variant": created["variant"],
        "levels": created["levels"],
        "players": ["Ada", "Bob", "Cleo"][: len(created["levels"])],
        "events": [_shown(body) for body in bodies],
        "chain": [{"body": body, "hash": link} for body, link in zip(bodies, chain_hashes(bodies), strict=True)],
    }
    document["dice"] = dict(
        created["dice"],
        contributions=_contributions(events),
        seed=next((e["seed"] for e in events if "seed" in e), None),
    )
    document["result"] = official_result(read_record(document))
    document["checkpoint"] = checkpoint(document)
    return document


def exported(variant: str = "standard", levels: tuple[int, ...] = (2, 1, 3)) -> Json:
    """The record of a whole game."""
    return export(platform_events(variant, levels))


def checkpoint(document: Json, signer: Ed25519PrivateKey = SIGNER, at_event: int | None = None) -> Json:
    """A signed checkpoint over this game's head and those of some others."""
    seq = at_event or len(document["chain"])
    leaf = f"{GAME}|{seq}|{document['chain'][seq - 1]['hash']}"
    leaves = sorted([leaf, *(f"other-{n}|3|{n:064x}" for n in range(4))])
    tree = Tree(text.encode() for text in leaves)
    signer_id = key_id(signer.public_key().public_bytes_raw())
    signed = signed_text(1, "2026-11-16T10:00:00.000000Z", FIRST_PREVIOUS, tree.root.hex(), signer_id)
    path = [step.hex() for step in tree.audit_path(leaves.index(leaf))]
    proof = {"leaf": leaf, "index": leaves.index(leaf), "size": tree.size, "path": path}
    return {"note": write_note(signed, signer.sign(signed)), "proof": proof}


def _body(seq: int, fields: Json) -> str:
    data = {key: value for key, value in fields.items() if key not in PLATFORM_KEYS}
    actor = "system" if fields.get("seat") is None else f"p-{fields['seat']}"
    at = f"2026-11-16T09:{seq // 60 % 60:02}:{seq % 60:02}.000000Z"
    return write_body(game=GAME, seq=seq, kind=fields["kind"], seat=fields.get("seat"), data=data, actor=actor, at=at)


def _shown(text: str) -> Json:
    body = read_body(text)
    seat = {} if body["seat"] is None else {"seat": body["seat"]}
    return {"kind": body["kind"], "seq": body["seq"], **seat, **body["data"]}


def _contributions(events: list[Json]) -> list[Any]:
    frozen = events[0]["dice"].get("contributions")
    joined = {fields["seat"]: fields["contribution"] for fields in events if fields["kind"] == "game/joined"}
    return frozen or [joined.get(seat, "") for seat in range(len(events[0]["levels"]))]
