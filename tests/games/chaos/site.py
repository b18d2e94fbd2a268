"""A site of real processes on the database of a test, in which things can be killed."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import redis
from django.conf import settings
from django.db import connection

from brikks_site.scripts.run import Address
from games.clock.models import Heartbeat
from games.clock.site_time import now
from games.integrity.witness.file import witness_path
from tests.games.chaos.supervised import ROOT
from tests.scripts.processes import PATIENCE_SECONDS, arguments_of, children_of, wait_until_empty

WORDS = {"web": "uvicorn", "worker": "worker", "beat": "beat"}
"""What only the command of each sort of program holds."""


class Site:
    """The running processes, by what they are."""

    def __init__(
        self, process: subprocess.Popen[bytes], port: int, names: tuple[str, ...], environment: dict[str, str]
    ) -> None:
        self.process = process
        self.port = port
        self.folder = Path(environment["CHAOS_BROKER"]).parent
        self._names = names
        self._environment = environment
        self.seen: set[int] = set()
        """Every process that was ever found running."""

    def pids(self, name: str) -> list[int]:
        """The process ids of one sort of program."""
        return self._programs()[name]

    def _programs(self) -> dict[str, list[int]]:
        children = {pid: arguments_of(pid) for pid in children_of(self.process.pid)}
        self.seen.update(children)
        return {name: [pid for pid, words in children.items() if word in words] for name, word in WORDS.items()}

    def kill(self, *names: str) -> None:
        """Kill one of each of these outright, and wait until others have taken their places."""
        victims = [self.pids(name)[0] for name in names]
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        wait_until(lambda: not set(victims) & set(children_of(self.process.pid)), "the killed are gone")
        self.wait_until_up()

    def wait_until_up(self) -> None:
        """Wait until everything runs, the web server answers and the clocks are seen to."""
        since = now()
        wait_until(self._all_run, "all processes run")
        if "web" in self._names:
            wait_until(self._web_answers, "the web server answers")
        if {"worker", "beat"} <= set(self._names):
            wait_until(Heartbeat.objects.filter(at__gt=since).exists, "the clocks are seen to")

    def _all_run(self) -> bool:
        return all(len(pids) == self._names.count(name) for name, pids in self._programs().items())

    def _web_answers(self) -> bool:
        return Address("127.0.0.1", self.port).is_healthy()

    def memory(self, name: str) -> int:
        """How many megabytes a program of this sort holds."""
        [line] = [line for line in _status(self.pids(name)[0]) if line.startswith("VmRSS")]
        return int(line.split()[1]) // 1024

    def manage(self, *words: str) -> str:
        """What a command of `manage.py` prints; it must succeed."""
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        done = subprocess.run(command, cwd=ROOT, env=self._environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def output(self) -> str:
        """What all of them have printed."""
        return (self.folder / "output").read_text()

    def stop(self) -> None:
        """End everything as Ctrl-C does; nothing may be left over, and nothing may have failed unexpectedly."""
        self._all_run()
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE_SECONDS) == 0, self.output()
        assert wait_until_empty(self.seen) == []
        assert "Traceback" not in self.output()

    def empty_broker(self) -> None:
        """Lose every message, and whatever else the broker keeps."""
        for file in (self.folder / "broker").glob("*/*"):
            file.unlink(missing_ok=True)
        if settings.REDIS_URL:
            with redis.Redis.from_url(settings.REDIS_URL) as client:
                for key in client.scan_iter(prefix(self.folder) + "*", count=1000):
                    client.delete(key)


def _status(pid: int) -> list[str]:
    return (Path("/proc") / str(pid) / "status").read_text().splitlines()


def prefix(folder: Path) -> str:
    """What the keys of a site in Redis begin with."""
    return f"{settings.REDIS_PREFIX}{folder.name}:"


def wait_until(is_there: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for something, but not for ever."""
    deadline = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < deadline, f"Nobody could wait so long until {what}."
        time.sleep(0.1)


@contextmanager
def running(
    folder: Path,
    *names: str,
    patience: float = 20.0,
    settings_module: str = "tests.games.chaos.settings",
    variables: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Site]:
    """A site with these programs and further variables, ended by force if a test has not done it; `patience` is what
    SQLite waits for."""
    folder = folder / secrets.token_hex(4)
    folder.mkdir()
    # Tests before may have signed what was rolled back since; only this site's programs would find it missing.
    witness_path().unlink(missing_ok=True)
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": settings_module,
        "CHAOS_DATABASE": str(connection.settings_dict["NAME"]),
        "CHAOS_PATIENCE": str(patience),
        "CHAOS_BROKER": str(folder / "broker"),
        "BRIKKS_REDIS_PREFIX": prefix(folder),
        **variables,
    }
    with socket.create_server(("127.0.0.1", 0)) as listener, (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.games.chaos.supervised", str(listener.fileno()), *names],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )
        site = Site(process, listener.getsockname()[1], names, environment)
        try:
            site.wait_until_up()
            yield site
        finally:
            # Its children die with it.
            process.kill()
            process.wait()
            wait_until_empty(site.seen)
            site.empty_broker()
            # Shown if the test fails.
            sys.stdout.write(site.output())
