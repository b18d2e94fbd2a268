"""Run a handful of named processes as one: start together, stop together, leave nothing behind. Those of a running site
are the web server, the worker and the beat.

Each child leads a process group of its own. Ctrl-C, SIGTERM and SIGHUP stop all groups, first politely, then by force
after a grace period. A child that ends by itself is started again, with the files it inherited, so that connections
wait at the open port meanwhile; one that keeps ending stops the others. Standard library only: the commands are run
with the Python of `.venv`, these lines with any.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from brikks_site.bootstrap import say
from brikks_site.http.file_limit import at_once

STOP_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
GRACE_SECONDS = 8.0
START_SECONDS = 120.0
PROBE_SECONDS = 0.1
MOST_FALLS = 5
FALLS_SECONDS = 60.0
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Program:
    """One process to keep running: what people call it and how it is started."""

    name: str
    command: Sequence[str]
    inherited_files: Sequence[int] = ()


class Signals:
    """Signals as something to wait for, instead of handlers that interrupt the work at any point."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    @contextlib.contextmanager
    def listening(self) -> Iterator["Signals"]:
        """Collect stop signals and deaths of children until the block ends."""
        watched = [*STOP_SIGNALS, signal.SIGCHLD]
        before = {number: signal.signal(number, lambda *_: None) for number in watched}
        wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        try:
            yield self
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)

    def wait(self, seconds: float | None) -> bool:
        """Sleep until a signal or the time comes; True when someone asked to stop."""
        ready, _, _ = select.select([self._reader], [], [], seconds)
        arrived = os.read(self._reader, 4096) if ready else b""
        return any(number in STOP_SIGNALS for number in arrived)


def die_with_parent(parent: int) -> Callable[[], None] | None:
    """What a child does before its program starts, so that it outlives no supervisor, even a killed one.

    It is killed outright: nobody would be left to end one that does not heed a polite request.
    """
    if sys.platform != "linux":
        return None
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None

    def ask_the_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask_the_kernel


class Supervisor:
    """The running programs of one `./run`."""

    def __init__(self, programs: Sequence[Program], folder: Path, environment: Mapping[str, str]) -> None:
        self._programs = programs
        self._folder = folder
        self._environment = dict(environment)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._falls: dict[str, list[float]] = defaultdict(list)

    def run(self, is_ready: Callable[[], bool], on_ready: Callable[[], None]) -> int:
        """Start everything, report readiness once, wait for the end; the exit status says how it ended."""
        with Signals().listening() as signals:
            try:
                for program in self._programs:
                    self._start(program)
                return self._watch(signals, is_ready, on_ready)
            finally:
                self._stop(signals)

    def _start(self, program: Program) -> None:
        self._running[program.name] = subprocess.Popen(
            program.command,
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=program.inherited_files,
            preexec_fn=die_with_parent(os.getpid()),
        )

    def _watch(self, signals: Signals, is_ready: Callable[[], bool], on_ready: Callable[[], None]) -> int:
        ready = False
        give_up = time.monotonic() + START_SECONDS
        while not signals.wait(None if ready else PROBE_SECONDS):
            if not self._raise_the_fallen():
                return 1
            if not ready and is_ready() and self._all_are_running():
                ready = True
                on_ready()
            if not ready and time.monotonic() > give_up:
                say(f"Nothing answered within {START_SECONDS:.0f} seconds; stopping everything.")
                return 1
        say("Stopping.")
        return 0

    def _all_are_running(self) -> bool:
        return all(process.poll() is None for process in self._running.values())

    def _raise_the_fallen(self) -> bool:
        """Start again what has ended by itself; False when one of them does so too often."""
        for program in self._programs:
            process = self._running[program.name]
            if (status := process.poll()) is None:
                continue
            fell = f"{program.name} stopped by itself ({describe(status)})"
            if not self._may_start_again(program.name, time.monotonic()):
                say(f"{fell}, for the {MOST_FALLS + 1}th time within a minute; stopping everything.")
                return False
            say(f"{fell}; starting it again.")
            self._send(process, signal.SIGKILL)
            self._start(program)
        return True

    def _may_start_again(self, name: str, now: float) -> bool:
        recent = [fall for fall in self._falls[name] if fall > now - FALLS_SECONDS]
        self._falls[name] = [*recent, now]
        return len(recent) < MOST_FALLS

    def _stop(self, signals: Signals) -> None:
        """Ask every group to end, wait a while (a second Ctrl-C cuts it short), then end what is left."""
        processes = list(reversed(self._running.values()))
        for process in processes:
            self._send(process, signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS
        while any(process.poll() is None for process in processes):
            remaining = deadline - time.monotonic()
            if remaining <= 0 or signals.wait(remaining):
                break
        for process in processes:
            self._send(process, signal.SIGKILL)
            process.wait()

    def _send(self, process: subprocess.Popen[bytes], number: signal.Signals) -> None:
        """Signal a whole group, of which only the leader may have ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def describe(status: int) -> str:
    """An exit status in words."""
    if status < 0:
        return f"signal {signal.Signals(-status).name}"
    return f"exit status {status}"


WORKER_THREADS = 4


def web(python: Path, listener: socket.socket) -> Program:
    """The web server, on a port that is already open."""
    descriptor = listener.fileno()
    uvicorn = [str(python), "-m", "uvicorn", "brikks_site.asgi:application", "--fd", str(descriptor)]
    quiet = ["--log-level", "warning", "--no-access-log", "--no-server-header"]
    # Without this whoever sends half a question would be waited for.
    limits = ["--http", "brikks_site.http.protocol:LimitedProtocol", "--timeout-keep-alive", "5"]
    # As many are taken in one go as may wait; all of them before the first is counted.
    burst = ["--backlog", str(at_once(resource.getrlimit(resource.RLIMIT_NOFILE)[0]))]
    # Without these an open live stream would hold up the stop, and Django has no lifespan to wait for.
    stopping = ["--timeout-graceful-shutdown", "3", "--lifespan", "off"]
    return Program("web", [*uvicorn, *quiet, *limits, *burst, *stopping], [descriptor])


def worker(python: Path) -> Program:
    """What plays for bots and watches the clocks; in threads, so that a killed worker leaves no process behind."""
    pool = ["--pool", "threads", "--concurrency", str(WORKER_THREADS)]
    # Workers that talk to each other would need a broker that can tell everybody.
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return Program("worker", [*_celery(python), "worker", "--loglevel", "warning", *pool, *alone])


def beat(python: Path) -> Program:
    """What rings every second; its schedule is in the settings, so it keeps no file that a kill could damage."""
    nothing_kept = ["--scheduler", "celery.beat:Scheduler", "--pidfile="]
    return Program("beat", [*_celery(python), "beat", "--loglevel", "warning", *nothing_kept])


def _celery(python: Path) -> list[str]:
    """Without the system checks, which `./check` and the preparation have run."""
    return [str(python), "-m", "celery", "--quiet", "--skip-checks", "-A", "brikks_site.celery"]
