"""/metrics: what an operator would be woken for."""

import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from brikks_site.ops.requests import REQUESTS
from games.clock import site_time
from games.integrity.audit import findings
from games.integrity.checkpoints import make_checkpoint, make_checkpoints
from games.metrics import count_command as count
from games.play.creation import create_game
from games.play.lifecycle import abort_game, start_game
from games.play.moves import make_move
from games.play.setup import Setup
from games.refusals import Conflict, TooMany
from games.sweep import sweep_once
from tests.games.sample_tables import PEOPLE, caller, choose, command, fold_of, open_table, people, table
from tests.tournaments.events.rounds.world import announced, settings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_answered_yet() -> None:
    """Tests before may have asked every address as everybody, and each reading would go through all of that."""
    REQUESTS.clear()


def told(client: Client) -> dict[str, float]:
    """The metrics without labels that the site tells."""
    response = client.get("/metrics", headers={"host": "localhost"})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    families = text_string_to_metric_families(response.content.decode())
    return {sample.name: sample.value for family in families for sample in family.samples if not sample.labels}


def counted(verb: str, outcome: str) -> float:
    return REGISTRY.get_sample_value("brikks_commands_total", {"verb": verb, "outcome": outcome}) or 0.0


def test_commands_are_counted_by_what_came_of_them() -> None:
    before = {word: counted("act", word) for word in ("stored", "repeated")}
    game = table()
    fold = fold_of(game)
    mover, said = fold.awaited[0], command()
    for _ in range(2):
        make_move(game, caller(PEOPLE[mover]), said, choose(fold, mover), fold.asked)
    with pytest.raises(Conflict):
        start_game(game, caller("Ada"), command())
    assert counted("act", "stored") - before["stored"] == 1
    assert counted("act", "repeated") - before["repeated"] == 1
    assert counted("start", "conflict") >= 1


def test_a_new_game_is_counted() -> None:
    before = counted("create", "stored")
    create_game(Setup(variant="standard", levels=[1, 1], seats=people(2)), caller("Ada"), command())
    assert counted("create", "stored") == before + 1


def test_a_game_that_is_created_again_is_counted_as_repeated() -> None:
    before = {word: counted("create", word) for word in ("stored", "repeated")}
    setup, said = Setup(variant="standard", levels=[1, 1], seats=people(2)), command()
    assert create_game(setup, caller("Ada"), said) == create_game(setup, caller("Ada"), said)
    assert {word: counted("create", word) - before[word] for word in before} == {"stored": 1, "repeated": 1}


def test_having_too_much_already_has_a_word_of_its_own() -> None:
    before = counted("test", "too-many")
    with pytest.raises(TooMany), count("test"):
        raise TooMany("test/too-many", "Enough.")
    assert counted("test", "too-many") == before + 1


def test_events_are_counted_once_they_are_committed(client: Client) -> None:
    before = REGISTRY.get_sample_value("brikks_events_appended_total") or 0.0
    game = open_table()
    abort_game(game, caller("Ada"), command())
    assert REGISTRY.get_sample_value("brikks_events_appended_total") == before + fold_of(game).seq


def test_how_late_a_deadline_was_seen_to_is_told(client: Client) -> None:
    before = REGISTRY.get_sample_value("brikks_deadline_lateness_seconds_sum") or 0.0
    table(seconds=60)
    later = site_time.now() + timedelta(seconds=63)
    with site_time.use_clock(lambda: later - timedelta(seconds=4)):
        sweep_once()
    with site_time.use_clock(lambda: later):
        assert told(client)["brikks_overdue_seconds"] == pytest.approx(3, abs=1)
        sweep_once()
        assert told(client)["brikks_overdue_seconds"] == 0
    after = REGISTRY.get_sample_value("brikks_deadline_lateness_seconds_sum") or 0.0
    assert after - before == pytest.approx(3, abs=1)


def test_what_no_checkpoint_covers_is_told(client: Client) -> None:
    open_table()
    first = told(client)
    assert first["brikks_unsigned_games"] == 1
    assert "brikks_checkpoint_age_seconds" not in first
    make_checkpoint()
    then = told(client)
    assert then["brikks_unsigned_games"] == 0
    assert then["brikks_checkpoint_age_seconds"] < 60


def test_tournaments_that_no_checkpoint_covers_are_told_as_well(client: Client) -> None:
    announced(settings(), "Mia")
    assert told(client)["brikks_unsigned_tournaments"] == 1
    make_checkpoints()
    assert told(client)["brikks_unsigned_tournaments"] == 0


def test_the_heartbeat_is_told(client: Client) -> None:
    assert "brikks_heartbeat_age_seconds" not in told(client)
    sweep_once()
    assert told(client)["brikks_heartbeat_age_seconds"] < 60


def test_the_last_whole_audit_is_told(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(findings, "_path", lambda: tmp_path / "last-audit.json")
    assert "brikks_audit_findings" not in told(client)
    game = open_table()
    call_command("audit", "--game", game, "--json", workers=1)
    assert "brikks_audit_findings" not in told(client)
    call_command("audit", "--json", workers=1)
    found = told(client)
    assert found["brikks_audit_findings"] == 0
    assert 0 <= found["brikks_audit_age_seconds"] < 60


def test_an_audit_that_is_still_to_come_is_never_fresh(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock was set back since."""
    monkeypatch.setattr("brikks_site.ops.metrics.last_audit", lambda: findings.LastAudit(time.time() + 600, 0))
    assert told(client)["brikks_audit_age_seconds"] == float("inf")


def test_a_database_that_is_away_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("brikks_site.ops.metrics.site_health", away)
    found = told(client)
    assert found["brikks_database_up"] == 0
    assert "brikks_overdue_seconds" not in found


def test_requests_are_counted_by_route_never_by_path(client: Client) -> None:
    client.get("/rules/")
    client.get("/nothing-here-at-all/")
    text = client.get("/metrics", headers={"host": "localhost"}).content.decode()
    assert 'brikks_request_seconds_count{method="GET",route="rules",status="200"}' in text
    assert "nothing-here" not in text


def test_odd_methods_make_no_new_rows(client: Client) -> None:
    client.generic("BREW", "/rules/")
    text = client.get("/metrics", headers={"host": "localhost"}).content.decode()
    assert 'method="other"' in text
    assert "BREW" not in text


@pytest.mark.parametrize("error", [OperationalError("gone meanwhile"), PermissionError(13, "Permission denied")])
def test_what_the_witness_cannot_be_asked_is_left_out_and_everything_else_told(
    error: Exception, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("brikks_site.ops.metrics.contradiction", fail)
    found = told(client)
    assert "brikks_history_contradicted" not in found
    assert {"brikks_last_event", "brikks_disk_free_bytes"} <= set(found)
