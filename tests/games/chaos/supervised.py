"""Web, workers and beats as `./run` keeps them: `python -m tests.games.chaos.supervised DESCRIPTOR web worker beat`.

However often one is killed, it is started again.
"""

import os
import socket
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from brikks_site.scripts import supervisor
from brikks_site.scripts.supervisor import Program, Supervisor, beat, web, worker

ROOT = Path(__file__).resolve().parents[3]


def programs(names: Sequence[str], listener: socket.socket) -> list[Program]:
    """The programs with these names; several of a kind are numbered."""
    python = Path(sys.executable)
    kinds = {"web": web(python, listener), "worker": worker(python), "beat": beat(python)}
    return [replace(kinds[name], name=f"{name}-{number}") for number, name in enumerate(names)]


def main(descriptor: str, *names: str) -> int:
    """Keep them running until told to stop."""
    supervisor.MOST_FALLS = 1000
    listener = socket.socket(fileno=int(descriptor))
    return Supervisor(programs(names, listener), ROOT, os.environ).run(lambda: True, lambda: None)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
