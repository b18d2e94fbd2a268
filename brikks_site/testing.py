"""What `./test` does: pytest on all cores, with its own data folder."""

import os
from collections.abc import Mapping, Sequence

from brikks_site.bootstrap import DEVELOPMENT_LOCK, ROOT, BootstrapError, ensure, say
from brikks_site.foreground import run_in_foreground, scratch_environment
from brikks_site.service_urls import LOCAL, silent_service

FULL = "--full"
SERVICES = "--services"
USING_SERVICES = ("tests/games", "tests/tournaments", "tests/web", "tests/scripts/test_run.py")
"""The tests that touch a database or a broker."""


def announce(full: bool, environment: Mapping[str, str]) -> None:
    """Say what this run uses and what it leaves out."""
    database = "PostgreSQL" if environment.get("DATABASE_URL") else "SQLite"
    broker = "Redis" if environment.get("REDIS_URL") else "a folder"
    say(f"Database: {database}. Broker: {broker}.")
    if full:
        say("Running every test at its large size; this takes a while.")
    else:
        say("Left out: the large sizes of the fuzz and property tests (./test --full runs them).")
    say("Left out: browser tests, because there are none yet.")


def services_for(environment: Mapping[str, str]) -> dict[str, str]:
    """The addresses of both services, named or local; refused when nobody answers there."""
    urls = {variable: environment.get(variable) or local for variable, local in LOCAL.items()}
    if problem := silent_service(urls, *urls):
        raise BootstrapError(f"./test {SERVICES} needs PostgreSQL and Redis. {problem}")
    return urls


def names_tests(arguments: Sequence[str]) -> bool:
    """Whether some argument is a test file, a folder of tests, or a test in one."""
    return any((ROOT / argument.partition("::")[0]).exists() for argument in arguments if argument[0] != "-")


def main(arguments: Sequence[str]) -> int:
    """Run the tests; what is no option of ours goes to pytest, whose exit status is handed on."""
    passed_on = [argument for argument in arguments if argument not in {FULL, SERVICES}]
    services = services_for(os.environ) if SERVICES in arguments else {}
    if services and not names_tests(passed_on):
        passed_on += [path for path in USING_SERVICES if (ROOT / path).exists()]
    python = ensure(DEVELOPMENT_LOCK)
    with scratch_environment() as environment:
        environment |= services
        if FULL in arguments:
            environment["BRIKKS_FULL"] = "1"
        announce(FULL in arguments, environment)
        # Some tests are far longer than others: a worker that has run out of its own takes over another's.
        pytest = [str(python), "-m", "pytest", "-n", str(os.cpu_count() or 2), "--dist", "worksteal"]
        return run_in_foreground([*pytest, *passed_on], environment)
