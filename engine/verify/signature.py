"""The signature check: that a signed checkpoint vouches for this very log."""

from engine.checkpoint import Keys, check_proof, check_signature, parse_note
from engine.errors import Refused
from engine.records import Record
from engine.verify.chain import read_chain
from engine.verify.verdict import ABSENT, OK, UNCHECKED, Wrong


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
