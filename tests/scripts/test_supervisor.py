"""The supervisor with small programs of its own: groups end whole, also when a program refuses to."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from brikks_site.serve import Address
from brikks_site.supervisor import describe
from tests.scripts.processes import PATIENCE_SECONDS, members_of, wait_until_empty

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

STUBBORN = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork():
    print("group", os.getpgid(0), flush=True)
time.sleep(600)
"""

SUPERVISE = """
import os, sys
from pathlib import Path
from brikks_site import supervisor
supervisor.GRACE_SECONDS = 0.2
programs = [
    supervisor.Program("patient", [sys.executable, "-c", "import time; time.sleep(600)"]),
    supervisor.Program("stubborn", [sys.executable, "-c", sys.argv[1]]),
]
sys.exit(supervisor.Supervisor(programs, Path.cwd(), os.environ).run(lambda: True, lambda: None))
"""


def test_a_group_that_ignores_the_request_is_ended_whole() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISE, STUBBORN], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        line = next(line for line in process.stdout if line.startswith("group "))
        group = int(line.split()[1])
        assert len(members_of({group})) == 2
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0
        assert wait_until_empty({group}) == []
    finally:
        process.kill()
        process.communicate()


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
