"""Making and filling `.venv`, with stand-ins for uv, venv and pip: nothing here touches the network."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from brikks_site import bootstrap
from brikks_site.bootstrap import DEVELOPMENT_LOCK, RUNTIME_LOCK, BootstrapError, Environment, ensure

ROOT = Path(__file__).resolve().parents[2]

FAKE_UV = """#!/bin/sh
echo "uv $*" >> "{log}"
for last in "$@"; do :; done
case "$1" in
  venv) mkdir -p "$last/bin" && ln -s "{python}" "$last/bin/python" ;;
  pip) [ ! -e "{log}.fail" ] || {{ echo "no such package: brick"; exit 2; }} ;;
esac
"""

FAKE_PYTHON = """#!/bin/sh
echo "python $*" >> "{log}"
for last in "$@"; do :; done
case "$*" in
  "-c "*) echo "{major} {minor}" ;;
  "-m venv "*) mkdir -p "$last/bin" && cp "$0" "$last/bin/python" ;;
  "-m pip install"*) [ ! -e "{log}.fail" ] || {{ echo "no such package: brick"; exit 2; }} ;;
esac
"""


class Machine:
    """A checkout with two locks and a PATH that holds only what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.path = folder / "path"
        self.log = folder / "log"
        for new in (self.root, self.path):
            new.mkdir()
        (self.root / RUNTIME_LOCK).write_text("django==5.2\n")
        (self.root / DEVELOPMENT_LOCK).write_text("django==5.2\npytest==9\n")
        self.environment = Environment(self.root)

    def add(self, name: str, script: str) -> Path:
        file = self.path / name
        major, minor = sys.version_info[:2]
        file.write_text(script.format(log=self.log, python=sys.executable, major=major, minor=minor))
        file.chmod(0o755)
        return file

    def calls(self, *words: str) -> list[str]:
        """What was called with all these words in it."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if all(word in line for word in words)]

    def forget_calls(self) -> None:
        self.log.unlink(missing_ok=True)

    def let_installing_fail(self, fail: bool = True) -> None:
        marker = Path(f"{self.log}.fail")
        marker.touch() if fail else marker.unlink()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine without uv; its shell's own tools stay reachable."""
    machine = Machine(tmp_path)
    for tool in ("sh", "mkdir", "ln", "cp"):
        (machine.path / tool).symlink_to(str(shutil.which(tool)))
    monkeypatch.setenv("PATH", str(machine.path))
    return machine


@pytest.fixture
def with_uv(machine: Machine) -> Machine:
    machine.add("uv", FAKE_UV)
    return machine


@pytest.fixture
def with_pip(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine whose Python makes environments with pip in them."""
    monkeypatch.setattr(sys, "_base_executable", str(machine.add("python", FAKE_PYTHON)))
    return machine


def test_uv_is_used_when_it_is_there(with_uv: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert ensure(RUNTIME_LOCK, with_uv.root) == with_uv.root / ".venv" / "bin" / "python"
    [install] = with_uv.calls("uv pip install")
    assert "--require-hashes" in install
    assert "--compile-bytecode" in install
    assert install.endswith(str(with_uv.root / RUNTIME_LOCK))
    assert capsys.readouterr().out.splitlines() == [
        "Making .venv with uv.",
        "Installing requirements.txt with uv.",
    ]


def test_pip_is_used_when_there_is_no_uv(with_pip: Machine) -> None:
    ensure(RUNTIME_LOCK, with_pip.root)
    assert with_pip.calls("-m venv")
    [install] = with_pip.calls("-m pip install")
    assert "--require-hashes" in install


def test_a_stand_in_for_uv_that_does_not_run_is_passed_over(with_pip: Machine) -> None:
    with_pip.add("uv", "#!/bin/sh\nexit 127\n")
    ensure(RUNTIME_LOCK, with_pip.root)
    assert with_pip.calls("-m pip install")


def test_nothing_is_done_while_the_stamp_matches(with_uv: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    ensure(RUNTIME_LOCK, with_uv.root)
    with_uv.forget_calls()
    capsys.readouterr()
    ensure(RUNTIME_LOCK, with_uv.root)
    assert with_uv.calls() == []
    assert capsys.readouterr().out == ""


def test_a_changed_lock_is_installed_into_the_same_environment(with_uv: Machine) -> None:
    ensure(RUNTIME_LOCK, with_uv.root)
    with_uv.forget_calls()
    (with_uv.root / RUNTIME_LOCK).write_text("django==5.2.1\n")
    ensure(RUNTIME_LOCK, with_uv.root)
    assert with_uv.calls("uv pip install")
    assert not with_uv.calls("uv venv")


def test_the_development_lock_is_enough_to_run_but_not_the_other_way_round(with_uv: Machine) -> None:
    ensure(DEVELOPMENT_LOCK, with_uv.root)
    with_uv.forget_calls()
    ensure(RUNTIME_LOCK, with_uv.root)
    assert with_uv.calls() == []
    with_uv.environment.stamp.unlink()
    ensure(RUNTIME_LOCK, with_uv.root)
    ensure(DEVELOPMENT_LOCK, with_uv.root)
    assert len(with_uv.calls("uv pip install")) == 2


def test_another_python_makes_another_stamp(with_uv: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    before = with_uv.environment.digest(RUNTIME_LOCK)
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert with_uv.environment.digest(RUNTIME_LOCK) != before


def test_a_broken_environment_is_made_again(with_uv: Machine) -> None:
    ensure(RUNTIME_LOCK, with_uv.root)
    with_uv.forget_calls()
    with_uv.environment.python.unlink()
    with_uv.environment.python.symlink_to(with_uv.root / "gone")
    ensure(RUNTIME_LOCK, with_uv.root)
    assert with_uv.calls("uv venv")
    assert with_uv.environment.works()


def test_an_environment_without_pip_is_made_again_when_uv_has_gone(
    with_pip: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = with_pip.environment.python
    python.parent.mkdir(parents=True)
    without_pip = '#!/bin/sh\ncase "$*" in "-c "*) echo "{major} {minor}" ;; *) exit 1 ;; esac\n'
    with_pip.add("without-pip", without_pip).rename(python)
    ensure(RUNTIME_LOCK, with_pip.root)
    assert with_pip.calls("-m venv")
    assert with_pip.environment.holds(RUNTIME_LOCK)


@pytest.mark.parametrize("tool", ["with_uv", "with_pip"])
def test_a_failed_install_says_so_shows_the_tool_and_leaves_no_stamp(tool: str, request: pytest.FixtureRequest) -> None:
    machine: Machine = request.getfixturevalue(tool)
    machine.let_installing_fail()
    with pytest.raises(BootstrapError, match=r"requirements.txt could not be installed") as refusal:
        ensure(RUNTIME_LOCK, machine.root)
    assert "no such package: brick" in str(refusal.value)
    assert not machine.environment.stamp.exists()
    machine.let_installing_fail(False)
    ensure(RUNTIME_LOCK, machine.root)
    assert machine.environment.holds(RUNTIME_LOCK)


@pytest.mark.parametrize(("user", "sudo"), [(0, ""), (1000, "sudo ")])
def test_a_missing_venv_package_gets_the_command_that_installs_it(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, user: int, sudo: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else name)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    with pytest.raises(BootstrapError) as refusal:
        ensure(RUNTIME_LOCK, machine.root)
    version = "{}.{}".format(*sys.version_info)
    assert f"    {sudo}apt-get update && {sudo}apt-get install -y python{version}-venv\n" in str(refusal.value)
    assert not machine.environment.stamp.exists()


def test_two_scripts_at_once_install_once(with_uv: Machine) -> None:
    code = f"from brikks_site.bootstrap import *; ensure({RUNTIME_LOCK!r}, Path({str(with_uv.root)!r}))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    both = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(4)]
    assert [process.wait() for process in both] == [0, 0, 0, 0]
    assert len(with_uv.calls("uv venv")) == 1
    assert len(with_uv.calls("uv pip install")) == 1


def test_an_old_python_is_refused_in_words() -> None:
    with pytest.raises(BootstrapError, match=r"needs Python 3.11 or newer, but this is 3.9"):
        bootstrap.require_python((3, 9))
    bootstrap.require_python((3, 11))
    bootstrap.require_python((4, 0))


@pytest.mark.parametrize(
    "file", ["run", "test", "check", "bench", "brikks_site/bootstrap.py", "brikks_site/__init__.py"]
)
def test_an_old_python_gets_far_enough_to_be_refused(file: str) -> None:
    ast.parse((ROOT / file).read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize("script", ["run", "test", "check", "bench"])
def test_every_script_can_be_started_by_its_name(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert (ROOT / script).read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")


def test_a_line_that_cannot_be_told_stops_nothing() -> None:
    """As where the output goes to a file on a full disk."""
    said = "from brikks_site.bootstrap import say; say('Starting.'); import os; os._exit(7)"
    with Path("/dev/full").open("w") as full:
        assert subprocess.run([sys.executable, "-c", said], cwd=ROOT, stdout=full, check=False).returncode == 7
