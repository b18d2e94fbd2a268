"""`./run` as a person uses it: a real process on a free port, with a data folder of its own."""

import contextlib
import errno
import http.client
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from brikks_site.bootstrap import BootstrapError
from brikks_site.serve import Address, announce, make_data_folder
from tests.scripts.processes import PATIENCE_SECONDS, children_of, wait_until_empty

ROOT = Path(__file__).resolve().parents[2]
READY = "Brikks Arena is ready: "

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


class Site:
    """A running `./run`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.output: list[str] = []

    def wait_until_ready(self) -> str:
        """The address it prints."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.output.append(line)
            if line.startswith(READY):
                return line.removeprefix(READY).strip()
        pytest.fail(f"It ended before it was ready:\n{''.join(self.output)}")

    def end(self) -> tuple[int, str]:
        """Wait for the end; the exit status and all it printed."""
        rest, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, "".join([*self.output, rest])

    def groups(self) -> set[int]:
        """Its process groups: each child leads one."""
        return set(children_of(self.process.pid))


@contextlib.contextmanager
def start(folder: Path, **variables: str) -> Iterator[Site]:
    environment = {**os.environ, "BRIKKS_VAR": str(folder), "PORT": "0", **variables}
    environment.pop("HOST", None) if "HOST" not in variables else None
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "run")],
        cwd=folder.parent,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # A start that hangs must fail, not hang the tests.
    watchdog = threading.Timer(PATIENCE_SECONDS * 2, process.kill)
    watchdog.start()
    try:
        yield Site(process)
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


def get(address: str, path: str) -> tuple[int, bytes]:
    host = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_serves_and_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with start(tmp_path / "var") as site:
        address = site.wait_until_ready()
        assert address.startswith("http://127.0.0.1:")
        assert get(address, "/healthz") == (200, b'{"status": "ok"}')
        assert get(address, "/")[0] == 200
        groups = site.groups()
        assert len(groups) == 1
        site.process.send_signal(number)
        status, output = site.end()
        assert status == 0, output
        assert "Traceback" not in output
        assert wait_until_empty(groups) == []


def test_an_open_connection_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    with start(tmp_path / "var") as site:
        address = site.wait_until_ready()
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as visitor:
            visitor.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            groups = site.groups()
            site.process.send_signal(signal.SIGTERM)
            assert site.end()[0] == 0
        assert wait_until_empty(groups) == []


def test_killing_it_takes_its_children_along(tmp_path: Path) -> None:
    with start(tmp_path / "var") as site:
        site.wait_until_ready()
        groups = site.groups()
        assert groups
        site.process.kill()
        site.process.wait()
        assert wait_until_empty(groups) == []


def test_a_child_that_dies_ends_it_with_a_sentence(tmp_path: Path) -> None:
    with start(tmp_path / "var") as site:
        site.wait_until_ready()
        [web] = site.groups()
        os.kill(web, signal.SIGKILL)
        status, output = site.end()
        assert status == 1
        assert "web stopped by itself (signal SIGKILL)" in output
        assert "Traceback" not in output


def test_a_port_in_use_gets_a_sentence_and_the_fix(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start(tmp_path / "var", PORT=str(port)) as site:
            status, output = site.end()
    assert status == 1
    assert f"Port {port} on 127.0.0.1 is in use." in output
    assert "PORT=" in output.split("in use.")[1]
    assert "Traceback" not in output
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("port", ["http", "-1", "65536", "８０"])
def test_a_port_that_is_none_gets_a_sentence(tmp_path: Path, port: str) -> None:
    with start(tmp_path / "var", PORT=port) as site:
        status, output = site.end()
    assert status == 1
    assert "PORT must be a number" in output
    assert "Traceback" not in output


def test_a_host_of_another_machine_gets_a_sentence(tmp_path: Path) -> None:
    with start(tmp_path / "var", HOST="192.0.2.1") as site:
        status, output = site.end()
    assert status == 1
    assert "192.0.2.1 is not an address this machine can listen on." in output
    assert "Traceback" not in output


def test_listening_everywhere_answers_only_known_names(tmp_path: Path) -> None:
    with start(tmp_path / "var", HOST="0.0.0.0", BRIKKS_ALLOWED_HOSTS="") as site:
        address = site.wait_until_ready()
        assert address.startswith("http://127.0.0.1:")
        connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"))
        connection.request("GET", "/", headers={"Host": "somewhere.example"})
        assert connection.getresponse().status == 400
        connection.close()
        site.process.send_signal(signal.SIGTERM)
        output = site.end()[1]
    assert "Refused a request for the name somewhere.example." in output
    assert "Traceback" not in output


@pytest.mark.parametrize(("path", "reason"), [("file", "it is not a folder"), ("file/var", "not a directory")])
def test_a_data_folder_that_cannot_be_made_gets_a_sentence(tmp_path: Path, path: str, reason: str) -> None:
    (tmp_path / "file").touch()
    with start(tmp_path / "var", BRIKKS_VAR=path) as site:
        status, output = site.end()
    assert status == 1
    assert output.startswith(f"The data folder {tmp_path / path} cannot be used: {reason}")
    assert output.count("\n") == 1


def test_a_data_folder_without_the_right_to_write_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(dir: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(dir / "tmp1234"))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(BootstrapError, match=f"{tmp_path} cannot be used: permission denied. Mend that"):
        make_data_folder(tmp_path)


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "brikks.sqlite3").mkdir()
    with pytest.raises(BootstrapError, match=r"is a directory \(.*/brikks\.sqlite3\)\."):
        make_data_folder(tmp_path)


@pytest.mark.parametrize(
    ("address", "names", "words"),
    [
        (Address("0.0.0.0", 8000), "", "    HOST=0.0.0.0 BRIKKS_ALLOWED_HOSTS=192.168.7.4 ./run\n"),
        (Address("::", 8080), "", "    HOST=:: PORT=8080 BRIKKS_ALLOWED_HOSTS=192.168.7.4 ./run\n"),
        (Address("0.0.0.0", 8000), "club.example", "by these names, on port 8000: club.example\n"),
    ],
)
def test_listening_everywhere_says_how_other_machines_get_in(
    capsys: pytest.CaptureFixture[str], address: Address, names: str, words: str
) -> None:
    announce(address, {"BRIKKS_ALLOWED_HOSTS": names})
    assert words in capsys.readouterr().out


def test_all_data_is_under_the_data_folder(tmp_path: Path) -> None:
    visible = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith((".", "__"))}
    folder = tmp_path / "deep" / "var"
    folder.parent.mkdir()
    with start(folder, DJANGO_SECRET_KEY="") as site:
        site.wait_until_ready()
        site.process.send_signal(signal.SIGTERM)
        assert site.end()[0] == 0
    assert {entry.name for entry in folder.iterdir()} >= {"brikks.sqlite3", "secret-key", "static"}
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [entry for entry in folder.iterdir() if stat.S_IMODE(entry.stat().st_mode) & 0o077] == []
    assert list(folder.parent.iterdir()) == [folder]
    after = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith((".", "__"))}
    assert "var" not in after - visible


def test_a_relative_data_folder_is_meant_from_where_the_user_stands(tmp_path: Path) -> None:
    with start(tmp_path / "unused", BRIKKS_VAR="mine") as site:
        site.wait_until_ready()
    assert (tmp_path / "mine" / "brikks.sqlite3").exists()


def test_a_second_start_keeps_the_secret_key(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with start(tmp_path / "var", DJANGO_SECRET_KEY="") as site:
            site.wait_until_ready()
        keys.append((tmp_path / "var" / "secret-key").read_text())
    assert keys[0] == keys[1]


def test_it_takes_no_arguments() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run"), "--lan"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "./run takes no arguments" in done.stderr


@pytest.mark.parametrize("argument", ["-h", "--help"])
def test_it_says_what_it_does_and_lists_its_variables(argument: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run"), argument], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    documented = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)
    assert re.findall(r"^  ([A-Z_]+) ", done.stdout, re.MULTILINE) == documented
