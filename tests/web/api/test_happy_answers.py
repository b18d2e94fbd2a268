"""What the interface answers when everything goes well is what it documents, from the first command to the proof."""

from typing import Any

import pytest
import schemathesis

from games.integrity.checkpoints import make_checkpoint
from tests.games.sample_tables import addition, command, play_out
from tests.web.api.roles import program_of
from tests.web.api.test_every_role import CHECKS, CONFIG, application

__all__ = ["application"]

SOLO: dict[str, Any] = {"variant": "solo", "levels": [1], "seats": [{"kind": "person"}], "seconds": 3600}


class Program:
    """A program that insists on documented answers."""

    def __init__(self, application: Any, name: str, **fields: Any) -> None:
        self.schema = schemathesis.openapi.from_wsgi("/api/schema", application, config=CONFIG)
        self.headers = program_of(name, **fields).headers

    def ask(self, method: str, path: str, game: str = "", status: int = 200, **more: Any) -> Any:
        """The answer, which must be a documented one with this status."""
        named = {"game_id": game} if "{game_id}" in path else {}
        operation = self.schema[f"/api/v1{path}"][method]
        case = operation.Case(path_parameters={**named, **more.pop("ids", {})}, **more)
        response = case.call_and_validate(headers=self.headers, checks=CHECKS)
        assert response.status_code == status, response.text
        return response.json()

    def order(self, path: str, game: str = "", status: int = 200, **body: Any) -> Any:
        """The answer to a command."""
        said = {"command_id": command(), **body}
        return self.ask("POST", path, game, status, body=said, media_type="application/json")


@pytest.fixture
def ada(application: Any, db: None) -> Program:
    """Ada's program."""
    return Program(application, "Ada")


def test_a_game_from_its_first_command_to_its_proof(ada: Program) -> None:
    game = ada.order("/games", status=201, **SOLO)["game"]
    ada.order("/games/{game_id}/join", game, seat=0)
    ada.order("/games/{game_id}/leave", game, seat=0)
    ada.order("/games/{game_id}/join", game, **addition(game))
    ada.order("/games/{game_id}/start", game)
    options = ada.ask("GET", "/games/{game_id}/options", game)
    first = options["actions"][0]["action"]
    ada.order("/games/{game_id}/actions", game, action=first, answers=options["asked"])
    assert ada.ask("GET", "/games/{game_id}/options", game)["actions"]
    ada.ask("GET", "/games/{game_id}/position", game)
    play_out(game)
    make_checkpoint()
    for path in ("", "/position", "/log", "/record", "/proof"):
        ada.ask("GET", f"/games/{{game_id}}{path}", game)
    for path in ("/games", "/bots", "/checkpoints"):
        ada.ask("GET", path)


def test_a_record_that_is_verified_and_kept(ada: Program) -> None:
    game = ada.order("/games", status=201, **SOLO)["game"]
    ada.order("/games/{game_id}/join", game)
    ada.order("/games/{game_id}/start", game)
    play_out(game)
    record = ada.ask("GET", "/games/{game_id}/record", game)
    sent = {"body": record, "media_type": "application/json"}
    assert ada.ask("POST", "/verify", **sent)["ok"]
    kept = ada.ask("POST", "/records", status=201, **sent)["id"]
    assert ada.ask("GET", "/records/{record_id}", ids={"record_id": kept})["document"] == record


def test_a_game_that_is_called_off_and_one_that_is_decided(application: Any, ada: Program) -> None:
    ada.order("/games/{game_id}/abort", ada.order("/games", status=201, **SOLO)["game"])
    game = ada.order("/games", status=201, **SOLO)["game"]
    ada.order("/games/{game_id}/join", game)
    ada.order("/games/{game_id}/start", game)
    sam = Program(application, "Sam", is_staff=True)
    sam.order("/games/{game_id}/adjudication", game, how="as-stands", reason="The power went out.")
    assert ada.ask("GET", "/games/{game_id}", game)["status"] == "adjudicated"


def test_a_roll_on_the_table(ada: Program) -> None:
    table: dict[str, Any] = {"variant": "solo", "levels": [1], "seats": [{"kind": "person"}], "dice": "table"}
    game = ada.order("/games", status=201, **table)["game"]
    ada.order("/games/{game_id}/join", game)
    ada.order("/games/{game_id}/start", game)
    options = ada.ask("GET", "/games/{game_id}/options", game)
    ada.order("/games/{game_id}/actions", game, action=options["actions"][0]["action"], answers=options["asked"])
    options = ada.ask("GET", "/games/{game_id}/options", game)
    roll = {**options["actions"][0]["action"], "color": "red", "number": 2}
    ada.order("/games/{game_id}/rolls", game, roll=roll, answers=options["asked"])
