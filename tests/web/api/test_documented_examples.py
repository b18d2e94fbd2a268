"""The examples of docs/api.md work as they stand there, one after the other, against the interface."""

import json
import re
from collections.abc import Callable
from dataclasses import MISSING
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from django.test import Client

from engine.errors import Refused
from games.extension import MEMBER, ORGANISER
from tests.games.sample_tables import account, caller
from tests.web.api.calls import ROOT
from tournaments.clubs.services.admission import join_club
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.members import set_role
from tournaments.events.settings import Settings, read_settings
from tournaments.leagues.rules import SET_BY_SEASON, LeagueRules, read_rules

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


class Line(NamedTuple):
    """What the page says of a setting or a rule."""

    default: str
    can_be: str


def lines(heading: str) -> dict[str, Line]:
    """The table of the page whose first column has this heading, by the names in it."""
    _, _, after = PAGE.read_text().partition(f"| {heading} | default | can be | what it says |\n")
    table, _, _ = after.partition("\n\n")
    rows = [re.split(r" ?\| ?", row.strip("| ")) for row in table.splitlines()[1:]]
    return {name: Line(default, can_be) for names, default, can_be, _ in rows for name in re.findall(r"`(\w+)`", names)}


def default_of(said: str) -> Any:
    """The value that a default in the page stands for."""
    if said == "empty":
        return ""
    if ticked := re.findall(r"`([\w-]+)`", said):
        return tuple(ticked) if "," in said else ticked[0]
    return json.loads(said) if re.fullmatch(r"null|true|false|\d+", said) else said


def values_of(can_be: str) -> tuple[list[Any], list[Any]]:
    """What a setting can be as the page says it, and what it then cannot be."""
    wrong: list[Any] = [[None], 1.5, "nothing-of-the-sort-at-all"]
    if found := re.match(r"(\d+) to (\d+)", can_be):
        least, most = int(found[1]), int(found[2])
        right: list[Any] = [least, most]
        wrong += [least - 1, most + 1]
    elif can_be.startswith("true"):
        right = [True, False]
    elif "time" in can_be.split():
        right = ["2031-03-03T18:00:00.000000Z"]
        wrong += ["2031-03-03", "1999-12-31T23:59:59.999999Z", "9000-01-01T00:00:00.000000Z"]
    else:
        right = re.findall(r"`([\w/-]+)`", can_be)
        wrong += [7]
    return ([*right, None], wrong) if can_be.endswith("null") else (right, [*wrong, None])


def is_taken(read: Callable[[Any], Any], said: dict[str, Any]) -> bool:
    try:
        read(said)
    except Refused:
        return False
    return True


FIRST_AT = "2031-03-03T18:00:00.000000Z"
LISTS = ("tie_breaks", "calendar")
"""Settings of which the page names what can be in a list."""


def test_every_setting_is_on_the_page_with_its_default_and_what_it_can_be() -> None:
    listed, wrong = lines("setting"), []
    assert set(listed) == set(Settings.__dataclass_fields__)
    for name, field in Settings.__dataclass_fields__.items():
        said = default_of(listed[name].default)
        must = ("must be said", "") if name == "first_at" else ("must be said", MISSING)
        is_so = name == "wait" or (said, field.default) == must or (said or None) == (field.default or None)
        wrong += [] if is_so else [f"{name} is {field.default!r} and not {said!r}"]
        right, others = values_of(listed[name].can_be)
        needed = {"format": "swiss", "variant": "duel", "first_at": FIRST_AT}
        for value in [right] if name == "tie_breaks" else [] if name in LISTS else right:
            wrong += [] if is_taken(read_settings, {**needed, name: value}) else [f"{name} cannot be {value!r}"]
        for value in others:
            wrong += [f"{name} can be {value!r}"] if is_taken(read_settings, {**needed, name: value}) else []
    assert not wrong, "\n".join(wrong)


def test_every_rule_of_a_league_is_there_too() -> None:
    listed, wrong = lines("rule"), []
    assert set(listed) == set(LeagueRules.__dataclass_fields__)
    usual = LeagueRules().as_json()
    together = {"days": 1, "weeks": 8, "size": 64, "up": 0, "down": 0}
    for name in set(listed) - {"tournament", "time"}:
        assert default_of(listed[name].default) == usual[name], name
        right, others = values_of(listed[name].can_be)
        wrong += [(name, value) for value in right if not is_taken(read_rules, {**together, name: value})]
        wrong += [(name, value) for value in others if is_taken(read_rules, {**together, name: value})]
    assert not wrong
    assert listed["time"].default == usual["time"]
    assert tuple(re.findall(r"`(\w+)`", PAGE.read_text().partition("but for what follows:")[2])[:7]) == SET_BY_SEASON
    examples_of = [
        json.loads(example.body)["rules"]["tournament"] for example in examples() if '"rules"' in example.body
    ]
    assert examples_of == [usual["tournament"]], "the one above"


def test_every_address_that_the_page_names_is_there() -> None:
    schema = yaml.safe_load(Client().get("/api/schema?format=yaml").content)
    shapes = {re.sub(r"{\w+}", "<>", path.removeprefix(ROOT)) for path in schema["paths"]}
    for example in examples():
        shape = re.sub(r"<\w+>|(?<=/seasons/)\d+", "<>", example.path)
        assert shape in shapes, example
