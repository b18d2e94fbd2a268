"""`./test`: what it hands to pytest."""

import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from brikks_site.bootstrap import BootstrapError
from brikks_site.scripts import test, tools


class Call:
    """The calls of pytest: the last one, and the commands of all."""

    command: Sequence[str] = ()
    environment: Mapping[str, str] = {}
    in_browser: Mapping[str, str] = {}
    folder_existed = False

    def __init__(self) -> None:
        self.commands: list[Sequence[str]] = []
        self.statuses: list[int] = []
        """What they end with, in the order in which that is told; 1 when there is no more."""
        self.shown = 0
        """How often the browser's was asked for."""

    def show(self) -> int:
        """What the one in the background ends with."""
        self.shown += 1
        return self.statuses.pop(0) if self.statuses else 1


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    call = Call()

    def run(command: Sequence[str], environment: Mapping[str, str]) -> int:
        call.commands.append(command)
        call.command, call.environment = command, dict(environment)
        call.folder_existed = Path(environment["BRIKKS_VAR"]).is_dir()
        return call.statuses.pop(0) if call.statuses else 1

    @contextmanager
    def run_meanwhile(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Call]:
        call.commands.append(command)
        call.in_browser = dict(environment)
        yield call

    for name in ("BRIKKS_FULL", "DATABASE_URL", "REDIS_URL", "REQUIRE_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(test, "ensure", lambda lock: Path("python"))
    monkeypatch.setattr(test, "run_in_foreground", run)
    monkeypatch.setattr(test, "run_in_background", run_meanwhile)
    monkeypatch.setattr(test, "find_browser", lambda: "chromium")
    return call


def test_arguments_and_exit_status_are_passed_on(call: Call) -> None:
    call.statuses = [4]
    assert test.main(["tests/web", "-k", "home"]) == 4
    assert call.command[-4:] == ["-k", "home", "tests/web", "--ignore=tests/e2e"]
    assert "BRIKKS_FULL" not in call.environment


def test_slow_tests_and_the_browser_are_left_out(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    call.statuses = [0]
    assert test.main(["-k", "home"]) == 0
    assert len(call.commands) == 1
    assert call.command[-5:] == ["-m", "not slow", "-k", "home", "--ignore=tests/e2e"]
    output = capsys.readouterr().out
    assert "Left out: slow tests" in output
    assert "./test --all runs them" in output
    assert "Left out: browser tests" in output


@pytest.mark.parametrize("argument", ["--all", "--full", "tests", "tests/web", "tests/test_layers.py"])
def test_with_all_and_in_what_is_named_the_slow_ones_run(
    call: Call, argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    test.main([argument])
    assert "not slow" not in call.command
    assert "--all" not in call.command
    assert "Left out: slow tests" not in capsys.readouterr().out


def test_another_choice_by_markers_is_not_restricted(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    test.main(["-m", "slow"])
    assert call.command[-3:] == ["-m", "slow", "--ignore=tests/e2e"]
    assert "not slow" not in call.command
    assert "Left out: slow tests" not in capsys.readouterr().out


def test_the_slowest_are_told_in_the_end_unless_something_else_is_asked(call: Call) -> None:
    test.main(["--all", "--durations=50"])
    for command in call.commands:
        told = [argument for argument in command if argument.startswith("--durations")]
        assert told == ["--durations=10", "--durations-min=1", "--durations=50"]


def test_the_browser_has_a_process_of_its_own(call: Call) -> None:
    test.main(["--all", "-x"])
    browser, ordinary = call.commands
    assert "worksteal" in ordinary
    assert ordinary[-2:] == ["-x", "--ignore=tests/e2e"]
    assert browser[-9:-2] == ["pytest", "-n", "2", "--dist", "loadfile", *test.SLOWEST]
    assert browser[-2:] == ["-x", "tests/e2e"]
    assert call.in_browser["DJANGO_ALLOW_ASYNC_UNSAFE"] == "1"
    assert "DJANGO_ALLOW_ASYNC_UNSAFE" not in call.environment
    assert Path(call.in_browser["BRIKKS_VAR"]).parent == Path(call.environment["BRIKKS_VAR"])


def test_the_browser_alone_has_the_terminal(call: Call) -> None:
    test.main(["tests/e2e"])
    assert [command[-1] for command in call.commands] == ["tests/e2e"]
    assert call.environment["DJANGO_ALLOW_ASYNC_UNSAFE"] == "1"
    assert call.shown == 0


def test_what_runs_in_the_background_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    speak = [sys.executable, "-c", "print('one', flush=True); import time; time.sleep(0.5); print('two'); exit(7)"]
    with tools.run_in_background(speak, {}) as tool:
        assert tool.show() == 7
    assert capsys.readouterr().out == "one\ntwo\n"


def test_what_runs_in_the_background_is_asked_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "GRACE_SECONDS", 0)
    wait = "import signal, time; signal.signal(signal.SIGINT, signal.default_int_handler); print(1); time.sleep(600)"
    with tools.run_in_background([sys.executable, "-uc", wait], {}) as tool:
        while not tool._output.read():
            time.sleep(0.05)
    assert tool._process.returncode == -signal.SIGINT
    with pytest.raises(ZeroDivisionError), tools.run_in_background([sys.executable, "-c", wait], {}) as tool:
        raise ZeroDivisionError
    assert tool._process.returncode == -signal.SIGTERM


@pytest.mark.parametrize(
    ("arguments", "ordinary", "browser"),
    [
        (["tests/web"], ["tests/web", "--ignore=tests/e2e"], None),
        (["tests/e2e", "-q"], None, ["-q", "tests/e2e"]),
        (["tests/e2e/conftest.py::x"], None, ["tests/e2e/conftest.py::x"]),
        (["tests"], ["tests", "--ignore=tests/e2e"], ["tests/e2e"]),
        (["tests/web", "tests/e2e"], ["tests/web", "--ignore=tests/e2e"], ["tests/e2e"]),
    ],
)
def test_what_names_tests_goes_to_where_they_run(
    arguments: list[str], ordinary: list[str] | None, browser: list[str] | None
) -> None:
    assert test.split(arguments, services=False) == (ordinary, browser)


@pytest.mark.parametrize(
    ("statuses", "status", "shown"),
    [([0, 0], 0, 1), ([0, 5], 0, 1), ([5, 0], 0, 1), ([5, 5], 5, 1), ([1, 0], 1, 1), ([0, 1], 1, 1), ([2], 2, 0)],
)
def test_both_must_pass_and_one_may_find_nothing(call: Call, statuses: list[int], status: int, shown: int) -> None:
    call.statuses = list(statuses)
    assert test.main(["--all"]) == status
    assert len(call.commands) == 2
    assert call.shown == shown


def test_without_a_browser_it_says_so(
    call: Call, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(test, "find_browser", lambda: None)
    test.main(["--all"])
    assert "Left out: browser tests, because there is no browser on the PATH" in capsys.readouterr().out


def test_a_browser_that_is_required_must_be_there(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test, "find_browser", lambda: None)
    monkeypatch.setenv("REQUIRE_BROWSER", "1")
    with pytest.raises(BootstrapError, match=r"^REQUIRE_BROWSER is set, but there is no browser"):
        test.main(["--all"])
    assert call.commands == []


def test_full_is_for_the_tests_not_for_pytest(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    test.main(["--full", "-x"])
    assert call.environment["BRIKKS_FULL"] == "1"
    assert "--full" not in call.command
    assert "large size" in capsys.readouterr().out


def test_it_says_what_it_leaves_out(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    test.main(["tests/web"])
    output = capsys.readouterr().out
    assert "Database: SQLite. Broker: a folder.\n" in output
    assert "./test --full" in output
    assert "Left out: browser tests (./test tests/e2e or ./test --all runs them)." in output


def test_the_tests_get_a_data_folder_that_goes_away(call: Call) -> None:
    test.main([])
    assert call.folder_existed
    assert not Path(call.environment["BRIKKS_VAR"]).exists()


def test_what_is_compiled_once_is_kept(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    test.main([])
    assert "PYTHONDONTWRITEBYTECODE" not in call.environment


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test, "silent_service", lambda environment, *variables: None)


@pytest.mark.usefixtures("answering")
def test_services_are_local_unless_they_are_named(
    call: Call, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://club.example/7")
    test.main(["--services", "tests/web"])
    assert call.environment["DATABASE_URL"] == "postgres://postgres@127.0.0.1:5432/brikks"
    assert call.environment["REDIS_URL"] == "redis://club.example/7"
    assert call.command[-2] == "tests/web"
    assert "--services" not in call.command
    assert "Database: PostgreSQL. Broker: Redis.\n" in capsys.readouterr().out


@pytest.mark.usefixtures("answering")
def test_services_alone_run_the_tests_that_use_them(call: Call) -> None:
    test.main(["--services", "-k", "home"])
    left_out = [f"--ignore={name}" for name in test.WITHOUT_SERVICES]
    assert call.command[-len(left_out) - 6 :] == ["-k", "home", *left_out, *test.USING_SERVICES]
    assert all(Path(name).exists() for name in (*test.USING_SERVICES, *test.WITHOUT_SERVICES))


def test_no_folder_that_is_left_out_with_services_touches_a_database() -> None:
    folders = [Path(name) for name in test.WITHOUT_SERVICES if Path(name).is_dir()]
    assert folders
    assert [str(file) for folder in folders for file in folder.rglob("*.py") if "django_db" in file.read_text()] == []


def test_services_that_are_not_there_get_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:my-secret@127.0.0.1:1/brikks")
    with pytest.raises(
        BootstrapError, match=r"^\./test --services needs PostgreSQL and Redis\. Nothing answers at 127"
    ):
        test.main(["--services"])
    assert call.command == ()
