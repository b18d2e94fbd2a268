"""`./check`: its own checks, and that it hands on what its tools find."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.template import TemplateSyntaxError

from brikks_site.management.commands import checktemplates
from brikks_site.scripts import check
from brikks_site.scripts.check import Check
from brikks_site.scripts.index_hosts import files_naming, problems_in_lock

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://index.example/simple",
        "--extra-index-url https://index.example/simple",
        "--find-links /srv/wheels",
        "django @ https://index.example/django.whl",
        "#    uv pip compile /home/someone/requirements.in",
        "brick @ file:wheels/brick.whl",
    ],
)
def test_an_address_or_path_in_a_lock_is_found(tmp_path: Path, line: str) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text(f"django==5.2 \\\n    --hash=sha256:abc\n{line}\n")
    assert list(problems_in_lock(lock)) == [f"requirements.txt:3: {line}"]


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_our_locks_hold_hashes_and_no_address(lock: str) -> None:
    assert list(problems_in_lock(ROOT / lock)) == []
    text = (ROOT / lock).read_text()
    pins = [line for line in text.splitlines() if "==" in line and not line.startswith((" ", "#"))]
    assert pins
    assert all(line.endswith("\\") for line in pins)
    assert text.count("--hash=sha256:") >= len(pins)


def test_the_development_lock_includes_the_runtime_lock() -> None:
    def pins(lock: str) -> set[str]:
        return {line for line in (ROOT / lock).read_text().splitlines() if line[:1].isalpha()}

    assert pins("requirements.txt") < pins("requirements-dev.txt")


def test_a_file_that_names_a_package_host_is_found() -> None:
    readme = ROOT / "README.md"
    assert list(files_naming(["no-such-host.example"], [readme])) == []
    assert list(files_naming(["Brikks"], [readme])) == ["README.md names the package host Brikks"]


def test_every_template_is_known_and_compiles() -> None:
    names = checktemplates.template_names()
    assert {
        "base.html",
        "404.html",
        "500.html",
        "games/presenters/brikks/rules/rules.html",
        "brikks_site/home.html",
    } <= set(names)
    call_command("checktemplates", verbosity=0)


def test_a_broken_template_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_it(name: str) -> None:
        raise TemplateSyntaxError("no such tag")

    monkeypatch.setattr(checktemplates, "get_template", break_it)
    with pytest.raises(CommandError, match=r"base\.html: no such tag"):
        call_command("checktemplates")


def test_every_check_runs_and_one_failure_fails_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [
        Check("first", ["-c", "print('broken brick'); raise SystemExit(3)"]),
        Check("second", ["-c", "print('quiet')"]),
    ]
    monkeypatch.setattr(check, "ensure", lambda lock: Path(sys.executable))
    monkeypatch.setattr(check, "checks", lambda fix: commands)
    assert check.main([]) == 1
    output = capsys.readouterr().out
    assert "FAILED  first" in output
    assert "broken brick" in output
    assert "ok      second" in output
    assert "quiet" not in output
    assert check.main(["--fix"]) == 1
    commands.pop(0)
    assert check.main([]) == 0


@pytest.mark.parametrize("argument", ["-h", "--help"])
def test_it_says_what_it_does(capsys: pytest.CaptureFixture[str], argument: str) -> None:
    assert check.main([argument]) == 0
    assert "--fix" in capsys.readouterr().out


def test_an_unknown_argument_is_refused_in_words() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "check"), "-x"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "./check takes no argument but --fix.\n"
