"""Doing things at the same moment, each in a thread of its own with its own connection to the database."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

from django.db import connections

from engine.errors import Refused

T = TypeVar("T")


def at_once(*doings: Callable[[], T]) -> list[T | Refused]:
    """What each of them gave, or how it was refused; all begin when the last one is ready."""
    ready = Barrier(len(doings))

    def begin(doing: Callable[[], T]) -> T | Refused:
        try:
            connections["default"].ensure_connection()
            ready.wait(timeout=30)
            return doing()
        except Refused as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(doings)) as crowd:
        return list(crowd.map(begin, doings))


def codes(results: Sequence[Any]) -> list[str]:
    """The codes of those that were refused."""
    return sorted(result.code for result in results if isinstance(result, Refused))
