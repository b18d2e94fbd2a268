"""Verifying a record that somebody sends: each part on its own, our own signatures included, and nothing is kept."""

import json

import pytest

from engine.errors import Malformed
from games.accounts.callers import ANYBODY
from games.integrity.checkpoints import make_checkpoint
from games.records.documents import FaultyRecord, verify_document
from games.records.export import export_record
from tests.engine.example import EXAMPLE
from tests.games.refusals import everything
from tests.games.sample_tables import play_out, table

pytestmark = pytest.mark.django_db


def test_a_record_of_ours_is_right_in_every_part_down_to_its_signature() -> None:
    game = table("solo", 1)
    play_out(game)
    make_checkpoint()
    document = json.dumps(export_record(game, ANYBODY))
    before = everything()
    verdict = verify_document(document)
    assert verdict == {"ok": True, "checks": dict.fromkeys(("chain", "dice", "rules", "result", "signature"), "ok")}
    assert everything() == before


def test_what_a_record_lacks_is_no_fault() -> None:
    verdict = verify_document(json.dumps(EXAMPLE).encode())
    assert verdict["ok"]
    assert verdict["checks"]["chain"] == verdict["checks"]["signature"] == "absent"


def test_an_illegal_move_is_told_with_its_place() -> None:
    events = [*EXAMPLE["events"], {"kind": "bomb", "seat": 0}]
    verdict = verify_document(json.dumps({**EXAMPLE, "events": events}))
    assert not verdict["ok"]
    assert verdict["checks"]["rules"].startswith(f"Event {len(events)}:")


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (b"\xff", "json/not-utf8"),
        (b"{", "json/invalid"),
        (b"[" * 100_000, "json/too-deep"),
        (b'{"a":1,"a":2}', "json/repeated-key"),
        (json.dumps({**EXAMPLE, "x": 0.5}), "json/value"),
        (json.dumps({**EXAMPLE, "x": "\ud800"}), "json/surrogate"),
        (b" " * 2_000_001, "record/too-large"),
        (b"null", "record/not-an-object"),
    ],
)
def test_what_is_no_record_is_refused(document: str | bytes, code: str) -> None:
    with pytest.raises(FaultyRecord) as caught:
        verify_document(document)
    assert isinstance(caught.value, Malformed)
    assert (caught.value.code, caught.value.at) == (code, 0)
