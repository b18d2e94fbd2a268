"""What the documentation of the interface lists, with addresses that lead somewhere."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from drf_spectacular.generators import SchemaGenerator

from tests.games.sample_tables import account
from tests.web.api.roles import Cast

CHANGING = ("post", "put", "patch", "delete")


class Operation(NamedTuple):
    """A method of an address."""

    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


def schema() -> dict[str, Any]:
    """The whole document."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document


def operations() -> Iterator[Operation]:
    """Everything that is documented."""
    return (Operation(method, path) for path, methods in schema()["paths"].items() for method in methods)


def changes() -> list[Operation]:
    """What may change something."""
    return [operation for operation in operations() if operation.method in CHANGING]


def address(operation: Operation, cast: Cast) -> str:
    """The address of an operation, about things that are there."""
    token = account("Ada").tokens.first()
    there = {"game_id": cast.running, "club_id": cast.club.pk, "handle": "bob", "number": token.pk if token else 1}
    nowhere = {
        "record_id": "i-none",
        "league_id": "l-none",
        "player": 1,
        "tournament_id": "t-none",
        "entrant": "e-none",
        "variant": "standard",
        "other": "ada",
        "deal_id": "d-none",
        "dispute": 1,
    }
    return operation.path.format(**nowhere, **there)
