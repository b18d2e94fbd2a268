"""Blinded answers: their hash can be shown at once without telling what it holds, and nobody else minds the value."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.brikks.game import BRIKKS
from engine.cli.commands import drawing, options_line, replay_line
from engine.log import FIRST_PREVIOUS, chain_hash, write_body
from engine.protocol import Json
from engine.sealing import ANSWERED, BLIND, is_blind, visible
from engine.verify import CHECKS, verify
from tests.engine.boards import bomb, in_moves, keep, place, play, roll, sheet
from tests.engine.platform_log import PEM, blinded, export, exported, platform_events
from tests.engine.verify.tampering import ALL_OK, KEYS, first_place, links

ROOT = Path(__file__).parents[2]
TABLES = [("solo", (1,)), ("standard", (2, 1, 3)), ("duel", (1, 2))]
ROUND = in_moves("standard", "black 1", sheet(), sheet(), sheet())
AT = "2026-11-16T09:00:00.000000Z"


def without_blinds(events: list[Json]) -> list[Json]:
    return [{name: value for name, value in fields.items() if name != BLIND} for fields in events]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0123456789abcdef", True), ("0" * 16, True), ("0123456789ABCDEF", False), ("0" * 15, False), ("0" * 17, False),
        ("0" * 15 + "g", False), ("0" * 15 + "\n", False), ("٠" * 16, False), ("", False), (None, False), (0, False),
    ],
)  # fmt: skip
def test_a_blinding_value_is_sixteen_hex_digits(value: object, expected: bool) -> None:
    assert is_blind(value) is expected


def test_of_a_sealed_answer_only_number_seat_and_hash_are_shown() -> None:
    answer = place(1, "black 1", 0, 0)
    beside = {"seq": 4, "hash": "ab" * 32, BLIND: "0123456789abcdef", "at": AT, "actor": "p-1", "game": "g-1"}
    log: list[Json] = [roll(0, "black 1"), keep(0), answer | beside]
    after = play(ROUND, answer)
    for viewer in (0, 2, None):
        shown = visible(BRIKKS, after, log, viewer)
        assert shown == [*log[:2], {"kind": ANSWERED, "seq": 4, "seat": 1, "hash": "ab" * 32}]
    assert visible(BRIKKS, after, log, 1) == log
    assert visible(BRIKKS, play(after, bomb(0), bomb(2)), [*log, bomb(0), bomb(2)], None)[2] == log[2]


@pytest.mark.parametrize(("variant", "levels"), TABLES)
def test_the_rules_pass_over_blinding_values(variant: str, levels: tuple[int, ...]) -> None:
    events = platform_events(variant, levels)
    assert any(is_blind(fields.get(BLIND)) for fields in events)
    header = {"format": "brikks-record/1", "variant": variant, "levels": list(levels)}
    for end in (len(events), len(events) // 2, len(events) // 3):
        with_them = header | {"events": events[:end]}
        without = header | {"events": without_blinds(events[:end])}
        assert replay_line(with_them) == replay_line(without)
        assert options_line(with_them) == options_line(without)
        assert drawing(with_them, None) == drawing(without, None)


@pytest.mark.parametrize(("variant", "levels"), TABLES)
def test_an_exported_record_verifies_with_and_without_them(variant: str, levels: tuple[int, ...]) -> None:
    events = platform_events(variant, levels)
    assert verify(export(events), KEYS) == ALL_OK
    assert verify(export(without_blinds(events)), KEYS) == ALL_OK


def test_the_program_verifies_an_exported_record_with_them(tmp_path: Path) -> None:
    document = exported()
    answers = [fields for fields in document["events"] if fields["kind"] in ("place", "bomb")]
    assert answers
    assert all(is_blind(fields[BLIND]) for fields in answers)
    (tmp_path / "record").write_text(json.dumps(document))
    (tmp_path / "keys").write_bytes(PEM)
    command = [sys.executable, "-m", "engine", "verify", "--key", str(tmp_path / "keys")]
    required = ["--require", ",".join(CHECKS), str(tmp_path / "record")]
    done = subprocess.run([*command, *required], cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert json.loads(done.stdout) == {"ok": True, "checks": ALL_OK}
    assert done.returncode == 0


def test_a_blinding_value_cannot_be_exchanged_or_left_out() -> None:
    document = exported()
    at = first_place(document)
    other = copy.deepcopy(document)
    other["events"][at - 1][BLIND] = "0" * 16
    assert verify(other)["chain"] == f"Event {at}: the event shown is not the one in the chain."
    del other["events"][at - 1][BLIND]
    assert verify(other)["chain"] == f"Event {at}: the event shown is not the one in the chain."
    body = links(document)[at - 1]["body"]
    links(document)[at - 1]["body"] = body.replace(document["events"][at - 1][BLIND], "0" * 16)
    assert verify(document)["chain"].startswith(f"Event {at}: the hash does not belong")


def stored(answer: Json) -> str:
    """The stored text of an answer, of which a player knows all but the data."""
    data = {name: value for name, value in answer.items() if name not in ("kind", "seat")}
    return write_body(game="g-1", seq=9, kind=answer["kind"], seat=1, data=data, actor="p-1", at=AT)


def all_answers() -> Iterator[Json]:
    """Everything that seat 1 can answer."""
    yield bomb(1)
    for color, column, x, y, _ in BRIKKS.options(ROUND, 1)["place"]:
        yield place(1, f"{color} {column}", x, y)


def found_by_trying(shown: str) -> list[Json]:
    return [answer for answer in all_answers() if chain_hash(FIRST_PREVIOUS, stored(answer)) == shown]


def test_the_hash_of_an_answer_is_found_by_trying_unless_it_is_blinded() -> None:
    answer = place(1, "black 1", 3, 0)
    assert found_by_trying(chain_hash(FIRST_PREVIOUS, stored(answer))) == [answer]
    (hidden,) = blinded([answer])
    assert found_by_trying(chain_hash(FIRST_PREVIOUS, stored(hidden))) == []


def test_the_same_answer_has_another_hash_under_another_value() -> None:
    hidden = [*blinded([bomb(1)], "one"), *blinded([bomb(1)], "other")]
    assert hidden[0][BLIND] != hidden[1][BLIND]
    assert chain_hash(FIRST_PREVIOUS, stored(hidden[0])) != chain_hash(FIRST_PREVIOUS, stored(hidden[1]))
