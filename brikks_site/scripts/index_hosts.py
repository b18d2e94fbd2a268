"""Refuse package index addresses in the repository: private to one machine, they break installs elsewhere.

The lock files must hold no address at all. No tracked file may name a host that this machine's pip or uv is
configured to use. Run as `python -m brikks_site.scripts.index_hosts`.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from brikks_site.bootstrap import ROOT, output_of, say

IN_A_LOCK = re.compile(r"https?:|file:|--(extra-)?index-url|--find-links|(?<!\S)/")
ADDRESS = re.compile(r"https?://(?:[^@/\s'\"]*@)?([^/:\s'\"]+)")


def problems_in_lock(lock: Path) -> Iterator[str]:
    """Lines of a lock file with an address or an absolute path."""
    for number, line in enumerate(lock.read_text().splitlines(), 1):
        if IN_A_LOCK.search(line):
            yield f"{lock.name}:{number}: {line.strip()}"


def configured_hosts() -> set[str]:
    """The hosts this machine installs packages from."""
    variables = [value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))]
    configuration = output_of([sys.executable, "-m", "pip", "config", "list"]) or ""
    return set(ADDRESS.findall("\n".join([*variables, configuration])))


def tracked_files() -> list[Path]:
    """What git tracks or would track; nothing outside a git checkout."""
    listed = output_of(["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"])
    return [ROOT / name for name in (listed or "").splitlines()]


def files_naming(hosts: Iterable[str], files: Iterable[Path]) -> Iterator[str]:
    """Files with one of the hosts in them."""
    for file in files:
        content = file.read_bytes() if file.is_file() else b""
        for host in hosts:
            if host.encode() in content:
                yield f"{file.relative_to(ROOT)} names the package host {host}"


def main() -> int:
    """Print what is wrong; 1 when anything is."""
    locks = sorted(ROOT.glob("requirements*.txt"))
    problems = [problem for lock in locks for problem in problems_in_lock(lock)]
    problems += files_naming(configured_hosts(), tracked_files())
    for problem in problems:
        say(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
