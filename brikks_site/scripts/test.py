"""What `./test` does: pytest on all cores; with `--all` also what is slow and meanwhile, in a process of its own, the
tests in a browser. Whoever names a file or a folder gets all that is in it.

Driving a browser leaves an event loop behind in which other tests cannot run. Both wait a lot, for pages, disks and
programs that they start, so that together they take less time than one after the other.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from brikks_site.bootstrap import DEVELOPMENT_LOCK, ROOT, BootstrapError, ensure, say
from brikks_site.config.addresses import LOCAL, silent_service
from brikks_site.scripts.tools import (
    REQUIRED,
    find_browser,
    is_required,
    missing_browser,
    run_in_background,
    run_in_foreground,
    scratch_environment,
)

ALL = "--all"
FULL = "--full"
SERVICES = "--services"
OPTIONS = frozenset({ALL, FULL, SERVICES})
"""What is for us and not for pytest."""
QUICK = ("-m", "not slow")
"""What leaves the slow tests out, unless there is another -m."""
SLOWEST = ("--durations=10", "--durations-min=1")
"""Has pytest say at its end which tests took longest; another number may come after it."""
USING_SERVICES = ("tests/games", "tests/tournaments", "tests/web", "tests/scripts/test_run.py")
"""Where the tests are that touch a database or a broker."""
WITHOUT_SERVICES = (
    *("tests/games/js", "tests/games/live/test_messages.py", "tests/games/presenters"),
    *("tests/tournaments/events/formats", "tests/tournaments/events/pairing", "tests/tournaments/events/standings"),
    *("tests/web/ops/test_deploy_files.py", "tests/web/ops/test_production_settings.py"),
    *("tests/web/test_marked_text.py", "tests/web/test_modules.py"),
)
"""Those among them that come out the same whatever the database is: pure computation, pages and settings."""
BROWSER = "tests/e2e"
"""The tests in a browser."""
INTERRUPTED = 2
NOTHING_FOUND = 5
"""Exit statuses of pytest."""


class Runs(NamedTuple):
    """The arguments for each of the two calls of pytest, None for one that is not wanted."""

    ordinary: list[str] | None
    in_browser: list[str] | None


def announce(full: bool, quick: bool, environment: Mapping[str, str]) -> None:
    """Say what this run uses and what it leaves out."""
    database = "PostgreSQL" if environment.get("DATABASE_URL") else "SQLite"
    broker = "Redis" if environment.get("REDIS_URL") else "a folder"
    say(f"Database: {database}. Broker: {broker}.")
    if full:
        say("Running every test at its large size; this takes a while.")
    else:
        say("Left out: the large sizes of the fuzz and property tests (./test --full runs them).")
    if quick:
        say(f"Left out: slow tests, such as those that start the site (./test {ALL} runs them).")


def announce_browser(in_browser: bool, environment: Mapping[str, str]) -> None:
    """Say what becomes of the tests in a browser; refused if they must run and cannot."""
    if not in_browser:
        say(f"Left out: browser tests (./test {BROWSER} or ./test {ALL} runs them).")
    elif find_browser() is None and is_required(environment):
        raise BootstrapError(f"{REQUIRED} is set, but {missing_browser()}.")
    elif find_browser() is None:
        say(f"Left out: browser tests, because {missing_browser()}.")


def services_for(environment: Mapping[str, str]) -> dict[str, str]:
    """The addresses of both services, named or local; refused when nobody answers there."""
    urls = {variable: environment.get(variable) or local for variable, local in LOCAL.items()}
    if problem := silent_service(urls, *urls):
        raise BootstrapError(f"./test {SERVICES} needs PostgreSQL and Redis. {problem}")
    return urls


def names_test(argument: str) -> bool:
    """Whether an argument is a test file, a folder of tests, or a test in one."""
    return argument[:1] not in ("", "-") and (ROOT / argument.partition("::")[0]).exists()


def split(arguments: Sequence[str], services: bool, everything: bool = False) -> Runs:
    """Send what names tests to where they run; options go to both. What is slow runs where it is named, and with
    everything."""
    named = [argument for argument in arguments if names_test(argument)]
    options = [argument for argument in arguments if argument not in named]
    if not named and services:
        left_out = [f"--ignore={path}" for path in WITHOUT_SERVICES]
        return Runs([*options, *left_out, *(path for path in USING_SERVICES if (ROOT / path).exists())], None)
    if not named and not everything:
        quick = () if any(option.startswith("-m") for option in options) else QUICK
        return Runs([*quick, *options, f"--ignore={BROWSER}"], None)
    browser = (ROOT / BROWSER).resolve()
    paths = {argument: (ROOT / argument.partition("::")[0]).resolve() for argument in named}
    inside = [argument for argument in named if paths[argument].is_relative_to(browser)]
    outside = [argument for argument in named if argument not in inside]
    is_around = not named or any(browser.is_relative_to(paths[argument]) for argument in outside)
    ordinary = [*options, *outside, f"--ignore={BROWSER}"] if outside or not named else None
    in_browser = [*options, *(inside or [BROWSER])] if inside or is_around else None
    return Runs(ordinary, in_browser)


def is_quick(runs: Runs) -> bool:
    """Whether what is slow is left out."""
    return runs.ordinary is not None and tuple(runs.ordinary[: len(QUICK)]) == QUICK


def together(statuses: Sequence[int]) -> int:
    """The exit status of both: the first failure; that one found nothing matters only if no other found anything."""
    failures = [status for status in statuses if status not in (0, NOTHING_FOUND)]
    return failures[0] if failures else min(statuses)


def main(arguments: Sequence[str]) -> int:
    """Run the tests; what is no option of ours goes to pytest, whose exit status is handed on."""
    services = services_for(os.environ) if SERVICES in arguments else {}
    everything = ALL in arguments or FULL in arguments
    runs = split([argument for argument in arguments if argument not in OPTIONS], bool(services), everything)
    python = ensure(DEVELOPMENT_LOCK)
    with scratch_environment() as environment:
        environment |= services
        # Tests start Python again and again: what one has compiled is there for the next.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if FULL in arguments:
            environment["BRIKKS_FULL"] = "1"
        announce(FULL in arguments, is_quick(runs), environment)
        announce_browser(runs.in_browser is not None, environment)
        return call_pytest([str(python), "-m", "pytest"], runs, environment)


def call_pytest(pytest: Sequence[str], runs: Runs, environment: Mapping[str, str]) -> int:
    """Both calls at the same time; what is said about the browser comes last."""
    # Some tests are far longer than others: a worker that has run out of its own takes over another's.
    ordinary = [*pytest, "-n", str(os.cpu_count() or 2), "--dist", "worksteal", *SLOWEST, *(runs.ordinary or ())]
    # Each worker has a site and a browser of its own; the tests of one file share what they have set up.
    in_browser = [*pytest, "-n", "2", "--dist", "loadfile", *SLOWEST, *(runs.in_browser or ())]
    if runs.in_browser is None:
        return run_in_foreground(ordinary, environment)
    if runs.ordinary is None:
        return run_in_foreground(in_browser, for_a_browser(environment))
    with run_in_background(in_browser, for_a_browser(environment)) as browser:
        first = run_in_foreground(ordinary, environment)
        if first == INTERRUPTED:
            return first
        say("The tests in a browser:")
        return together([first, browser.show()])


def for_a_browser(environment: Mapping[str, str]) -> dict[str, str]:
    """What the tests in a browser need beside the others: a data folder of their own, as their workers have the same
    names, and leave to ask the database from the thread in which Playwright's event loop runs, between its calls."""
    folder = Path(environment["BRIKKS_VAR"]) / "browser"
    folder.mkdir()
    return {**environment, "BRIKKS_VAR": str(folder), "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
