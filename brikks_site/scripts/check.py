"""What `./check` does: every check that needs no running test, one line each, all of them every time."""

import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from brikks_site.bootstrap import DEVELOPMENT_LOCK, ROOT, BootstrapError, ensure, say
from brikks_site.scripts.tools import scratch_environment

HELP = """\
./check looks for everything that needs no running test: style, types, templates, migrations, the documentation of
the interface, and addresses in the lock files. The exit status is 1 when anything is wrong.

  --fix   mend what ruff can mend, and format the code"""
PACKAGES = ("brikks_site", "engine", "games", "tournaments", "tests", "benchmarks")


@dataclass(frozen=True, slots=True)
class Check:
    """One tool and what people call what it does."""

    name: str
    arguments: Sequence[str]


@dataclass(frozen=True, slots=True)
class Result:
    """How a check went, with what the tool said."""

    name: str
    passed: bool
    output: str
    seconds: float


def checks(fix: bool) -> list[Check]:
    """Every check, cheap ones first."""
    packages = [name for name in PACKAGES if (ROOT / name).is_dir()]
    return [
        Check("no package index in a file", ["-m", "brikks_site.scripts.index_hosts"]),
        Check("ruff check", ["-m", "ruff", "check", *(["--fix"] if fix else [])]),
        Check("ruff format", ["-m", "ruff", "format", *([] if fix else ["--check"])]),
        Check("django check", ["manage.py", "check", "--fail-level", "WARNING"]),
        Check("migrations complete", ["manage.py", "makemigrations", "--check", "--dry-run"]),
        Check("templates compile", ["manage.py", "checktemplates"]),
        Check(
            "interface documented", ["manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull]
        ),
        Check("translations complete", ["-m", "brikks_site.translations", "check"]),
        Check("mypy", ["-m", "mypy", *packages, "manage.py"]),
    ]


def results(python: Path, fix: bool, environment: Mapping[str, str]) -> Iterator[Result]:
    """Run the checks one after the other."""
    for check in checks(fix):
        began = time.monotonic()
        done = subprocess.run(
            [str(python), *check.arguments],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        yield Result(check.name, done.returncode == 0, done.stdout, time.monotonic() - began)


def show(result: Result) -> None:
    """One line, and the tool's words when it failed."""
    say(f"{'ok    ' if result.passed else 'FAILED'}  {result.name} ({result.seconds:.1f} s)")
    if not result.passed:
        say(result.output.rstrip() + "\n")


def main(arguments: Sequence[str]) -> int:
    """Check everything; 1 when anything failed."""
    if arguments in (["-h"], ["--help"]):
        say(HELP)
        return 0
    if not set(arguments) <= {"--fix"}:
        raise BootstrapError("./check takes no argument but --fix.")
    python = ensure(DEVELOPMENT_LOCK)
    failed = 0
    with scratch_environment() as environment:
        for result in results(python, "--fix" in arguments, environment):
            show(result)
            failed += not result.passed
    say("All checks passed." if not failed else f"{failed} of the checks failed.")
    return 1 if failed else 0
