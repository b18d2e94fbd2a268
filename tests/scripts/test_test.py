"""`./test`: what it hands to pytest."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from brikks_site import testing


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

    monkeypatch.delenv("BRIKKS_FULL", raising=False)
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
    assert "./test --full" in output
    assert "browser tests" in output


def test_the_tests_get_a_data_folder_that_goes_away(call: Call) -> None:
    testing.main([])
    assert call.folder_existed
    assert not Path(call.environment["BRIKKS_VAR"]).exists()
