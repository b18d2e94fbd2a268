"""A web server as `./run` starts it, and the Redis that it uses, for measurements over HTTP."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.databases import ROOT, SQLITE
from brikks_site.scripts.run import Address
from brikks_site.scripts.supervisor import web

LOCAL_REDIS: Final = "redis://127.0.0.1:6379/0"


def redis_for(vendor: str) -> dict[str, str]:
    """The variables of a Redis with keys of this measurement's own; SQLite goes without one."""
    if vendor == SQLITE:
        return {}
    prefix = f"brikks-bench-{os.getpid()}:"
    return {"REDIS_URL": os.environ.get("REDIS_URL") or LOCAL_REDIS, "BRIKKS_REDIS_PREFIX": prefix}


@contextmanager
def serving(**variables: str) -> Iterator[int]:
    """The port of one server process, with further variables."""
    with Address("127.0.0.1", 0).listen() as listener:
        program = web(Path(sys.executable), listener)
        process = subprocess.Popen(  # noqa: S603
            program.command, cwd=ROOT, env={**os.environ, **variables}, pass_fds=program.inherited_files
        )
        try:
            address = Address("127.0.0.1", listener.getsockname()[1])
            _wait_until_it_answers(address, process)
            yield address.port
        finally:
            process.kill()
            process.wait()


def _wait_until_it_answers(address: Address, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError("The server has ended.")
        if address.is_healthy():
            return
        time.sleep(0.1)
    raise RuntimeError("The server does not answer.")
