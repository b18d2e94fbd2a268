"""POST /records, GET /records/<id>, POST /verify: games played elsewhere, kept or only looked at."""

import json
from typing import Any

import pytest
from django.test import Client

from engine.protocol import Json
from games.accounts.callers import ANYBODY
from games.records.export import export_record
from games.records.models import ImportedGame
from tests.engine.example import EXAMPLE
from tests.games.refusals import everything
from tests.games.sample_tables import play_out, table
from tests.web.api.calls import ROOT, get, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def record(db: None) -> Json:
    """The record of a whole game."""
    game = table("solo", 1)
    play_out(game)
    return export_record(game, ANYBODY)


def send(client: Client, path: str, document: Any) -> Any:
    return client.post(ROOT + path, json.dumps(document), content_type="application/json")


def test_a_record_is_kept_and_found_again(cast: Cast, record: Json) -> None:
    response = send(cast.client("stranger"), "/records", record)
    assert response.status_code == 201
    kept = response.json()
    assert kept["checks"]["chain"] == kept["checks"]["dice"] == "ok"
    assert kept["result"] == record["result"]
    found = get(cast.client("stranger"), f"/records/{kept['id']}").json()
    assert found == {**kept, "document": record}


def test_the_same_record_again_is_the_same(cast: Cast, record: Json) -> None:
    first, again = (send(cast.client("stranger"), "/records", record) for _ in range(2))
    assert first.json() == again.json()
    assert ImportedGame.objects.count() == 1


def test_a_record_is_seen_by_who_has_uploaded_it_and_by_staff(cast: Cast, record: Json) -> None:
    kept = send(cast.client("player"), "/records", record).json()["id"]
    for role in ("player", "staff", "token-read"):
        assert get(cast.client(role), f"/records/{kept}").status_code == 200, role
    for role in ("opponent", "stranger", "organiser", "guest"):
        assert refusal(get(cast.client(role), f"/records/{kept}")) == (404, "record/not-found"), role
    assert refusal(get(cast.client("anonymous"), f"/records/{kept}")) == (401, "request/who")


@pytest.mark.parametrize("name", ["i-none", "%00", "ü"])
def test_what_is_no_record_is_not_found(cast: Cast, name: str) -> None:
    assert refusal(get(cast.client("player"), f"/records/{name}")) == (404, "record/not-found")


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("anonymous", (401, "request/who")),
        ("guest", (403, "record/no-guests")),
        ("token-read", (403, "request/forbidden")),
        ("token-organise", (403, "request/forbidden")),
    ],
)
def test_who_may_not_upload_is_refused(cast: Cast, record: Json, role: str, expected: tuple[int, str]) -> None:
    assert refusal(send(cast.client(role), "/records", record)) == expected


def test_a_wrong_record_is_refused_with_the_place(cast: Cast, record: Json) -> None:
    record["events"][3]["kind"] = "bomb"
    response = send(cast.client("stranger"), "/records", record)
    assert response.status_code == 400
    assert "Event 4" in response.json()["detail"]
    assert not ImportedGame.objects.exists()


def test_anybody_can_verify_a_record(cast: Cast, record: Json) -> None:
    before = everything()
    response = send(cast.client("anonymous"), "/verify", record)
    assert response.json() == {
        "ok": True,
        "checks": {"chain": "ok", "dice": "ok", "rules": "ok", "result": "ok", "signature": "absent"},
    }
    assert everything() == before


def test_a_token_verifies_whatever_it_reaches(cast: Cast) -> None:
    for role in ("token-read", "token-play", "token-organise"):
        assert send(cast.client(role), "/verify", EXAMPLE).status_code == 200


def test_what_is_wrong_is_said_part_by_part(cast: Cast, record: Json) -> None:
    record["result"]["scores"] = [999]
    record["chain"][2]["hash"] = "0" * 64
    said = send(cast.client("anonymous"), "/verify", record).json()
    assert not said["ok"]
    assert (said["checks"]["dice"], said["checks"]["rules"]) == ("ok", "ok")
    assert "3" in said["checks"]["chain"]
    assert said["checks"]["result"] not in ("ok", "absent", "unchecked")


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({}, "record/missing-field"),
        ({**EXAMPLE, "format": "brikks-record/9"}, "record/unknown-format"),
        ({**EXAMPLE, "variant": "chess"}, "setup/unknown-variant"),
        ({**EXAMPLE, "note": 1.5}, "json/value"),
        ({**EXAMPLE, "events": [{"kind": "game/x"}] * 20_001}, "record/too-long"),
        ([], "record/not-an-object"),
    ],
)
@pytest.mark.parametrize("path", ["/records", "/verify"])
def test_what_is_no_record_is_refused(cast: Cast, path: str, document: Any, code: str) -> None:
    assert refusal(send(cast.client("stranger"), path, document)) == (400, code)


@pytest.mark.parametrize("path", ["/records", "/verify"])
def test_nothing_at_all_is_refused(cast: Cast, path: str) -> None:
    response = cast.client("stranger").post(ROOT + path, b"", content_type="application/json")
    assert refusal(response) == (400, "json/invalid")
