"""Dependencies run one way: tournaments → games → engine, and the engine needs only the standard library."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STANDARD = sys.stdlib_module_names
LAZY = {("engine/checkpoint.py", "cryptography")}
"""Third-party packages a file of the engine may import inside a function."""


def files_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(tree: ast.AST, package: str) -> Iterator[str]:
    """The top-level packages imported anywhere below a node; relative imports stay in their package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield package if node.level else (node.module or "").partition(".")[0]


def imports_in_functions(tree: ast.AST, package: str) -> set[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {name for function in functions for name in imports(function, package)}


def imports_at_the_top(tree: ast.Module, package: str) -> set[str]:
    """What importing the module imports: everything outside functions."""

    class WithoutFunctions(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
            return None

    return set(imports(WithoutFunctions().visit(tree), package))


def foreign_imports_of_engine(name: str, source: str) -> set[str]:
    """What a file of the engine imports and must not."""
    in_functions = imports_in_functions(ast.parse(source), "engine")
    allowed = {package for file, package in LAZY if file == name}
    at_the_top = imports_at_the_top(ast.parse(source), "engine")
    return (at_the_top | (in_functions - allowed)) - STANDARD - {"engine"}


def all_imports(package: str) -> dict[str, set[str]]:
    return {
        str(file.relative_to(ROOT)): set(imports(ast.parse(file.read_text(encoding="utf-8")), package))
        for file in files_of(package)
    }


@pytest.mark.parametrize("file", files_of("engine"), ids=lambda file: str(file.relative_to(ROOT)))
def test_the_engine_imports_only_the_standard_library_and_itself(file: Path) -> None:
    name = str(file.relative_to(ROOT))
    assert foreign_imports_of_engine(name, file.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("engine", {"games", "tournaments", "brikks_site"}),
        ("games", {"tournaments", "brikks_site"}),
        ("tournaments", {"brikks_site"}),
    ],
)
def test_a_layer_never_imports_one_above_it(package: str, forbidden: set[str]) -> None:
    found = all_imports(package)
    assert found
    assert {file: names & forbidden for file, names in found.items() if names & forbidden} == {}


# Lowest first. What stands beside these rooms in an app's folder, one noun a module, is below all of them.
ORDER = {
    "games": (
        *("clock", "keys", "api", "log", "accounts", "presenters", "play", "disputes", "records", "integrity"),
        *("live", "tables"),
    ),
    "tournaments": ("clubs", "notices", "events", "ratings", "leagues", "desk", "profiles", "audit", "demo"),
}
ABOVE_ALL_ROOMS = {
    *("admin", "api_urls", "apps", "management", "migrations", "models", "sweep", "tasks", "templatetags", "urls"),
}
"""What calls for the work of every room, among it `models`, the list that Django loads: a room imports from the room
whose tables they are. Between these there is no order."""


def modules_imported(tree: ast.AST, module: str) -> Iterator[str]:
    """Every module or name that a module imports, with dots, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def rank(app: str, module: str) -> int:
    """How high a module stands in its app."""
    room = module.split(".")[1] if "." in module else ""
    if room in ABOVE_ALL_ROOMS:
        return len(ORDER[app]) + 1
    return ORDER[app].index(room) + 1 if room in ORDER[app] else 0


def imports_from_above(app: str, module: str, source: str) -> set[str]:
    """What a module imports from higher rooms of its own app."""
    found = modules_imported(ast.parse(source), module)
    return {name for name in found if name.split(".")[0] == app and rank(app, name) > rank(app, module)}


@pytest.mark.parametrize("app", ORDER)
def test_a_room_never_imports_one_above_it(app: str) -> None:
    found = {}
    for file in files_of(app):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        if imported := imports_from_above(app, name, file.read_text(encoding="utf-8")):
            found[name] = imported
    assert found == {}


@pytest.mark.parametrize("app", ORDER)
def test_every_room_has_its_place_in_the_order(app: str) -> None:
    folders = {file.parent.name for file in (ROOT / app).glob("*/__init__.py")}
    assert set(ORDER[app]) == folders - ABOVE_ALL_ROOMS


@pytest.mark.parametrize(
    ("module", "source", "above"),
    [
        ("games.log.sql", "from games.clock import site_time\nfrom games.refusals import Busy", set()),
        ("games.log.sql", "from games.accounts.models import Account", {"games.accounts.models.Account"}),
        ("games.log.sql", "def f():\n    from games.play.tasks import play_bots", {"games.play.tasks.play_bots"}),
        ("games.log.sql", "from games import play, refusals", {"games.play"}),
        ("games.log.sql", "import games.tables.forms", {"games.tables.forms"}),
        ("games.log.sql", "from games.models import Event", {"games.models.Event"}),
        ("games.log.sql", "from ..play import tasks", {"games.play.tasks"}),
        ("games.refusals", "from games.clock.site_time import now", {"games.clock.site_time.now"}),
        ("games.urls", "from games.tables import views\nfrom games.tasks import sweep", set()),
        ("games.log.sql", "import engine.log, tournaments", set()),
    ],
)
def test_it_would_notice_an_import_from_above(module: str, source: str, above: set[str]) -> None:
    assert imports_from_above("games", module, source) == above


BRIKKS_IS_REGISTERED = {"engine/__init__.py"}


@pytest.mark.parametrize("package", ["engine", "games", "tournaments"])
def test_brikks_is_special_only_in_its_own_folders(package: str) -> None:
    knowing = {
        str(file.relative_to(ROOT)) for file in files_of(package) if "engine.brikks" in file.read_text(encoding="utf-8")
    }
    outside = {name for name in knowing if not name.startswith(("engine/brikks/", "games/presenters/brikks/"))}
    assert outside <= BRIKKS_IS_REGISTERED


def test_the_presenter_of_brikks_is_known_to_presenters_only() -> None:
    texts = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files_of("games")}
    knowing = {name for name, text in texts.items() if "games.presenters.brikks.presenter" in text}
    assert knowing
    assert {name for name in knowing if not name.startswith("games/presenters/")} == set()


def test_tags_of_templates_are_for_templates() -> None:
    files = [file for package in ("games", "tournaments", "brikks_site") for file in files_of(package)]
    importing = {str(file) for file in files if "games.templatetags" in file.read_text(encoding="utf-8")}
    assert importing == set()


def test_the_scripts_need_nothing_installed() -> None:
    before_the_environment = [
        "bootstrap",
        "supervisor",
        "serve",
        "foreground",
        "testing",
        "checking",
        "benching",
        "programs",
        "service_urls",
        "public_url",
        "lan",
        "demo",
        "browser",
        "webhook_url",
    ]
    for name in ["__init__", *before_the_environment]:
        source = (ROOT / "brikks_site" / f"{name}.py").read_text(encoding="utf-8")
        assert set(imports(ast.parse(source), "brikks_site")) <= STANDARD | {"brikks_site"}, name


@pytest.mark.parametrize(
    ("name", "source", "foreign"),
    [
        ("engine/dice.py", "import json\nfrom engine.brikks import figures\nfrom . import errors", set()),
        ("engine/dice.py", "from django.db import models", {"django"}),
        ("engine/dice.py", "def f():\n    import numpy.linalg", {"numpy"}),
        ("engine/dice.py", "if True:\n    import games", {"games"}),
        ("engine/dice.py", "def f():\n    import cryptography", {"cryptography"}),
        ("engine/checkpoint.py", "def f():\n    from cryptography.hazmat import primitives", set()),
        ("engine/checkpoint.py", "class A:\n    def f(self):\n        import cryptography", set()),
        ("engine/checkpoint.py", "import cryptography", {"cryptography"}),
    ],
)
def test_this_test_would_notice(name: str, source: str, foreign: set[str]) -> None:
    assert foreign_imports_of_engine(name, source) == foreign
