"""Everything that is asked in search of what must not be told: all that can be looked at, and every way to go wrong."""

import json
from collections.abc import Iterator
from typing import Any, Final

from brikks_site.admin import site
from games.log.unit_of_work import read_head
from tests.web.permissions.asking import INTERFACE, Request, request_of
from tests.web.permissions.matrix import MATRIX
from tests.web.permissions.rows import METHODS, Row
from tests.web.permissions.spying import Answer
from tests.web.permissions.world import World

WITH_KEYS: Final = ("confirm-email/(", "reset/key/(")
"""Pages whose address is a secret that was sent to somebody by mail, and which greet them."""
BAD: Final = ("{}", '{"nobody": 1}')
MISTAKEN: Final = ("", "running", "hidden")
"""What mistakes are made about; more would only take longer."""


def answer_to(request: Request, response: Any) -> Answer:
    """All that an answer says."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    body = "" if response.streaming else response.content.decode()
    return Answer(f"{body}\n{headers}", request.path + request.body)


def looks(world: World) -> Iterator[Request]:
    """Whatever can be looked at."""
    for row in _rows("GET"):
        yield request_of(world, row, "GET")
    club = world.cast.club.pk
    for query in ("mine=1", "turn=1", f"club={club}", "status=finished", "status=running", "limit=100"):
        yield _get(f"/{INTERFACE}games?{query}")
    for name in ("running", "private", "hidden", "shared", "run", "other-run", "kept", "bot-run"):
        game, last = f"/{INTERFACE}games/{world.games[name]}", read_head(world.games[name]).seq
        for what in ("options?seat=1", "log?format=ndjson", f"log?after={last - 2}", "stream?after=999"):
            yield _get(f"{game}/{what}")
        for seq in range(max(1, last - 3), last + 2):
            yield _get(f"{game}/position?at={seq}")


def staff_looks() -> Iterator[Request]:
    """Every page about every row that is stored."""
    for model, shown in site._registry.items():
        folder = f"/admin/{model._meta.app_label}/{model._meta.model_name}"
        yield _get(f"{folder}/?all=")
        for number in shown.model._default_manager.values_list("pk", flat=True):
            for page in ("change", "history", "delete"):
                yield _get(f"{folder}/{number}/{page}/")


def changes(world: World) -> Iterator[Request]:
    """Whatever changes something, as it should be said, and wrongly where it is hidden or open to all."""
    for method in METHODS[1:]:
        for row in _rows(method):
            request, is_for_programs = request_of(world, row, method), row.pattern.startswith(INTERFACE)
            if is_for_programs or (method == "POST" and not row.pattern.startswith("admin/")):
                yield request
            if is_for_programs and row.about.partition(" ")[0] in MISTAKEN:
                yield from (request._replace(body=body) for body in (*BAD, _turned(request.body)))


def _rows(method: str) -> list[Row]:
    """The rows that name a method, but those whose address is itself a secret."""
    return [row for row in MATRIX if method in row.may and not any(key in row.pattern for key in WITH_KEYS)]


def _turned(body: str) -> str:
    """A body in which everything is of another sort."""
    said = json.loads(body)
    return json.dumps({key: [value] if not isinstance(value, list) else 7 for key, value in said.items()})


def _get(path: str) -> Request:
    return Request("GET", path, "")
