"""Every address, with every method, as every role: exactly those get through whom the matrix names, and whoever does
not get through changes nothing about clubs and tournaments.

On PostgreSQL only some of those who get through ask, and some of those who do not, others each time: who may what is
decided by the same code there, and what it asks the database is the same for all of each sort.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.urls import URLResolver, get_resolver, path
from django.urls.resolvers import RegexPattern

from brikks_site.views import home
from games.accounts.authentication import TokenScopePermission
from games.play import visibility
from tests.databases import IS_EMBEDDED
from tests.sizes import FULL
from tests.web.api.roles import ROLES
from tests.web.permissions.asking import patterns, request_of, verdict
from tests.web.permissions.careers import CAREERS, OF_CAREERS
from tests.web.permissions.disputing import OF_DISPUTES
from tests.web.permissions.leaderboards import LEADERBOARDS, OF_LEADERBOARDS
from tests.web.permissions.leagues import LEAGUES, OF_LEAGUES
from tests.web.permissions.lobby import OF_CLUBS, OF_THE_LOBBY
from tests.web.permissions.matrix import ACCOUNTS, CLUBS, GAMES, MATRIX
from tests.web.permissions.pages import FOR_STAFF, OF_ACCOUNTS, OF_PEOPLE, OPEN
from tests.web.permissions.rows import METHODS, Row
from tests.web.permissions.runs import OF_RUNS, RUNS
from tests.web.permissions.tables import OF_TABLES
from tests.web.permissions.tournaments import OF_TOURNAMENTS, TOURNAMENTS
from tests.web.permissions.world import World

pytestmark = pytest.mark.slow

PARTS = {
    "games": GAMES,
    "accounts": ACCOUNTS,
    "careers": CAREERS,
    "clubs": CLUBS,
    "leaderboards": LEADERBOARDS,
    "leagues": LEAGUES,
    "runs": RUNS,
    "tournaments": TOURNAMENTS,
    "open pages": OPEN,
    "pages of tables": OF_TABLES,
    "pages of disputes": OF_DISPUTES,
    "pages of the lobby": OF_THE_LOBBY,
    "pages of clubs": OF_CLUBS,
    "pages of leaderboards": OF_LEADERBOARDS,
    "pages of leagues": OF_LEAGUES,
    "pages of tournaments": OF_TOURNAMENTS,
    "pages of people": OF_PEOPLE,
    "pages of careers": OF_CAREERS,
    "pages of runs": OF_RUNS,
    "pages of accounts": OF_ACCOUNTS,
    "pages for staff": FOR_STAFF,
}


Askers = Callable[[int, Collection[str]], Iterable[str]]
"""Who asks the thing of a number, for which some may ask."""
WRITING = re.compile(r'\s*(?:INSERT INTO|INSERT OR IGNORE INTO|UPDATE|DELETE FROM) "?(tournaments_\w+)')
"""What changes anything about clubs and tournaments; whoever is refused changes nothing of it."""
IN_TURN = 3
"""How many of each sort ask, where not all do."""


def everybody(number: int, may: Collection[str]) -> Iterable[str]:
    return ROLES


def some_of_each(number: int, may: Collection[str]) -> Iterable[str]:
    for sort in ([role for role in ROLES if role in may], [role for role in ROLES if role not in may]):
        first = number * IN_TURN % max(len(sort), 1)
        yield from (sort[first:] + sort[:first])[:IN_TURN]


def disagreements(world: World, rows: Iterable[Row], askers: Askers = everybody) -> list[str]:
    """Where the site does something else than the rows say."""
    things = enumerate(asked(rows))
    return [found for number, (row, method) in things for found in judge(world, row, method, askers, number)]


def asked(rows: Iterable[Row]) -> Iterator[tuple[Row, str]]:
    """What is asked: a method that a row does not name only once for its address, whatever the row is about."""
    seen = set()
    for row in rows:
        for method in METHODS:
            if method in row.may or (row.pattern, method) not in seen:
                seen.add((row.pattern, method))
                yield row, method


def judge(world: World, row: Row, method: str, askers: Askers, number: int) -> Iterator[str]:
    """Who is answered something else than the row says."""
    request, may = request_of(world, row, method), row.may.get(method, frozenset())
    wrong = {}
    for role in askers(number, may):
        with writings() as written:
            answer = request.send(world.clients[role])
        is_through = verdict(answer)
        if is_through is not (role in may):
            wrong[role] = str(answer.status_code)
        elif not is_through and written:
            wrong[role] = f"{answer.status_code}-after-{'+'.join(sorted(written))}"
    if wrong:
        yield f"{method} {row}: {' '.join(f'{role}={what}' for role, what in wrong.items())}"


@contextmanager
def writings() -> Iterator[set[str]]:
    """The tables of clubs and tournaments of which a row is written or deleted in the block."""
    written: set[str] = set()

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        if (found := WRITING.match(sql)) and context["cursor"].rowcount != 0:
            written.add(found[1])
        return result

    with connection.execute_wrapper(note):
        yield written


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    listed = [row.pattern for row in MATRIX]
    assert set(patterns()) - set(listed) == set()
    assert set(listed) - set(patterns()) == set()
    assert set(listed) == {row.pattern for part in PARTS.values() for row in part}


@pytest.mark.parametrize("part", PARTS)
def test_exactly_those_get_through_whom_the_matrix_names(world: World, part: str) -> None:
    found = disagreements(world, PARTS[part], everybody if IS_EMBEDDED or FULL else some_of_each)
    assert not found, "\n".join(found)


def test_where_not_all_ask_some_of_each_sort_do_and_everybody_has_a_turn() -> None:
    may = ROLES[:5]
    turns = [list(some_of_each(number, may)) for number in range(len(ROLES))]
    assert {tuple(role in may for role in turn) for turn in turns} == {(True,) * IN_TURN + (False,) * IN_TURN}
    assert {role for turn in turns for role in turn} == set(ROLES)
    assert list(some_of_each(1, ROLES[:1]))[:2] == [ROLES[0], ROLES[4]]
    assert len(list(some_of_each(1, ()))) == len(list(some_of_each(1, ROLES))) == IN_TURN


def test_it_would_notice_a_token_that_reaches_too_far(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenScopePermission, "has_permission", lambda *_: True)
    rows = [row for row in ACCOUNTS if row.pattern in ("api/v1/me/export", "api/v1/reports")]
    found = disagreements(world, rows)
    assert [line for line in found if line.startswith("GET /api/v1/me/export:") and "token-play=200" in line]


def test_it_would_notice_a_game_that_everybody_sees(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visibility, "_may_watch", lambda *_: True)
    rows = [row for row in GAMES if row.pattern.endswith("/log") and row.about in ("private", "run")]
    assert len(disagreements(world, rows)) == 2


def test_it_would_notice_an_address_without_a_row() -> None:
    new = URLResolver(RegexPattern("^"), [*get_resolver().url_patterns, path("new/<int:number>", home)])
    assert set(patterns(new)) - {row.pattern for row in MATRIX} == {"new/<int:number>"}
