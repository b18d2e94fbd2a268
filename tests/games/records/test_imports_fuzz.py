"""Damaged documents, thousands of them: refused in words and with nothing stored, or found sound after all."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER
from games.records.documents import FaultyRecord, read_document
from games.records.imports import import_record
from games.records.models import ImportedGame
from tests.engine.damage import JUNK, damaged
from tests.engine.platform_log import exported
from tests.engine.test_fuzz import sound_records, spoiled
from tests.sizes import size

CHUNKS = 8
BARE = size(400, 20_000)
COMPLETE = size(200, 12_000)
TEXTS = size(400, 20_000)


def refusal_of(text: str | bytes) -> FaultyRecord | None:
    """Why a document is refused, None if it is taken in."""
    try:
        import_record(text, SYSTEM_CALLER)
    except FaultyRecord as refusal:
        return refusal
    return None


def verdict(text: str | bytes) -> str:
    """Whether a document is taken in; a refusal has a code, a place and words, and stores nothing."""
    refusal = refusal_of(text)
    if refusal is None:
        assert ImportedGame.objects.all().delete()[0] == 1
        return "taken in"
    assert "/" in refusal.code
    assert refusal.at >= 0
    assert refusal.sentence.strip()
    assert not ImportedGame.objects.exists()
    return "refused"


def containers(value: Any) -> list[Any]:
    """All lists and objects in a document that are not empty."""
    children = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return ([value] if children else []) + [found for child in children for found in containers(child)]


def spoil(rng: Random, document: Json) -> None:
    """Something anywhere in a document is exchanged, doubled or gone."""
    container = rng.choice(containers(document))
    key = rng.randrange(len(container)) if isinstance(container, list) else rng.choice(sorted(container))
    how = rng.random()
    if how < 0.2:
        del container[key]
    elif how < 0.3 and isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    else:
        container[key] = copy.deepcopy(rng.choice(JUNK))


@cache
def sound_exports() -> list[str]:
    """Complete records of whole games."""
    tables = [("solo", (1,)), ("standard", (2, 1)), ("duel", (1, 2))]
    return [json.dumps(exported(variant, levels)) for variant, levels in tables]


def spoilt_record(rng: Random) -> str:
    records = sound_records()
    return json.dumps(damaged(rng, rng.choice(records), records))


def spoilt_export(rng: Random) -> str:
    document: Json = json.loads(rng.choice(sound_exports()))
    for _ in range(rng.choice([1, 1, 2])):
        spoil(rng, document)
    return json.dumps(document)


def spoilt_text(rng: Random) -> bytes:
    texts = [sound_exports()[0], *(json.dumps(record) for record in rng.choices(sound_records(), k=5))]
    return spoiled(rng, rng.choice(texts).encode())


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(
    ("make", "number", "is_two_sided"),
    [(spoilt_record, BARE, True), (spoilt_export, COMPLETE, False), (spoilt_text, TEXTS, False)],
)
def test_a_damaged_document_is_refused_in_words_and_nothing_is_stored(
    make: Callable[[Random], str | bytes], number: int, is_two_sided: bool, chunk: int
) -> None:
    rng = Random(f"{make.__name__} {chunk}")
    seen = Counter(verdict(make(rng)) for _ in range(number // CHUNKS))
    assert seen["refused"] > number // CHUNKS // 4, seen
    assert seen["taken in"] > 0 or not is_two_sided


@pytest.mark.django_db
def test_what_is_taken_in_is_read_again_from_its_own_text() -> None:
    for document in [*sound_records()[:20], exported(), exported("duel", (1, 2))]:
        read = read_document(json.dumps(document))
        again = read_document(read.text)
        assert (again.text, again.checks, again.result) == (read.text, read.checks, read.result)
