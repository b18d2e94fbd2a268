"""`./run` as a person uses it: a real process on a free port, with a data folder of its own."""

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
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from brikks_site.bootstrap import BootstrapError
from brikks_site.scripts.run import Address, announce, make_data_folder
from tests.databases import IS_EMBEDDED, own_database, same_everywhere
from tests.prepared import lay_out
from tests.scripts.processes import wait_until_empty
from tests.sites import ROOT, Site, get, start, start_again

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"), pytest.mark.slow]

QUIET = [
    "Preparing the database and static files in {folder}.",
    "Starting web, worker and beat.",
    "Brikks Arena is ready: {address}",
    "Press Ctrl-C to stop.",
    "Stopping.",
]
"""All that a start and a stop may say, apart from what Celery says when it is asked to stop."""
Begin = Callable[[Path], AbstractContextManager[Site]]
CELERY_STOPS = "worker: Warm shutdown (MainProcess)"
OWNER = "Nobody owns this site yet. Whoever opens this link first will: "


@pytest.mark.parametrize(
    ("begin", "number"),
    [
        (start, signal.SIGINT),
        (start_again, signal.SIGTERM),
        pytest.param(start_again, signal.SIGHUP, marks=same_everywhere),
    ],
)
def test_it_serves_and_stops_cleanly(tmp_path: Path, begin: Begin, number: signal.Signals) -> None:
    with begin(tmp_path / "var") as site:
        address = site.wait_until_ready()
        assert address.startswith("http://127.0.0.1:")
        assert get(address, "/healthz") == (200, b'{"status": "ok"}')
        assert get(address, "/")[0] == 200
        groups = site.groups()
        assert len(groups) == 3
        site.process.send_signal(number)
        status, output = site.end()
        assert status == 0, output
        said = [line for line in output.splitlines() if line and line != CELERY_STOPS]
        assert [line.startswith(OWNER) for line in said].count(True) == 1
        said = [line for line in said if not line.startswith(OWNER)]
        assert said == [line.format(folder=tmp_path / "var", address=address) for line in QUIET]
        assert wait_until_empty(groups) == []


@same_everywhere
def test_an_open_connection_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    with start_again(tmp_path / "var") as site:
        address = site.wait_until_ready()
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as visitor:
            visitor.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            groups = site.groups()
            site.process.send_signal(signal.SIGTERM)
            assert site.end()[0] == 0
        assert wait_until_empty(groups) == []


def test_killing_it_takes_its_children_along(tmp_path: Path) -> None:
    with start_again(tmp_path / "var") as site:
        site.wait_until_ready()
        groups = site.groups()
        assert len(groups) == 3
        site.process.kill()
        site.process.wait()
        assert wait_until_empty(groups) == []


def test_programs_that_die_are_started_again_and_nobody_is_turned_away(tmp_path: Path) -> None:
    with start_again(tmp_path / "var") as site:
        address = site.wait_until_ready()
        everything = site.groups()
        for name in ("web", "worker", "beat"):
            before = site.wait_until_all_run()
            os.kill(before[name], signal.SIGKILL)
            assert get(address, "/healthz")[0] == 200
            assert site.wait_for(name) == f"{name} stopped by itself (signal SIGKILL); starting it again.\n"
            after = site.wait_until_all_run()
            assert {other for other in before if before[other] != after[other]} == {name}
            everything |= set(after.values())
        site.process.send_signal(signal.SIGTERM)
        status, output = site.end()
        assert status == 0
        assert "Traceback" not in output
        assert wait_until_empty(everything) == []


def test_a_site_whose_log_is_not_protected_does_not_go_on(tmp_path: Path) -> None:
    refusing = {f"{name} stopped by itself (exit status 1)" for name in ("web", "worker")}
    with own_database(is_prepared=True) as database, start_again(tmp_path / "var", **database) as site:
        site.wait_until_ready()
        lift_a_guard({**os.environ, "BRIKKS_VAR": str(tmp_path / "var"), **database})
        programs = site.programs()
        for name in ("web", "worker"):
            os.kill(programs[name], signal.SIGKILL)
        while refusing:
            line = site.wait_for(*refusing)
            refusing -= {beginning for beginning in refusing if line.startswith(beginning)}
    assert any(line.startswith("The log is not protected") for line in site.output)


def lift_a_guard(environment: dict[str, str]) -> None:
    """Drop a guard as somebody would who is not the site."""
    drop = "DROP TRIGGER games_event_no_update" + ("" if IS_EMBEDDED else " ON games_event")
    code = f"import django; django.setup(); from django.db import connection; connection.cursor().execute({drop!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)


@pytest.mark.parametrize(
    ("variable", "url", "words"),
    [
        ("DATABASE_URL", "mysql://me:my-secret@localhost/brikks", "must begin with postgres:// or postgresql://"),
        ("DATABASE_URL", "postgres://me:my-secret@localhost", "must name a database"),
        ("DATABASE_URL", "postgres://me:my-secret/@localhost/brikks", "percent-encoded"),
        ("REDIS_URL", "amqp://me:my-secret@localhost", "must begin with redis://"),
    ],
)
def test_an_address_that_cannot_be_meant_gets_a_sentence(tmp_path: Path, variable: str, url: str, words: str) -> None:
    with start(tmp_path / "var", **{"DATABASE_URL": "", variable: url}) as site:
        status, output = site.end()
    assert status == 1
    assert output.startswith(variable)
    assert words in output
    assert output.count("\n") == 1
    assert "my-secret" not in output
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize(
    ("variable", "scheme", "words"),
    [
        ("DATABASE_URL", "postgres", "The database cannot be used: "),
        ("REDIS_URL", "redis", "The Redis of REDIS_URL does not answer: "),
    ],
)
def test_a_service_that_does_not_answer_gets_a_sentence(tmp_path: Path, variable: str, scheme: str, words: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    url = f"{scheme}://me:my-secret@127.0.0.1:{port}/1"
    with start(tmp_path / "var", **{"DATABASE_URL": "", variable: url}) as site:
        status, output = site.end()
    assert status == 1
    assert words in output
    assert "my-secret" not in output
    assert "Traceback" not in output


@same_everywhere
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


@same_everywhere
@pytest.mark.parametrize("port", ["http", "-1", "65536", "８０"])
def test_a_port_that_is_none_gets_a_sentence(tmp_path: Path, port: str) -> None:
    with start(tmp_path / "var", PORT=port) as site:
        status, output = site.end()
    assert status == 1
    assert "PORT must be a number" in output
    assert "Traceback" not in output


@same_everywhere
def test_a_host_of_another_machine_gets_a_sentence(tmp_path: Path) -> None:
    with start(tmp_path / "var", HOST="192.0.2.1") as site:
        status, output = site.end()
    assert status == 1
    assert "192.0.2.1 is not an address this machine can listen on." in output
    assert "Traceback" not in output


@same_everywhere
def test_listening_everywhere_answers_only_known_names(tmp_path: Path) -> None:
    with start_again(tmp_path / "var", HOST="0.0.0.0", BRIKKS_ALLOWED_HOSTS="") as site:
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


@same_everywhere
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
    announce(address, {"BRIKKS_ALLOWED_HOSTS": names}, address.url, "")
    assert words in capsys.readouterr().out


def test_all_data_is_under_the_data_folder(tmp_path: Path) -> None:
    visible = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith((".", "__"))}
    folder = tmp_path / "deep" / "var"
    folder.parent.mkdir()
    with start(folder, DJANGO_SECRET_KEY="") as site:
        site.wait_until_ready()
        site.process.send_signal(signal.SIGTERM)
        assert site.end()[0] == 0
    kept = {entry.name for entry in folder.iterdir()}
    assert kept >= {"secret-key", "static"}
    assert ("brikks.sqlite3" in kept) == IS_EMBEDDED
    assert ("broker" in kept) == (not os.environ.get("REDIS_URL"))
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [entry for entry in folder.iterdir() if stat.S_IMODE(entry.stat().st_mode) & 0o077] == []
    assert list(folder.parent.iterdir()) == [folder]
    after = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith((".", "__"))}
    assert "var" not in after - visible


@same_everywhere
def test_a_relative_data_folder_is_meant_from_where_the_user_stands(tmp_path: Path) -> None:
    lay_out(tmp_path / "mine")
    with start(tmp_path / "unused", BRIKKS_VAR="mine", DJANGO_SECRET_KEY="") as site:
        site.wait_until_ready()
    assert (tmp_path / "mine" / "secret-key").exists()
    assert not (tmp_path / "unused").exists()


@same_everywhere
def test_a_second_start_keeps_the_secret_key(tmp_path: Path) -> None:
    keys = []
    for begin in (start_again, start):
        with begin(tmp_path / "var", DJANGO_SECRET_KEY="") as site:
            site.wait_until_ready()
        keys.append((tmp_path / "var" / "secret-key").read_text())
    assert keys[0] == keys[1]


@pytest.mark.parametrize("arguments", [["--wan"], ["--lan", "--lan"], ["--lan", "--demo"], ["8000"]])
def test_it_takes_no_other_arguments(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run"), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "./run takes no argument but --lan or --demo;" in done.stderr


def test_as_long_as_nobody_owns_the_site_a_start_prints_the_link_for_the_owner(tmp_path: Path) -> None:
    with start_again(tmp_path / "var") as site:
        address = site.wait_until_ready()
        link = site.wait_for(OWNER).removeprefix(OWNER).strip()
        assert link.startswith(address)
        assert get(address, link.removeprefix(address.rstrip("/")))[0] == 200


@pytest.mark.parametrize("argument", ["-h", "--help"])
def test_it_says_what_it_does_and_lists_its_variables(argument: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run"), argument], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    documented = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)
    assert re.findall(r"^  ([A-Z_]+)(?: |$)", done.stdout, re.MULTILINE) == documented
