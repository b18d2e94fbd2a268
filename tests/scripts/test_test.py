"""`./test`: what it hands to pytest."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from brikks_site import testing
from brikks_site.bootstrap import BootstrapError


class Call:
    """The one call of pytest."""

    command: Sequence[str] = ()
    environment: Mapping[str, str] = {}
    folder_existed = False


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    call = Call()

    def run(command: Sequence[str], environment: Mapping[str, str]) -> int:
        call.command, call.environment = command, dict(environment)
        call.folder_existed = Path(environment["BRIKKS_VAR"]).is_dir()
        return 5

    for name in ("BRIKKS_FULL", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(testing, "ensure", lambda lock: Path("python"))
    monkeypatch.setattr(testing, "run_in_foreground", run)
    return call


def test_arguments_and_exit_status_are_passed_on(call: Call) -> None:
    assert testing.main(["tests/web", "-k", "home"]) == 5
    assert call.command[-3:] == ["tests/web", "-k", "home"]
    assert "BRIKKS_FULL" not in call.environment


def test_full_is_for_the_tests_not_for_pytest(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    testing.main(["--full", "-x"])
    assert call.environment["BRIKKS_FULL"] == "1"
    assert "--full" not in call.command
    assert "large size" in capsys.readouterr().out


def test_it_says_what_it_leaves_out(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    testing.main([])
    output = capsys.readouterr().out
    assert "Database: SQLite. Broker: a folder.\n" in output
    assert "./test --full" in output
    assert "browser tests" in output


def test_the_tests_get_a_data_folder_that_goes_away(call: Call) -> None:
    testing.main([])
    assert call.folder_existed
    assert not Path(call.environment["BRIKKS_VAR"]).exists()


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "silent_service", lambda environment, *variables: None)


@pytest.mark.usefixtures("answering")
def test_services_are_local_unless_they_are_named(
    call: Call, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://club.example/7")
    testing.main(["--services", "tests/web"])
    assert call.environment["DATABASE_URL"] == "postgres://postgres@127.0.0.1:5432/brikks"
    assert call.environment["REDIS_URL"] == "redis://club.example/7"
    assert call.command[-1] == "tests/web"
    assert "--services" not in call.command
    assert "Database: PostgreSQL. Broker: Redis.\n" in capsys.readouterr().out


@pytest.mark.usefixtures("answering")
def test_services_alone_run_the_tests_that_use_them(call: Call) -> None:
    testing.main(["--services", "-k", "home"])
    assert call.command[-6:] == ["-k", "home", *testing.USING_SERVICES]
    assert all(Path(name).exists() for name in testing.USING_SERVICES)


def test_services_that_are_not_there_get_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:my-secret@127.0.0.1:1/brikks")
    with pytest.raises(
        BootstrapError, match=r"^\./test --services needs PostgreSQL and Redis\. Nothing answers at 127"
    ):
        testing.main(["--services"])
    assert call.command == ()
