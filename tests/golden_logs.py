"""Golden logs: whole logs as they were stored once, compared with what the same acts store today, byte for byte.

Everything that is random by nature is pinned: the random bytes of the `secrets` module, the site's keys, the numbers of
accounts, the names of commands and the clock. So the same acts store the same events on every database. A log of
another kind adds its acts and its table to a test of its own; `tests/games/log/test_golden_logs.py` is the example.

`WRITE_GOLDEN_LOGS=1` in the environment writes the files instead of comparing them. That is right only for a log that
is new: a file that has to change says that stored logs are no longer what they were.
"""

import json
import os
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from django.db.models import Model
from django.test import override_settings

from engine.protocol import Json
from tests.games import tables
from tests.games.clocks.watch import Watch, wound

COLUMNS: Final = ("seq", "kind", "actor", "at", "command_id", "command_hash", "body", "prev_hash", "hash")
PEOPLE: Final = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Olga", "Otto", "Sven", "Mia")
STAFF: Final = "Aura"
FIRST_ACCOUNT: Final = 7001
"""The numbers of accounts are part of what a command says, so they are given here and not by the database."""


class PinnedBytes:
    """Bytes in the place of random ones: a row of its own for every length, so that one more draw of another length
    changes nothing."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._drawn: Counter[int] = Counter()

    def __call__(self, length: int | None = None) -> bytes:
        length = length or 32
        self._drawn[length] += 1
        said = f"golden|{self._name}|{length}|{self._drawn[length]}".encode()
        return b"".join(sha256(said + bytes([part])).digest() for part in range(length // 32 + 1))[:length]


@contextmanager
def pinned(name: str) -> Iterator[Watch]:
    """A world in which nothing is random and the time stands still until the watch is moved."""
    with pytest.MonkeyPatch.context() as patch, override_settings(SECRET_KEY=f"golden {name}" * 4):
        patch.setenv("BRIKKS_DEAL_KEY", sha256(f"golden {name}".encode()).hexdigest())
        patch.setattr(secrets, "token_bytes", PinnedBytes(name))
        patch.setattr(tables, "_numbers", count())
        for number, person in enumerate((*PEOPLE, STAFF), FIRST_ACCOUNT):
            tables.account(person, pk=number, is_staff=person == STAFF)
        with wound() as watch:
            yield watch


def check_logs(path: Path, events: type[Model], of: str, logs: list[str]) -> None:
    """Compare the stored events of some logs with a file, or write them into it."""
    lines = [as_line(of, row) for log in logs for row in stored(events, of, log)]
    assert lines
    if os.environ.get("WRITE_GOLDEN_LOGS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    expected = path.read_text("utf-8").splitlines()
    for at, (line, golden) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == golden, f"line {at} of {path.name} is not what is stored now"
    assert len(lines) == len(expected)


def stored(events: type[Model], of: str, log: str) -> Iterator[Json]:
    """The stored events of a log, every column but the number of the row."""
    has_seats = any(field.name == "seat" for field in events._meta.get_fields())
    columns = [f"{of}_id", *COLUMNS, *(["seat"] if has_seats else [])]
    yield from events._default_manager.filter(**{of: log}).order_by("seq").values(*columns)


def as_line(of: str, row: Json) -> str:
    """An event as a line of a file."""
    return json.dumps({of: row[f"{of}_id"], **row}, ensure_ascii=False)


def kinds_in(folder: Path) -> set[str]:
    """Every kind of event that the files of a folder hold."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return {json.loads(line)["kind"] for line in lines}
