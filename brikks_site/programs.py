"""The processes of a running site and how each is started: the web server, the worker and the beat.

Standard library only: the commands are run with the Python of `.venv`, these lines with any.
"""

import resource
import socket
from pathlib import Path

from brikks_site.file_limit import at_once
from brikks_site.supervisor import Program

WORKER_THREADS = 4


def web(python: Path, listener: socket.socket) -> Program:
    """The web server, on a port that is already open."""
    descriptor = listener.fileno()
    uvicorn = [str(python), "-m", "uvicorn", "brikks_site.asgi:application", "--fd", str(descriptor)]
    quiet = ["--log-level", "warning", "--no-access-log", "--no-server-header"]
    # Without this whoever sends half a question would be waited for.
    limits = ["--http", "brikks_site.http_limits:LimitedProtocol", "--timeout-keep-alive", "5"]
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
