"""The checks of the chain and of the signature: every link and every stored text, that the record's header and events
say the same, and that a signed checkpoint vouches for this very log.
"""

from typing import Any

from engine.canonical import canonical_or_none
from engine.checkpoint import Keys, check_proof, check_signature, parse_note
from engine.errors import Refused
from engine.log import FIRST_PREVIOUS, chain_hash, read_body
from engine.protocol import Json
from engine.records import DEFAULT_GAME, DEFAULT_RULES, Record
from engine.verify.verdict import ABSENT, OK, UNCHECKED, Wrong, at_event

BESIDE = ("at", "actor", "game")
"""What may stand in an event beside its kind, seq, seat and data."""


def check_chain(record: Record) -> str:
    """Whether the chain holds and is what the rest of the record was taken from."""
    chain = record.document.get("chain")
    if chain is None:
        return ABSENT
    try:
        bodies = read_chain(chain)
        _check_header(record, bodies)
        _check_events(record, bodies)
    except Wrong as wrong:
        return str(wrong)
    return OK


def read_chain(chain: Any) -> list[Json]:
    """The bodies of a chain whose links all hold."""
    if not isinstance(chain, list) or not chain:
        raise Wrong("The chain is not a list of events.")
    bodies: list[Json] = []
    previous = FIRST_PREVIOUS
    for number, link in enumerate(chain, start=1):
        body = _read_link(number, link)
        previous = chain_hash(previous, link["body"])
        if link.get("hash") != previous:
            raise at_event(number, "the hash does not belong to the stored text and the events before it.")
        _check_place(number, body, bodies)
        bodies.append(body)
    return bodies


def _read_link(number: int, link: Any) -> Json:
    if not isinstance(link, dict):
        raise at_event(number, "the link is not an object.")
    try:
        return read_body(link.get("body"))
    except Refused as refusal:
        raise at_event(number, refusal.sentence) from None


def _check_place(number: int, body: Json, before: list[Json]) -> None:
    if body["seq"] != number:
        raise at_event(number, f"its seq is {body['seq']}.")
    if (body["kind"] == "game/created") != (number == 1):
        raise at_event(number, "a log begins with “game/created” and holds it only once.")
    if before and body["game"] != before[0]["game"]:
        raise at_event(number, "it belongs to another game.")


def _check_header(record: Record, bodies: list[Json]) -> None:
    document, created = record.document, bodies[0]["data"]
    claims = {
        "game": (document.get("game", DEFAULT_GAME), created.get("key")),
        "rules_version": (document.get("rules_version", DEFAULT_RULES), created.get("rules_version")),
        "variant": (document["variant"], created.get("variant")),
        "levels": (document["levels"], created.get("levels")),
        "id": (document.get("id", bodies[0]["game"]), bodies[0]["game"]),
    }
    for name, (claimed, chained) in claims.items():
        if canonical_or_none(claimed) != canonical_or_none(chained):
            raise at_event(1, f"the record's header has another “{name}” than the chain.")


def _check_events(record: Record, bodies: list[Json]) -> None:
    if len(record.events) != len(bodies):
        raise Wrong(f"The record shows {len(record.events)} events, its chain holds {len(bodies)}.")
    for number, (shown, body) in enumerate(zip(record.events, bodies, strict=True), start=1):
        if not isinstance(shown, dict) or not _shows(shown, body):
            raise at_event(number, "the event shown is not the one in the chain.")


def _shows(shown: Json, body: Json) -> bool:
    given = {"kind": body["kind"], "seq": body["seq"], **body["data"]}
    if body["seat"] is not None or "seat" in shown:
        given["seat"] = body["seat"]
    given |= {key: body[key] for key in BESIDE if key in shown and key not in body["data"]}
    return canonical_or_none(shown) == canonical_or_none(given)


def check_signed(record: Record, keys: Keys | None) -> str:
    """Whether a checkpoint signed with one of the user's keys covers the whole chain."""
    checkpoint = record.document.get("checkpoint")
    if checkpoint is None:
        return ABSENT
    if not isinstance(checkpoint, dict):
        return "The checkpoint is not an object."
    try:
        note = parse_note(checkpoint.get("note"))
        leaf = check_proof(note, checkpoint.get("proof"))
        covered, events = _covered(record, leaf)
        if keys is None:
            return UNCHECKED
        check_signature(note, keys)
    except Refused as refusal:
        return refusal.sentence
    except Wrong as wrong:
        return str(wrong)
    return OK if covered == events else UNCHECKED


def _covered(record: Record, leaf: str) -> tuple[int, int]:
    """How many events of the chain a leaf vouches for, and how many there are."""
    chain = record.document.get("chain")
    if chain is None:
        raise Wrong("There is a checkpoint, but no chain that it could vouch for.")
    bodies = read_chain(chain)
    for number, (body, link) in enumerate(zip(bodies, chain, strict=True), start=1):
        if leaf == f"{body['game']}|{number}|{link['hash']}":
            return number, len(bodies)
    raise Wrong("The checkpoint vouches for another log than this one.")
