"""Records of games with disputes and rulings: they verify, offline too, and say the official result."""

import json
import subprocess
import sys

import pytest

from engine.protocol import Json
from engine.verify import verify
from games.accounts.callers import ANYBODY
from games.disputes.services import answer_dispute, give_ruling, open_dispute, reverse_ruling
from games.integrity.audit.full_audit import audit
from games.records.export import export_record
from tests.games.disputes.test_flags import STATEMENT, eve
from tests.games.sample_tables import caller, command, play_out, play_until, table

pytestmark = pytest.mark.django_db


def disputed() -> str:
    """A game that was flagged while it was played, and in which every ruling was given and one taken back."""
    eve()
    game = table("duel")
    play_until(game, lambda fold: fold.rolls > 2)
    early = open_dispute(game, caller("Ada"), command(), 4, STATEMENT).seq
    answer_dispute(game, caller("Bob"), command(), early, STATEMENT)
    give_ruling(game, eve(), command(), "dismissed", (), "No.", early)
    play_out(game)
    late = open_dispute(game, caller("Bob"), command(), 9, STATEMENT).seq
    voided = give_ruling(game, eve(), command(), "voided", (), "Yes.", late).seq
    reverse_ruling(game, eve(), command(), voided, "No.")
    give_ruling(game, eve(), command(), "forfeited", [1], "Yes.", late)
    return game


def test_a_record_with_disputes_and_rulings_verifies() -> None:
    record = export_record(disputed(), ANYBODY)
    checks = verify(record)
    assert {name: checks[name] for name in ("chain", "dice", "rules", "result")} == dict.fromkeys(
        ("chain", "dice", "rules", "result"), "ok"
    )
    assert (record["result"]["forfeits"], record["result"]["winners"]) == ([1], [0])
    assert audit().findings == []


def test_it_verifies_on_the_command_line_and_not_with_a_ruling_taken_out() -> None:
    record = export_record(disputed(), ANYBODY)
    assert _verified(record)["ok"]
    cut = {**record, "events": record["events"][:-1], "chain": record["chain"][:-1]}
    assert not _verified(cut)["ok"]


def _verified(record: Json) -> Json:
    run = [sys.executable, "-m", "engine", "verify"]
    said = subprocess.run(run, input=json.dumps(record), capture_output=True, text=True, check=False)
    answer: Json = json.loads(said.stdout)
    return answer
