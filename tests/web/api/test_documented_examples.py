"""The examples of docs/api.md work as they stand there, one after the other, against the interface."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from django.test import Client

from games.clubs import MEMBER, ORGANISER
from tests.games.tables import account, caller
from tests.web.api.calls import ROOT
from tournaments.services import create_club, join_club, set_role
from tournaments.settings import Settings

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
BLOCK = re.compile(r"^```http\n(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A request of the page."""

    method: str
    path: str
    body: str


def examples() -> list[Example]:
    return [Example(*found) for found in BLOCK.findall(PAGE.read_text())]


def send(client: Client, example: Example, known: dict[str, str]) -> Any:
    """The answer, with what earlier ones have named put in."""
    path, body = (re.sub(r"<(\w+)>", lambda found: known[found[1]], said) for said in (example.path, example.body))
    return client.generic(example.method, ROOT + path, body, "application/json")


def test_every_example_works_in_its_turn() -> None:
    made = create_club(caller("Vera", is_staff=True), "The Bricklayers")
    for name, role in (("Olga", ORGANISER), ("Mia", MEMBER), ("Nia", MEMBER)):
        join_club(made.pk, caller(name), made.invite)
        set_role(made.pk, caller("Vera"), name.lower(), role)
    olga, fresh = Client(), Client()
    olga.force_login(account("Olga"))
    known = {"club": str(made.pk), "handle": "nia"}
    formats, refused = set(), []
    for example in examples():
        answer = send(fresh if example.path == "/guests" else olga, example, known)
        if answer.status_code not in (200, 201, 204):
            refused.append(f"{example}: {answer.content.decode()}")
            continue
        said = json.loads(example.body or "{}")
        told = answer.json() if answer.content else {}
        named = re.fullmatch(r".*/(league|tournament)s", example.path)
        known.update({named[1]: told["id"]} if named else {})
        known.update({"game": told["game"]} if "game" in told else {})
        known.update({"commitment": told["deal"]["commitment"]} if told.get("deal") else {})
        formats.add((said.get("settings") or {}).get("format"))
    assert not refused, "\n".join(refused)
    assert formats - {None} == {"duplicate", "swiss", "round-robin"}
    device = olga.get(f"{ROOT}/games/{known['game']}").json()
    assert (device["seat"], device["status"]) == (1, "running"), "whoever holds the device looks"


def test_every_setting_is_on_the_page() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert set(Settings.__dataclass_fields__) - listed == set()


def test_every_address_that_the_page_names_is_there() -> None:
    schema = yaml.safe_load(Client().get("/api/schema?format=yaml").content)
    shapes = {re.sub(r"{\w+}", "<>", path.removeprefix(ROOT)) for path in schema["paths"]}
    for example in examples():
        shape = re.sub(r"<\w+>|(?<=/seasons/)\d+", "<>", example.path)
        assert shape in shapes, example
