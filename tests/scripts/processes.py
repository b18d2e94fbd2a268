"""Looks at processes by id, to see what a script leaves behind. Linux only, through /proc."""

import time
from pathlib import Path
from typing import NamedTuple

PATIENCE_SECONDS = 60.0


class Process(NamedTuple):
    pid: int
    state: str
    parent: int
    group: int


def running() -> list[Process]:
    """Every process that is not a zombie: one that nobody has collected yet has ended all the same."""
    entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [process for entry in entries if (process := read(entry)) and process.state != "Z"]


def read(entry: Path) -> Process | None:
    try:
        text = (entry / "stat").read_text()
    except OSError:
        return None
    # The command's name stands in brackets and may contain anything.
    state, parent, group = text.rpartition(")")[2].split()[:3]
    return Process(int(entry.name), state, int(parent), int(group))


def children_of(pid: int) -> list[int]:
    return [process.pid for process in running() if process.parent == pid]


def arguments_of(pid: int) -> list[str]:
    """The command line of a process; empty if it has ended."""
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_text().split("\0")
    except OSError:
        return []


def members_of(groups: set[int]) -> list[int]:
    return [process.pid for process in running() if process.group in groups]


def wait_until_empty(groups: set[int]) -> list[int]:
    """Give the kernel time to end the groups; what is left after that."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (left := members_of(groups)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left
