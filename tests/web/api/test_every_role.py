"""Whatever anybody sends anywhere: nothing fails, nothing is answered that is not documented, in the form that it is.

Requests are made up from the documentation, half of them about things that are there; what they change is undone.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from games.accounts.reports import report_account
from games.disputes.services import open_dispute
from games.records.imports import import_record
from tests.engine.example import EXAMPLE
from tests.games.sample_tables import account, caller
from tests.sizes import size
from tests.undoing import undone
from tests.web.api.roles import ANONYMOUS, ROLES, Cast, Somebody
from tests.web.permissions.competing import begun, entrant, played
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.persons import add_person
from tournaments.events.models import Round
from tournaments.leagues.models import Assignment
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.leagues import create_league
from tournaments.leagues.services.seasons import draft_season

pytestmark = pytest.mark.slow

EXAMPLES: Final = size(1, 100)
"""How many requests of each role to each address."""
CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
STREAMS: Final = "/stream$"
"""Left out, because their bodies never end; `tests/games/live/server` looks at their status, type and refusals."""
REPORTS: Final = "/reports/{number}"
PERSONS: Final = "/persons/{number}"
ANNOUNCEMENTS: Final = "/announcements/{number}"
SEASONS: Final = "/seasons/{number}"
ROUNDS: Final = "/rounds/{number}"
CSRF: Final = "a" * 32
CONFIG: Final = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
"""Who asks is not made up."""


@pytest.fixture(scope="module")
def application() -> Iterator[Any]:
    """The site as a web server runs it, except that it keeps the connection in whose transaction the test is."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def requests(application: Any, gathered: Cast) -> list[st.SearchStrategy[Any]]:
    """What may be asked of each address; made once, as it takes longer than to ask."""
    schema, known = schemathesis.openapi.from_wsgi("/api/schema", application, config=CONFIG), there(gathered)
    # The document is valid.
    operations = [result.ok() for result in schema.exclude(path_regex=STREAMS).get_all_operations()]  # type: ignore[union-attr]
    return [_cases(operation, known.ids(operation)) for operation in operations]


def credentials(somebody: Somebody) -> dict[str, dict[str, str]]:
    """The headers and cookies by which somebody is known."""
    if somebody.account is None or somebody.secret:
        return {"headers": somebody.headers}
    session = somebody.client().cookies["sessionid"].value
    return {"headers": {"X-CSRFToken": CSRF}, "cookies": {"sessionid": session, "csrftoken": CSRF}}


class There(NamedTuple):
    """Ids of things that are there."""

    games: tuple[str, ...]
    club: str
    token: int
    report: int
    person: int
    announcement: int
    player: Assignment
    """Somebody in the draft of a league's season."""
    record: str
    tournament: str
    """One that is played."""
    entrant: str
    """Somebody in it."""
    deal: str
    """The dice of another one, which is over."""
    dispute: int
    """What Bob has flagged in the first of the games."""

    def ids(self, operation: Any) -> list[dict[str, Any]]:
        """The parameters by which an address is about something that is there, if it has any."""
        names = {parameter.name for parameter in operation.path_parameters}
        numbers = {REPORTS: self.report, PERSONS: self.person, ANNOUNCEMENTS: self.announcement, SEASONS: 1, ROUNDS: 1}
        number = next((number for path, number in numbers.items() if path in operation.path), self.token)
        known = {"club_id": self.club, "handle": "bob", "number": number, "record_id": self.record}
        known |= {"league_id": self.player.season.league_id, "player": self.player.pk}
        known |= {"tournament_id": self.tournament, "entrant": self.entrant}
        known |= {"variant": "standard", "other": "ada", "deal_id": self.deal, "dispute": self.dispute}
        games = self.games if "game_id" in names else self.games[:1]
        return [{name: {**known, "game_id": game}[name] for name in names} for game in games] if names else []


def there(cast: Cast) -> There:
    """Everything that requests can be about."""
    ada, bob = account("Ada"), account("Bob")
    tournament = begun(cast.club)
    return There(
        games=(cast.running, cast.open, cast.private, cast.at_table),
        club=str(cast.club.pk),
        token=ada.tokens.get(name="token-read").pk,
        report=report_account(account("Dan"), bob, "Bob is rude.").pk,
        person=add_person(str(cast.club.pk), caller("Olga"), "Piet").pk,
        announcement=make_announcement(str(cast.club.pk), caller("Olga"), "We meet at night").pk,
        player=_drafted(str(cast.club.pk)),
        record=import_record(json.dumps(EXAMPLE), caller("Ada")).pk,
        tournament=tournament,
        entrant=entrant(tournament, "Ada"),
        deal=str(Round.objects.get(tournament=played(cast.club)).deal_id),
        dispute=open_dispute(cast.running, caller("Bob"), "flagged", 2, "Look!").seq,
    )


def _drafted(club: str) -> Assignment:
    made = create_league(club, caller("Olga"), "The League of Bricks", {})
    draft_season(made.pk, caller("Olga"))
    return assign_player(made.pk, 1, caller("Olga"), 1, handle="mia")


@pytest.mark.parametrize("role", ROLES)
def test_every_answer_is_a_documented_one(requests: list[st.SearchStrategy[Any]], cast: Cast, role: str) -> None:
    known_by = credentials(cast.roles[role])
    for cases in requests:

        @seed(ROLES.index(role))
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases)
        def ask(case: Any) -> None:
            with undone():
                response = case.call_and_validate(checks=CHECKS, **known_by)
            assert role == ANONYMOUS or response.status_code != 401

        ask()


def _cases(operation: Any, ids: list[dict[str, Any]]) -> st.SearchStrategy[Any]:
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    made_up = [operation.as_strategy(mode) for mode in modes]
    about_something = [operation.as_strategy(mode, path_parameters=found) for found in ids for mode in modes]
    return st.one_of(*about_something, *made_up)
