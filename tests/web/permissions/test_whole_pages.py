"""Whoever opens an address by itself gets a whole page, wherever it is; scripts get the parts that they ask for."""

from typing import Any

import pytest
from django.urls import resolve

from tests.databases import same_everywhere
from tests.undoing import undone
from tests.web.markup import FOR_A_PART
from tests.web.permissions.asking import is_part, patterns, request_of
from tests.web.permissions.matrix import MATRIX
from tests.web.permissions.rows import Row
from tests.web.permissions.world import World

pytestmark = pytest.mark.slow

PARTS = {
    "lobby/": "home",
    "games/<str:game_id>/turn/": "game",
    "games/<str:game_id>/seats/": "game",
    "tournaments/<str:tournament_id>/live/": "tournament",
}
"""Which page each part belongs to."""
HTML = "text/html"


def opened(world: World, row: Row, role: str, **headers: str) -> Any:
    """The answer to somebody who opens an address, wherever they are sent."""
    with undone():
        path = request_of(world, row, "GET").path
        return world.clients[role].get(path, headers=headers, follow=True)


def is_whole(answer: Any) -> bool:
    html = answer.content.decode()
    return "<!doctype html>" in html[:100].lower() and "</html>" in html[-100:]


@same_everywhere
def test_no_address_shows_a_part_of_a_page_to_whoever_opens_it(world: World) -> None:
    torn, seen = [], set()
    for row in MATRIX:
        for role in sorted(row.may.get("GET", frozenset()))[:2]:
            answer = opened(world, row, role)
            if not answer.streaming and answer.status_code == 200 and answer["Content-Type"].startswith(HTML):
                seen.add(row.pattern)
                torn += [] if is_whole(answer) else [f"{row} as {role}"]
    assert torn == []
    assert len(seen) > 80
    assert set(PARTS) <= seen


@pytest.mark.parametrize("pattern", PARTS)
def test_a_part_leads_to_its_page_and_is_given_to_scripts(world: World, pattern: str) -> None:
    row = next(row for row in MATRIX if row.pattern == pattern and row.may["GET"])
    role = min(row.may["GET"])
    answer = opened(world, row, role)
    [(place, status)] = answer.redirect_chain
    assert (resolve(place.partition("?")[0]).view_name, status) == (PARTS[pattern], 302)
    part = opened(world, row, role, **FOR_A_PART)
    assert part.redirect_chain == []
    assert part.status_code in (200, 204)
    assert not is_whole(part)


def test_what_else_an_address_says_is_kept(world: World) -> None:
    answer = world.clients["anonymous"].get("/games/nothing/turn/?invite=abc&any=1")
    assert answer["Location"] == "/games/nothing/?invite=abc&any=1"


def test_these_are_all_parts_that_there_are(world: World) -> None:
    found = {row.pattern for row in MATRIX if "GET" in row.may and is_part(request_of(world, row, "GET").path)}
    assert found == set(PARTS) <= set(patterns())
