"""Make `.venv` hold exactly what a lock file pins, before anything outside the standard library is imported.

The scripts call `ensure` first. The work is skipped while the lock's stamp in `.venv` matches, so a normal
start touches no network. Old syntax only: an old Python must get as far as the sentence that refuses it.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
RUNTIME_LOCK = "requirements.txt"
DEVELOPMENT_LOCK = "requirements-dev.txt"
OLDEST_PYTHON = (3, 11)


class BootstrapError(Exception):
    """Something the person at the terminal has to mend; the message says how."""


def say(line: str) -> None:
    """Print a line at once, also into a pipe; where nothing can be told, as on a full disk, the work goes on."""
    with contextlib.suppress(OSError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def require_python(version: tuple[int, ...] = sys.version_info[:2]) -> None:
    """Refuse a Python that is too old."""
    if version < OLDEST_PYTHON:
        raise BootstrapError(
            f"Brikks Arena needs Python 3.11 or newer, but this is {version[0]}.{version[1]}. "
            f"If a newer one is installed, name it: python3.11 {sys.argv[0]}"
        )


class Environment:
    """The virtual environment of one checkout."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / "bin" / "python"
        self.stamp = self.folder / "installed-lock"

    def digest(self, lock: str) -> str:
        """What the stamp must say for this lock and this Python."""
        content = (self.root / lock).read_bytes()
        python = "{}.{}".format(*sys.version_info)
        return f"{lock} {python} {hashlib.sha256(content).hexdigest()}"

    def holds(self, lock: str) -> bool:
        """Whether everything in the lock is installed; the development lock includes the runtime one."""
        if not self.stamp.is_file() or not self.works():
            return False
        return self.stamp.read_text() in {self.digest(lock), self.digest(DEVELOPMENT_LOCK)}

    def works(self) -> bool:
        """Whether its Python starts and is the version that is running now."""
        probe = "import sys; print(*sys.version_info[:2])"
        answer = output_of([str(self.python), "-c", probe])
        return answer == "{} {}".format(*sys.version_info)

    def has_pip(self) -> bool:
        return output_of([str(self.python), "-m", "pip", "--version"]) is not None

    def make(self, uv: str | None) -> None:
        """Make it anew, from the Python that is running."""
        say(f"Making .venv with {'uv' if uv else 'venv'}.")
        if self.folder.is_symlink():
            self.folder.unlink()
        shutil.rmtree(self.folder, ignore_errors=True)
        # Started from inside .venv, sys.executable is the very file that was just removed.
        python = getattr(sys, "_base_executable", sys.executable)
        if uv:
            run([uv, "venv", "--quiet", "--python", python, str(self.folder)], "uv could not make .venv")
        else:
            require_venv_module()
            run([python, "-m", "venv", str(self.folder)], "Python could not make .venv")

    def install(self, lock: str, uv: str | None) -> None:
        """Install a lock and leave its stamp, which is only there after success."""
        with contextlib.suppress(FileNotFoundError):
            self.stamp.unlink()
        say(f"Installing {lock} with {'uv' if uv else 'pip (about a minute)'}.")
        installer = self.uv_install(uv) if uv else self.pip_install()
        run(
            [*installer, "--quiet", "--require-hashes", "-r", str(self.root / lock)],
            f"The packages of {lock} could not be installed. Is the network there?",
        )
        self.stamp.write_text(self.digest(lock))

    def uv_install(self, uv: str) -> list[str]:
        """As pip does, it compiles what it installs: otherwise each start may have to, which takes seconds."""
        return [uv, "pip", "install", "--compile-bytecode", "--python", str(self.python)]

    def pip_install(self) -> list[str]:
        return [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]


def output_of(command: Sequence[str]) -> str | None:
    """The trimmed output of a command, or None if it cannot run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def run(command: Sequence[str], failure: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a tool quietly and return what it said; when it fails, say what failed and show that."""
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        raise BootstrapError(f"{failure}\n\n{done.stdout.strip()}")
    return done.stdout


def find_uv() -> str | None:
    """A uv that really runs: a version manager may leave a stand-in that does not."""
    uv = shutil.which("uv")
    return uv if uv and output_of([uv, "--version"]) is not None else None


def require_venv_module() -> None:
    """Refuse a Python without venv, naming the Debian package this version needs."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    sudo = "" if os.geteuid() == 0 else "sudo "
    package = "python{}.{}-venv".format(*sys.version_info)
    raise BootstrapError(
        "This Python cannot make virtual environments: python3-venv is missing. On Debian and Ubuntu:\n\n"
        f"    {sudo}apt-get update && {sudo}apt-get install -y {package}\n\n"
        f"Then start {sys.argv[0]} again."
    )


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Hold the checkout's folder locked, so that two scripts started together install once."""
    folder = os.open(root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another script that is setting up .venv.")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def ensure(lock: str, root: Path = ROOT) -> Path:
    """Make sure the lock is installed and return the Python to use."""
    require_python()
    environment = Environment(root)
    if environment.holds(lock):
        return environment.python
    with only_one(root):
        if environment.holds(lock):
            return environment.python
        uv = find_uv()
        if not environment.works() or not (uv or environment.has_pip()):
            environment.make(uv)
        environment.install(lock, uv)
    return environment.python


def start(module: str) -> NoReturn:
    """Run a script's module as the program, turning what can go wrong into words and an exit status."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
    try:
        require_python()
        sys.exit(importlib.import_module(module).main(sys.argv[1:]))
    except BootstrapError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def leave(number: int, frame: object) -> NoReturn:
    """End as Ctrl-C does, by an exception, so that whatever is waited for is ended too."""
    sys.exit(128 + number)
