"""Damaged records: the engine gives the plain referee's verdict at the same event, and never anything else."""

import io
import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.cli.commands import drawing, options_line, refusal_line, replay_line, verify_line
from engine.cli.documents import read_stream
from engine.errors import Refused
from engine.records import Faulty
from tests.engine.damage import Document, damaged
from tests.engine.plain.play import random_record
from tests.engine.plain.referee import referee, referee_options
from tests.sizes import size

CHUNKS = 20
DAMAGED_RECORDS = size(3_000, 100_000)
DAMAGED_TEXTS = size(2_000, 40_000)
TABLES = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2), ("duel", 2)]


@cache
def sound_records() -> list[Document]:
    """Legal records of all variants, from a few events to whole games."""
    rng = Random("sound records")
    records = []
    for at in range(60):
        variant, seats = TABLES[at % len(TABLES)]
        levels = [rng.randint(1, 4) for _ in range(seats)]
        longest = rng.choice([4, 10, 20, 40, 80])
        records.append(random_record(rng, variant, levels, longest, forfeits=rng.random() < 0.4))
    return records


def verdict(document: Any) -> dict[str, Any]:
    """What the engine says, without its words."""
    try:
        return replay_line(document)
    except Faulty as fault:
        line = refusal_line(fault.at, fault.refusal)
        assert line["error"].strip()
        assert "/" in line["code"]
        return {"ok": False, "at": fault.at}


def options(document: Any) -> dict[str, Any]:
    """What the engine lists, in the referee's order."""
    try:
        line = options_line(document)
    except Faulty as fault:
        return {"ok": False, "at": fault.at}
    for listed in line["seats"].values():
        for value in listed.values():
            if isinstance(value, list):
                value.sort()
    return line


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_damaged_record_gets_the_referees_verdict_at_the_same_event(chunk: int) -> None:
    rng = Random(f"damage {chunk}")
    sound = sound_records()
    seen: Counter[str] = Counter()
    for _ in range(DAMAGED_RECORDS // CHUNKS):
        document = damaged(rng, rng.choice(sound), sound)
        expected = without_words(referee(document))
        assert verdict(document) == expected, document
        seen["ok" if expected["ok"] else "refused"] += 1
    assert min(seen["ok"], seen["refused"]) > DAMAGED_RECORDS // CHUNKS // 20, "the damage must not be one-sided"


@pytest.mark.parametrize("chunk", range(CHUNKS // 4))
def test_the_options_after_a_damaged_record_are_the_referees(chunk: int) -> None:
    rng = Random(f"options {chunk}")
    sound = sound_records()
    for _ in range(DAMAGED_RECORDS // CHUNKS // 4):
        document = damaged(rng, rng.choice(sound), sound)
        assert options(document) == without_words(referee_options(document)), document


def without_words(line: dict[str, Any]) -> dict[str, Any]:
    return line if line["ok"] else {"ok": False, "at": line["at"]}


def test_sound_records_are_sound() -> None:
    for document in sound_records():
        assert verdict(document) == referee(document)
        assert verdict(document)["ok"]


@pytest.mark.parametrize("chunk", range(CHUNKS // 4))
def test_damaged_text_is_answered_line_by_line(chunk: int) -> None:
    rng = Random(f"text {chunk}")
    texts = [json.dumps(record).encode() for record in sound_records()]
    for _ in range(DAMAGED_TEXTS // (CHUNKS // 4)):
        stream = io.BytesIO(b"\n".join(spoiled(rng, rng.choice(texts)) for _ in range(2)))
        for found in read_stream(stream):
            json.dumps(answer(found))


def spoiled(rng: Random, text: bytes) -> bytes:
    """A text with some bytes changed, cut out, doubled or made up."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        piece = rng.choice(
            [b"", b"\x00", b"\xff", b"\n", b'"', b"{", b"[" * 3, b"9" * 5000, b"NaN", b"-", b"1e9", b","]
        )
        text = text[:at] + piece + text[at + rng.randint(0, 3) :] or b" "
    return text


def answer(found: Any) -> dict[str, Any]:
    """What any command would print for what was read."""
    if isinstance(found, Refused):
        return refusal_line(0, found)
    try:
        return {"replay": replay_line(found), "verify": verify_line(found, None, ()), "show": drawing(found, None)}
    except Faulty as fault:
        return refusal_line(fault.at, fault.refusal)
