"""Offline verification: a sound record passes every check, and what is required must be there."""

import json

import pytest

from engine.verify import CHECKS, report, verify
from tests.engine.platform_log import exported
from tests.engine.verify.tampering import ALL_OK, KEYS


@pytest.mark.parametrize(
    ("variant", "levels"), [("solo", (1,)), ("standard", (2, 1, 3)), ("standard", (4, 4)), ("duel", (1, 2))]
)
def test_a_whole_game_passes_every_check(variant: str, levels: tuple[int, ...]) -> None:
    document = json.loads(json.dumps(exported(variant, levels)))
    assert verify(document, KEYS) == ALL_OK
    assert report(verify(document, KEYS), required=CHECKS)["ok"]


def test_without_a_key_the_signature_stays_unchecked() -> None:
    checks = verify(exported())
    assert checks == ALL_OK | {"signature": "unchecked"}
    assert report(checks)["ok"]
    assert not report(checks, required=("signature",))["ok"]


def test_what_is_required_and_absent_fails_and_is_named() -> None:
    document = {"format": "brikks-record/1", "variant": "solo", "levels": [1], "events": []}
    checks = verify(document)
    assert checks == dict.fromkeys(CHECKS, "absent") | {"rules": "ok"}
    line = report(checks, required=("chain", "rules", "result"))
    assert not line["ok"]
    assert "chain, result" in line["error"]


def test_null_is_as_good_as_absent() -> None:
    document = {"format": "brikks-record/1", "variant": "solo", "levels": [1], "events": []}
    nothing = dict.fromkeys(["chain", "dice", "result", "checkpoint"])
    assert verify(document | nothing) == verify(document)
