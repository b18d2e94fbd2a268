"""What is in deploy/: every file fits the others, the settings and the page for operators."""

import ast
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from brikks_site.scripts.supervisor import WORKER_THREADS, beat, worker

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
OF_OTHERS = {"FORWARDED_ALLOW_IPS", "PYTHONUNBUFFERED", "OWNER_PASSWORD", "APP_PASSWORD"}
OF_OTHERS |= {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB", "PGHOST", "PGUSER", "PGPASSWORD", "PGDATABASE"}
"""Variables that uvicorn, Python, PostgreSQL and the compose file itself read."""
NOT_FOR_OPERATORS = {"BRIKKS_FULL", "DJANGO_ALLOW_ASYNC_UNSAFE", "DJANGO_SETTINGS_MODULE"}
VARIABLE = re.compile(r"(?:BRIKKS|DJANGO)_[A-Z_]*[A-Z]|[A-Z]+_URL|HOST|PORT")


def variables_in_code() -> set[str]:
    """Every word in the code of the site that can only be a variable of the environment."""
    found = set()
    for package in ("brikks_site", "games", "tournaments"):
        for file in (ROOT / package).rglob("*.py"):
            texts = (node.value for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Constant))
            found |= {text for text in texts if isinstance(text, str) and VARIABLE.fullmatch(text)}
    return found - NOT_FOR_OPERATORS - {"STATIC_URL", "LOGIN_URL"}


def documented() -> list[str]:
    return re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)


def test_every_variable_of_the_code_is_documented_and_the_other_way_round() -> None:
    assert sorted(documented()) == sorted(variables_in_code())


@pytest.mark.parametrize("file", [file for file in DEPLOY.rglob("*") if file.is_file()], ids=lambda file: file.name)
def test_deploy_names_no_variable_that_nobody_knows(file: Path) -> None:
    assigned = set(re.findall(r"^([A-Z][A-Z_]+)=", file.read_text(), re.MULTILINE))
    used = {name for name in re.findall(r"\b[A-Z][A-Z_]+\b", file.read_text()) if VARIABLE.fullmatch(name)}
    assert (assigned | used) <= {*documented(), *OF_OTHERS, "OWNER_URL"}


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_the_compose_file_has_every_part_and_knows_every_variable() -> None:
    services = compose()["services"]
    assert {"web", "worker", "beat", "db", "redis", "proxy"} <= set(services)
    for name, service in services.items():
        assert set(service.get("environment", {})) <= {*documented(), *OF_OTHERS}, name
        for needed in service.get("depends_on", ()):
            assert needed in services
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in compose()["volumes"] or (DEPLOY / source).is_file(), volume
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_only_migrations_are_given_the_role_that_owns_the_tables() -> None:
    services = compose()["services"]
    urls = {name: str(service.get("environment", {}).get("DATABASE_URL", "")) for name, service in services.items()}
    assert {name for name, url in urls.items() if "brikks_owner" in url} == {"migrate"}
    assert {name for name, url in urls.items() if "brikks_app" in url} == {"prepare", "web", "worker", "beat"}


def test_what_the_compose_file_asks_for_is_in_its_example() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+):\?\}", (DEPLOY / "compose.yaml").read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "compose.env.example").read_text(), re.MULTILINE))
    assert asked == given


def test_the_image_holds_every_package_of_the_site_and_nothing_more() -> None:
    copied = set(re.findall(r"^COPY (\S+) ", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE))
    packages = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").is_file()}
    assert copied == {"requirements.txt", "manage.py", "locale", *packages} - {"tests", "benchmarks"}
    taken = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {line[1:] for line in taken if line.startswith("!")} == copied


def command_of(unit: str) -> list[str]:
    [line] = re.findall(r"^ExecStart=(.+)$", (DEPLOY / "systemd" / unit).read_text(), re.MULTILINE)
    return shlex.split(line)


@pytest.mark.parametrize(("program", "unit"), [(worker, "brikks-worker.service"), (beat, "brikks-beat.service")])
def test_units_start_the_programs_as_run_does(program: Any, unit: str) -> None:
    assert command_of(unit) == [str(word) for word in program(Path("/opt/brikks/.venv/bin/python")).command]
    in_compose = compose()["services"][unit.removeprefix("brikks-").removesuffix(".service")]["command"]
    assert in_compose[1:] == command_of(unit)[1:]
    assert WORKER_THREADS == 4


def test_every_script_that_a_unit_starts_is_there() -> None:
    for unit in UNITS:
        if unit.suffix == ".service":
            program = command_of(unit.name)[0]
            if program.startswith("/opt/brikks/deploy/"):
                script = DEPLOY / Path(program).name
                assert script.stat().st_mode & 0o111, script


def test_every_timer_has_its_service() -> None:
    for unit in UNITS:
        if unit.suffix == ".timer":
            assert unit.with_suffix(".service").is_file()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_the_unit(tmp_path: Path, unit: Path) -> None:
    for file in UNITS:
        text = file.read_text().replace("/opt/brikks/.venv/bin/python", "/bin/true").replace("/opt/brikks", str(ROOT))
        (tmp_path / file.name.replace("@", "@8001" if file == unit else "@")).write_text(
            text.replace("User=brikks-notes", "User=root").replace("User=brikks", "User=root")
        )
    name = unit.name.replace("@", "@8001")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "brikks" in line]
    assert (done.returncode, complaints) == (0, []), done.stderr


@pytest.mark.parametrize("name", ["backup", "fetch-checkpoints", "give-checkpoints", "compose-roles.sh"])
def test_the_shell_understands_the_script(name: str) -> None:
    assert subprocess.run(["sh", "-n", str(DEPLOY / name)], check=False).returncode == 0
