"""How easily somebody finds their way through the project, in figures: `python -m benchmarks.house [--json]`.

Counted are modules, their sizes and names, circles between packages, and the files of the project through which a move,
the end of a round up to the leaderboard, an announcement and the organiser's console pass: those in which a function
runs between the request and its answer. What the scenarios need of the project is found by its name and not by its
place, so that the same script counts older versions as well.
"""

import ast
import json
import os
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from benchmarks.databases import SQLITE, in_django, scratch, set_up

ROOT: Final = Path(__file__).resolve().parent.parent
APPS: Final = ("games", "tournaments")
PACKAGES: Final = ("engine", *APPS, "brikks_site")
SMALL: Final = 30
"""A module with fewer lines needs a reason."""
NOUNS: Final = frozenset(("pairing", "rating", "scoring", "sealing", "standing", "throttling", "timing"))
"""Words in -ing that are nouns of the field."""


def modules(package: str) -> list[Path]:
    """The files of a package, without migrations."""
    found = (ROOT / package).rglob("*.py")
    return sorted(path for path in found if "migrations" not in path.parts)


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says."""
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def count_files() -> dict[str, Any]:
    """What the tree itself says."""
    paths = [path for package in PACKAGES for path in modules(package)]
    lines = [len(path.read_text(encoding="utf-8").splitlines()) for path in paths]
    names = Counter(path.name for path in paths if path.name != "__init__.py")
    classes = Counter(node.name for path in paths for node in tree_of(path).body if isinstance(node, ast.ClassDef))
    gerunds = [path for path in paths if path.stem.endswith("ing") and path.stem.split("_")[-1] not in NOUNS]
    return {
        "modules": len(paths),
        "modules of games": len(modules("games")),
        "modules of tournaments": len(modules("tournaments")),
        "lines, median": median(lines),
        "lines, 90th percentile": quantiles(lines, n=10)[-1],
        "modules under 30 lines": sum(number < SMALL for number in lines),
        "names in -ing": len(gerunds),
        "file names used more than once": sum(number > 1 for number in names.values()),
        "class names used more than once": sum(number > 1 for number in classes.values()),
        **{f"packages of {app} in circles": len(in_circles(app)) for app in APPS},
    }


def in_circles(app: str) -> set[str]:
    """The packages of an app that import each other, directly or by way of others; imports inside functions count."""
    graph = package_graph(app)
    return {package for package in graph if package in _reached(graph, package)}


def package_graph(app: str) -> Mapping[str, set[str]]:
    """Which packages of an app import which."""
    known = {name_of(path) for path in modules(app)}
    graph: dict[str, set[str]] = defaultdict(set)
    for path in modules(app):
        package = _package(name_of(path))
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == app:
                targets = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[package] |= {_package(target if target in known else str(node.module)) for target in targets}
        graph[package] -= {package, ""}
    return {package: targets for package, targets in graph.items() if package}


def _package(module: str) -> str:
    """The room of an app that a module is in; nothing for the modules beside the rooms."""
    parts = module.split(".")
    is_room = len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir()
    return parts[1] if is_room and parts[1] != "models" else ""


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    left = [*graph[start]]
    while left:
        package = left.pop()
        if package not in found:
            found.add(package)
            left += graph.get(package, ())
    return found


class Passed:
    """The files of the project in which something ran."""

    def __init__(self) -> None:
        self.files: set[str] = set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Take down what runs meanwhile, in every thread."""
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _note(self, frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>":
            self.files.add(code.co_filename)

    def of_project(self) -> list[str]:
        """Their paths in the project, in order."""
        inside = {Path(file) for file in self.files if file.startswith(str(ROOT))}
        found = {str(path.relative_to(ROOT)) for path in inside}
        return sorted(path for path in found if path.partition("/")[0] in PACKAGES)


def world(*names: str) -> Any:
    """The module of the tests that defines all these names, wherever it lies now."""
    for path in modules("tests"):
        if {*names} <= set().union(*map(_defined, tree_of(path).body), set()):
            return import_module(name_of(path))
    raise LookupError(f"No module of the tests defines {', '.join(names)}.")


def _defined(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def scenarios() -> dict[str, list[str]]:
    """The files through which each scenario passes; every one is run once before, so that nothing is loaded late."""
    from celery import current_app
    from django.conf import settings
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    settings.ALLOWED_HOSTS = ["*"]
    current_app.conf.task_always_eager = True
    passed = {}
    for name, scenario in (
        ("a move", a_move),
        ("closing a round, up to the leaderboard", a_closing_round),
        ("an announcement", an_announcement),
        ("the organiser's console", a_console),
    ):
        scenario(Passed())
        watching = Passed()
        scenario(watching)
        passed[name] = watching.of_project()
    return passed


def browser(name: str) -> Any:
    """A browser in which somebody is logged in."""
    from django.test import Client

    client = Client()
    client.force_login(tables().account(name))
    return client


def tables() -> Any:
    """How tests make accounts and tables."""
    return world("open_table", "table", "account", "play_out")


def rounds() -> Any:
    """How tests run tournaments."""
    return world("announced", "pass_time", "sit_down", "play_together")


def a_move(watching: Passed) -> None:
    """A player answers a roll, on the page of the table."""
    game = tables().table()
    for client in (browser("Ada"), browser("Bob")):
        options = client.get(f"/api/v1/games/{game}/options").json()
        if options["actions"]:
            break
    body = {"command_id": os.urandom(8).hex(), "action": options["actions"][0]["action"], "answers": options["asked"]}
    with watching.watched():
        answer = client.post(f"/api/v1/games/{game}/actions", json.dumps(body), "application/json")
    assert answer.status_code == 200, answer.content


def a_closing_round(watching: Passed) -> None:
    """The last round of a rated tournament closes by the clock, and the leaderboard is looked at."""
    from celery import current_app
    from django.apps import apps

    [count_results] = [task for name, task in current_app.tasks.items() if name.endswith(".count_results")]
    with world("wound", "Watch").wound() as watch:
        tournament = rounds().announced(rounds().settings(rounds=1, is_rated=True), "Ada", "Bob")
        rounds().pass_time(watch, rounds().FIRST)
        rounds().sit_down(tournament, "Ada", "Bob")
        rounds().play_together(tournament, "Ada", "Bob")
        client = browser("Ada")
        with watching.watched():
            rounds().pass_time(watch, rounds().HOUR)
            count_results()
            answer = client.get("/leaderboards/")
        lines = apps.get_model("tournaments", "BoardRow").objects.count()
        assert (answer.status_code, lines > 0) == (200, True)


def an_announcement(watching: Passed) -> None:
    """An organiser announces something, and reads it on the page of the club."""
    club, client = world("club", "enrol").club(f"Club {os.urandom(4).hex()}"), browser("Olga")
    body = {"title": "Friday", "text": "We play at seven.", "is_pinned": True}
    with watching.watched():
        made = client.post(f"/api/v1/clubs/{club.pk}/announcements", json.dumps(body), "application/json")
        shown = client.get(f"/clubs/{club.pk}/")
    assert (made.status_code, shown.status_code) == (201, 200), made.content


def a_console(watching: Passed) -> None:
    """An organiser opens the console of a tournament that is played."""
    with world("wound", "Watch").wound() as watch:
        tournament = rounds().announced(rounds().settings(), "Ada", "Bob")
        rounds().pass_time(watch, rounds().FIRST)
        client = browser("Olga")
        with watching.watched():
            answer = client.get(f"/tournaments/{tournament}/console/")
        assert answer.status_code == 200


def main() -> None:
    """Print all figures."""
    with scratch(SQLITE) as environment:
        passed: dict[str, list[str]] = in_django("benchmarks.house", environment, "scenarios")
    figures = count_files() | {f"files: {name}": len(files) for name, files in passed.items()}
    if "--json" in sys.argv:
        sys.stdout.write(json.dumps({"figures": figures, "files": passed}, indent=1) + "\n")
        return
    for name, figure in figures.items():
        sys.stdout.write(f"{name:<45} {figure:>8g}\n")


if __name__ == "__main__":
    if "scenarios" in sys.argv:
        set_up()
        sys.stdout.write(json.dumps(scenarios()) + "\n")
    else:
        main()
