"""A sound record with one thing changed, for all tests of verification."""

import copy
from collections.abc import Callable

from engine.checkpoint import load_keys
from engine.protocol import Json
from engine.verify import CHECKS, verify
from tests.engine.platform_log import PEM, exported

KEYS = load_keys(PEM)
ALL_OK = dict.fromkeys(CHECKS, "ok")


def tampered(change: Callable[[Json], None]) -> dict[str, str]:
    document = copy.deepcopy(exported())
    change(document)
    return verify(document, KEYS)


def links(document: Json) -> list[Json]:
    chain: list[Json] = document["chain"]
    return chain


def first_place(document: Json) -> int:
    """The number of the first placement."""
    return next(at for at, fields in enumerate(document["events"], start=1) if fields["kind"] == "place")
