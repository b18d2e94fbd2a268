"""/readyz, which tells whether the site can take visitors, and /healthz, which tells whether a process works."""

import re
import socket
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from brikks_site.ops import readiness
from games.accounts.tokens import ORGANISE, PLAY, READ, make_token
from games.clock.models import Heartbeat
from games.clock.site_time import now
from games.integrity.checkpoints import make_checkpoint
from games.integrity.witness import file
from games.integrity.witness.file import GuardsGone
from games.log.guards import lifted_in_test_database
from games.log.models import Checkpoint, CheckpointLeaf
from games.play.heartbeat import beat
from tests.games.sample_tables import account, open_table, table
from tests.web.ops.people import FAR_AWAY, client_of, staff

pytestmark = pytest.mark.django_db

HERE = {"host": "localhost"}
ALL = dict.fromkeys(readiness.PARTS, "ok")


def test_it_is_ready_when_every_part_is_in_order(client: Client) -> None:
    beat()
    response = client.get("/readyz", headers=HERE)
    assert response.status_code == 200
    assert response.json() == {"status": "ready", "parts": ALL}
    assert "no-store" in response["Cache-Control"]


def test_clocks_that_nobody_sees_to_are_named(client: Client) -> None:
    response = client.get("/readyz", headers=HERE)
    assert response.status_code == 503
    assert response.json() == {"status": "not ready", "parts": {**ALL, "clocks": "not ok"}}


def test_clocks_that_were_seen_to_long_ago_are_named(client: Client) -> None:
    Heartbeat.objects.create(pk=1, at=now() - timedelta(seconds=readiness.LONGEST_SILENCE + 1))
    assert client.get("/readyz", headers=HERE).json()["parts"]["clocks"] == "not ok"


def test_clocks_that_were_seen_to_at_a_time_to_come_are_named(client: Client) -> None:
    Heartbeat.objects.create(pk=1, at=now() + timedelta(seconds=600))
    assert client.get("/readyz", headers=HERE).json()["parts"]["clocks"] == "not ok"


def test_insiders_are_told_that_the_clock_was_set(client: Client) -> None:
    beat()
    Heartbeat.objects.update(booted_at=F("booted_at") + timedelta(seconds=600))
    beat()
    response = client.get("/readyz", headers=HERE)
    assert (response.status_code, response.json()["parts"]) == (200, ALL)
    assert response.json()["clock_step"]["seconds"] == pytest.approx(-600, abs=1)
    metrics = client.get("/metrics", headers=HERE).content
    assert re.search(rb"^brikks_clock_step_seconds -(599\.9|600\.0)", metrics, re.MULTILINE)
    assert client.get("/readyz", REMOTE_ADDR=FAR_AWAY).json() == {"status": "ready"}


def test_a_missing_guard_is_named(client: Client) -> None:
    beat()
    with lifted_in_test_database():
        response = client.get("/readyz", headers=HERE)
    assert response.status_code == 503
    assert response.json()["parts"] == {**ALL, "guards": "not ok"}


@pytest.mark.django_db(transaction=True)
def test_a_history_that_was_taken_back_is_named_here_and_in_the_metrics(client: Client) -> None:
    beat()
    table()
    make_checkpoint()
    assert client.get("/readyz", headers=HERE).json()["parts"] == ALL
    with lifted_in_test_database():
        CheckpointLeaf.objects.all().delete()
        Checkpoint.objects.all().delete()
    readiness.forget()
    response = client.get("/readyz", headers=HERE)
    assert (response.status_code, response.json()["parts"]) == (503, {**ALL, "history": "not ok"})
    assert b"\nbrikks_history_contradicted 1.0\n" in client.get("/metrics", headers=HERE).content


def test_guards_that_were_found_gone_are_told_but_keep_nobody_out(client: Client) -> None:
    beat()
    assert b"\nbrikks_unacknowledged_guards 0.0\n" in client.get("/metrics", headers=HERE).content
    gone = GuardsGone("2026-11-18T12:00:00.000000Z", ("games_event_no_update",))
    try:
        file.change_witness(lambda statement: replace(statement, gone=(gone,)))
        response = client.get("/readyz", headers=HERE)
        assert (response.status_code, response.json()["guards_found_gone"]) == (200, 1)
        assert b"\nbrikks_unacknowledged_guards 1.0\n" in client.get("/metrics", headers=HERE).content
    finally:
        file.witness_path().unlink()


def test_a_migration_that_is_due_is_named(client: Client) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder.Migration.objects.filter(app="games").latest("pk").delete()
    assert client.get("/readyz", headers=HERE).json()["parts"]["migrations"] == "not ok"


def test_a_broker_that_is_away_is_named(client: Client, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    assert client.get("/readyz", headers=HERE).json()["parts"]["broker"] == "not ok"


def test_a_key_that_cannot_be_read_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table()
    make_checkpoint()
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", "no key at all")
    assert client.get("/readyz", headers=HERE).json()["parts"]["keys"] == "not ok"


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": FAR_AWAY},
        {"REMOTE_ADDR": "192.168.7.4"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_HOST": "testserver"},
    ],
)
def test_others_get_the_bare_status_and_no_metrics(elsewhere: dict[str, str]) -> None:
    beat()
    client = Client(**{"HTTP_HOST": "localhost", **elsewhere})  # type: ignore[arg-type]
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ready"})
    assert client.get("/metrics").status_code == 404


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8001", "[::1]", "[::1]:8000", "LOCALHOST"])
@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_programs_on_this_machine_are_insiders(client: Client, host: str, address: str) -> None:
    assert client.get("/metrics", headers={"host": host}, REMOTE_ADDR=address).status_code == 200


def test_staff_are_insiders_wherever_they_are() -> None:
    assert "parts" in staff().get("/readyz", REMOTE_ADDR=FAR_AWAY).json()
    assert staff().get("/metrics", REMOTE_ADDR=FAR_AWAY).status_code == 200


@pytest.mark.parametrize(("name", "is_staff", "status"), [("Sam", True, 200), ("Bob", False, 404)])
def test_a_token_is_as_good_as_its_account(client: Client, name: str, is_staff: bool, status: int) -> None:
    _, secret = make_token(account(name, is_staff=is_staff), "monitor", [READ], None)
    sent = {"authorization": f"Bearer {secret}"}
    assert client.get("/metrics", headers=sent, REMOTE_ADDR=FAR_AWAY).status_code == status


def test_a_token_that_may_not_read_sees_nothing(client: Client) -> None:
    beat()
    _, secret = make_token(account("Sam", is_staff=True), "robot", [PLAY, ORGANISE], None)
    sent = {"authorization": f"Bearer {secret}"}
    assert client.get("/metrics", headers=sent, REMOTE_ADDR=FAR_AWAY).status_code == 404
    assert client.get("/readyz", headers=sent, REMOTE_ADDR=FAR_AWAY).json() == {"status": "ready"}


def test_an_unknown_token_and_a_player_are_outsiders(client: Client) -> None:
    sent = {"authorization": "Bearer brikks_nothing"}
    assert client.get("/metrics", headers=sent, REMOTE_ADDR=FAR_AWAY).status_code == 404
    assert client_of("Bob").get("/metrics", REMOTE_ADDR=FAR_AWAY).status_code == 404


def test_asking_often_is_answered_from_memory(client: Client) -> None:
    beat()
    assert client.get("/readyz", headers=HERE).status_code == 200
    Heartbeat.objects.all().delete()
    assert client.get("/readyz", headers=HERE).status_code == 200
    readiness.forget()
    assert client.get("/readyz", headers=HERE).status_code == 503
