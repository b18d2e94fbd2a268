"""Whatever anybody sends anywhere: nothing fails, nothing is answered that is not documented, in the form that it is.

Requests are made up from the documentation, half of them about things that are there; what they change is undone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from tests.sizes import size
from tests.web.api.roles import ANONYMOUS, Cast, Somebody

EXAMPLES: Final = size(6, 100)
"""How many requests of each role to each address."""
CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
CALLING: Final = (
    "anonymous", "guest", "player", "stranger", "organiser", "staff", "token-read", "token-play", "token-organise",
)  # fmt: skip
CSRF: Final = "a" * 32
CONFIG: Final = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
"""Who asks is not made up."""


@pytest.fixture
def application(db: None) -> Iterator[Any]:
    """The site as a web server runs it, except that it keeps the connection in whose transaction the test is."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in signals:
        signal.connect(close_old_connections)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is stored inside is not stored afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def credentials(somebody: Somebody) -> dict[str, dict[str, str]]:
    """The headers and cookies by which somebody is known."""
    if somebody.account is None or somebody.secret:
        return {"headers": somebody.headers}
    session = somebody.client().cookies["sessionid"].value
    return {"headers": {"X-CSRFToken": CSRF}, "cookies": {"sessionid": session, "csrftoken": CSRF}}


def there(cast: Cast) -> list[dict[str, Any]]:
    """Ids of things that are there."""
    games = (cast.running, cast.open, cast.private, cast.at_table)
    number = cast.roles["player"].account.tokens.first().pk  # type: ignore[union-attr]
    known = {"club_id": str(cast.club.pk), "handle": "bob", "number": number, "record_id": "i-none"}
    return [{**known, "game_id": game} for game in games]


@pytest.mark.parametrize("role", CALLING)
def test_every_answer_is_a_documented_one(application: Any, cast: Cast, role: str) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema", application, config=CONFIG)
    known_by, known = credentials(cast.roles[role]), there(cast)
    for result in schema.exclude(path_regex="/stream$").get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]  # the document is valid
        names = {parameter.name for parameter in operation.path_parameters}
        ids = [{name: found[name] for name in names} for found in known] if names else []

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=_cases(operation, ids))
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
