"""The supervisor with small programs of its own: groups end whole; what falls is started again, but not for ever."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from brikks_site.scripts.run import Address
from brikks_site.scripts.supervisor import FALLS_SECONDS, MOST_FALLS, Program, Supervisor, describe
from tests.scripts.processes import PATIENCE_SECONDS, children_of, members_of, wait_until_empty

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"), pytest.mark.slow]

# All of these write into one pipe, and a line is only whole if it is written at once, which print() does not promise.
STUBBORN = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork():
    os.write(1, b"group %d\\n" % os.getpgid(0))
time.sleep(600)
"""
DEAF = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.write(1, b"group %d\\n" % os.getpgid(0))
time.sleep(600)
"""
PATIENT = "import os, time; os.write(1, b'patient\\n'); time.sleep(600)"
FALLING = "raise SystemExit(3)"
LEAVING_A_CHILD = """
import os, time
if os.fork():
    os.write(1, b"group %d\\n" % os.getpgid(0))
    time.sleep(0.1)
    os._exit(4)
time.sleep(600)
"""

SUPERVISE = """
import os, sys
from pathlib import Path
from brikks_site.scripts import supervisor
supervisor.GRACE_SECONDS = 0.2
programs = [
    supervisor.Program(f"program {number}", [sys.executable, "-c", code])
    for number, code in enumerate(sys.argv[1:], 1)
]
sys.exit(supervisor.Supervisor(programs, Path.cwd(), os.environ).run(lambda: True, lambda: supervisor.say("ready")))
"""


@contextlib.contextmanager
def supervised(*programs: str) -> Iterator[subprocess.Popen[str]]:
    """A supervisor of these programs, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISE, *programs],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    # What hangs must fail, not hang the tests.
    watchdog = threading.Timer(PATIENCE_SECONDS, process.kill)
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


def wait_for(process: subprocess.Popen[str], beginning: str) -> str:
    assert process.stdout
    return next(line for line in process.stdout if line.startswith(beginning))


def test_a_group_that_ignores_the_request_is_ended_whole() -> None:
    with supervised(PATIENT, STUBBORN) as process:
        group = int(wait_for(process, "group ").split()[1])
        assert len(members_of({group})) == 2
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0
        assert wait_until_empty({group}) == []


def test_a_program_that_ignores_requests_does_not_outlive_a_killed_supervisor() -> None:
    with supervised(DEAF) as process:
        group = int(wait_for(process, "group ").split()[1])
        assert children_of(process.pid) == [group]
        process.kill()
        process.wait()
        assert wait_until_empty({group}) == []


def test_a_program_that_falls_is_started_again() -> None:
    with supervised(PATIENT, STUBBORN) as process:
        group = int(wait_for(process, "group ").split()[1])
        os.kill(group, signal.SIGKILL)
        assert wait_for(process, "program 2") == "program 2 stopped by itself (signal SIGKILL); starting it again.\n"
        again = int(wait_for(process, "group ").split()[1])
        assert again != group
        assert wait_until_empty({group}) == [], "what it had started has to go before it starts again"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0


def test_a_program_that_keeps_falling_stops_everything() -> None:
    with supervised(PATIENT, FALLING) as process:
        output, _ = process.communicate(timeout=PATIENCE_SECONDS)
    said = [line for line in output.splitlines() if line.startswith("program")]
    assert said == [
        *["program 2 stopped by itself (exit status 3); starting it again."] * 5,
        "program 2 stopped by itself (exit status 3), for the 6th time within a minute; stopping everything.",
    ]
    assert process.returncode == 1


def test_falls_that_are_long_ago_are_forgiven() -> None:
    supervisor = Supervisor([Program("web", ["web"]), Program("beat", ["beat"])], ROOT, {})
    moments = [float(second) for second in range(MOST_FALLS)]
    assert all(supervisor._may_start_again("web", moment) for moment in moments)
    assert supervisor._may_start_again("beat", 5.0)
    assert supervisor._may_start_again("web", FALLS_SECONDS)
    assert not supervisor._may_start_again("web", FALLS_SECONDS + 0.5)


def test_what_a_fallen_program_leaves_behind_goes_when_everything_stops() -> None:
    with supervised(LEAVING_A_CHILD) as process:
        output, _ = process.communicate(timeout=PATIENCE_SECONDS)
    groups = {int(line.split()[1]) for line in output.splitlines() if line.startswith("group ")}
    assert len(groups) == MOST_FALLS + 1
    assert process.returncode == 1
    assert wait_until_empty(groups) == []


def test_an_exit_is_described_in_words() -> None:
    assert describe(3) == "exit status 3"
    assert describe(-9) == "signal SIGKILL"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("fe80::1", "http://[fe80::1]:8000/"),
        ("club.example", "http://club.example:8000/"),
    ],
)
def test_the_address_is_one_that_can_be_opened_here(host: str, url: str) -> None:
    assert Address.from_environment({"HOST": host}).url == url


def test_the_default_address_is_loopback() -> None:
    assert Address.from_environment({}) == Address("127.0.0.1", 8000)
    assert Address.from_environment({"HOST": "", "PORT": ""}) == Address("127.0.0.1", 8000)
