"""A running `./run` as a person uses it: a real process on a free port, with a data folder of its own."""

import contextlib
import http.client
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.databases import own_database
from tests.prepared import lay_out
from tests.scripts.processes import PATIENCE_SECONDS, arguments_of, children_of

ROOT = Path(__file__).resolve().parents[1]
READY = "Brikks Arena is ready: "
PROGRAMS = {"web": "uvicorn", "worker": "worker", "beat": "beat"}
"""The programs of a site, by the word that only its command has."""


class Site:
    """The process of `./run` and what it has printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.output: list[str] = []

    def wait_until_ready(self) -> str:
        """The address it prints."""
        return self.wait_for(READY).removeprefix(READY).strip()

    def wait_for(self, *beginnings: str) -> str:
        """The next line that begins like one of these."""
        assert self.process.stdout
        with self._not_for_ever():
            for line in self.process.stdout:
                self.output.append(line)
                if line.startswith(beginnings):
                    return line
        pytest.fail(f"It ended before it said {beginnings}:\n{''.join(self.output)}")

    @contextlib.contextmanager
    def _not_for_ever(self) -> Iterator[None]:
        """What hangs must fail, not hang the tests."""
        watchdog = threading.Timer(PATIENCE_SECONDS * 4, self.process.kill)
        watchdog.start()
        try:
            yield
        finally:
            watchdog.cancel()

    def end(self) -> tuple[int, str]:
        """Wait for the end; the exit status and all it printed."""
        assert self.process.stdout
        with self._not_for_ever():
            # communicate() would miss the lines that were read ahead.
            self.output.extend(self.process.stdout)
            return self.process.wait(), "".join(self.output)

    def groups(self) -> set[int]:
        """Its process groups: each child leads one."""
        return set(children_of(self.process.pid))

    def programs(self) -> dict[str, int]:
        """The process ids of its children, by what each is."""
        commands = {pid: arguments_of(pid) for pid in children_of(self.process.pid)}
        return {name: pid for pid, command in commands.items() for name, word in PROGRAMS.items() if word in command}

    def wait_until_all_run(self) -> dict[str, int]:
        """The process ids of web, worker and beat, as soon as there are all three."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(programs := self.programs()) < len(PROGRAMS):
            assert time.monotonic() < deadline, f"only {sorted(programs)} are running"
            time.sleep(0.05)
        return programs


@contextlib.contextmanager
def start_again(folder: Path, *arguments: str, **variables: str) -> Iterator[Site]:
    """Start a site that was started before and whose data is its own, for tests that are not about the first start."""
    lay_out(folder)
    with own_database(is_prepared=True) as database, start(folder, *arguments, **{**database, **variables}) as site:
        yield site


@contextlib.contextmanager
def start(folder: Path, *arguments: str, **variables: str) -> Iterator[Site]:
    """Start a site whose data is its own; a DATABASE_URL among the variables takes the place of a new database."""
    nothing: AbstractContextManager[dict[str, str]] = contextlib.nullcontext({})
    named = nothing if "DATABASE_URL" in variables else own_database()
    prefix = f"{os.environ['BRIKKS_REDIS_PREFIX']}{secrets.token_hex(4)}:"
    with named as database:
        own = {"BRIKKS_VAR": str(folder), "PORT": "0", "BRIKKS_REDIS_PREFIX": prefix, **database, **variables}
        inherited = {name: value for name, value in os.environ.items() if name != "HOST"}
        yield from _running(folder.parent, arguments, {**inherited, **own})


def _running(where: Path, arguments: tuple[str, ...], environment: dict[str, str]) -> Iterator[Site]:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "run"), *arguments],
        cwd=where,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Site(process)
    finally:
        process.kill()
        process.communicate()


def get(address: str, path: str) -> tuple[int, bytes]:
    """The status and body of an answer."""
    host = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()
