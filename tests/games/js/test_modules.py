"""The parts of the browser's modules that need no browser, by node's own test runner where there is one."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MODULES = Path("games/static/games/js")
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="There is no node to run modules with.")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Modules and tests where a note tells node, old ones too, that `.js` means a module."""
    root = tmp_path_factory.mktemp("modules")
    (root / "package.json").write_text('{"type": "module"}')
    for folder in (MODULES, HERE.relative_to(ROOT)):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def run_node(*arguments: str | Path) -> str:
    done = subprocess.run([str(NODE), *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_what_needs_no_browser(copies: Path, name: str) -> None:
    said = run_node("--test", "--test-reporter=tap", copies / HERE.relative_to(ROOT) / name)
    assert "# fail 0" in said
    assert "# pass 0" not in said


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(ROOT / MODULES).as_posix() for path in (ROOT / MODULES).rglob("*.js"))
)
def test_every_module_can_be_parsed(copies: Path, name: str) -> None:
    run_node("--check", copies / MODULES / name)
