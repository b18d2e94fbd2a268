"""Every address, with every method, as every role: exactly those get through whom the matrix names."""

from collections.abc import Iterable, Iterator

import pytest
from django.urls import URLResolver, get_resolver, path
from django.urls.resolvers import RegexPattern

from brikks_site.pages import home
from games.api.access import Scoped
from games.selectors import viewing
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


def disagreements(world: World, rows: Iterable[Row]) -> list[str]:
    """Where the site does something else than the rows say."""
    return [found for row, method in asked(rows) for found in judge(world, row, method)]


def asked(rows: Iterable[Row]) -> Iterator[tuple[Row, str]]:
    """What is asked: a method that a row does not name only once for its address, whatever the row is about."""
    seen = set()
    for row in rows:
        for method in METHODS:
            if method in row.may or (row.pattern, method) not in seen:
                seen.add((row.pattern, method))
                yield row, method


def judge(world: World, row: Row, method: str) -> Iterator[str]:
    """Who is answered something else than the row says."""
    request, may = request_of(world, row, method), row.may.get(method, frozenset())
    answers = {role: request.send(world.clients[role]) for role in ROLES}
    wrong = {role: answer.status_code for role, answer in answers.items() if verdict(answer) is not (role in may)}
    if wrong:
        yield f"{method} {row}: {' '.join(f'{role}={status}' for role, status in wrong.items())}"


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    listed = [row.pattern for row in MATRIX]
    assert set(patterns()) - set(listed) == set()
    assert set(listed) - set(patterns()) == set()
    assert set(listed) == {row.pattern for part in PARTS.values() for row in part}


@pytest.mark.parametrize("part", PARTS)
def test_exactly_those_get_through_whom_the_matrix_names(world: World, part: str) -> None:
    found = disagreements(world, PARTS[part])
    assert not found, "\n".join(found)


def test_it_would_notice_a_token_that_reaches_too_far(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scoped, "has_permission", lambda *_: True)
    rows = [row for row in ACCOUNTS if row.pattern in ("api/v1/me/export", "api/v1/reports")]
    found = disagreements(world, rows)
    assert [line for line in found if line.startswith("GET /api/v1/me/export:") and "token-play=200" in line]


def test_it_would_notice_a_game_that_everybody_sees(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing, "_may_watch", lambda *_: True)
    rows = [row for row in GAMES if row.pattern.endswith("/log") and row.about in ("private", "run")]
    assert len(disagreements(world, rows)) == 2


def test_it_would_notice_an_address_without_a_row() -> None:
    new = URLResolver(RegexPattern("^"), [*get_resolver().url_patterns, path("new/<int:number>", home)])
    assert set(patterns(new)) - {row.pattern for row in MATRIX} == {"new/<int:number>"}
