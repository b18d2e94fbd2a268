"""Finding every text that is to be translated: in templates, in Python, and in what is refused.

Refusals are plain English templates, as the engine knows no translation: they are found by the names of their classes.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation.template import templatize

from brikks_site.bootstrap import ROOT

PACKAGES: Final = ("brikks_site", "games", "tournaments")
REFUSING: Final = ("engine", *PACKAGES)
FOR_TERMINALS: Final = (
    "engine/cli",
    "engine/verify",
    "games/integrity/audit",
    "games/integrity/backups",
    "games/management",
)
"""Where only those who run the site are spoken to, at a terminal, in English."""
KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
WORD: Final = "Word"
"""A fact in a refusal that is to be translated itself."""
REFUSALS: Final = frozenset(
    {"Refused", "Malformed", "Illegal", "NotFound", "Forbidden", "Conflict", "Busy", "OutOfOrder", "TooMany", WORD}
)
"""The classes whose sentence is a template."""
TABLES: Final = {"engine/brikks/figures.py": ("SOLO_TITLES",)}
"""Constants whose texts people see, by file."""
FACT: Final = re.compile(r"\{\w*\}")
NOTES: Final = ["Translators:"]


class Found(NamedTuple):
    """A text with where it stands and what its translators should know."""

    line: int
    text: str | tuple[str, str]
    context: str | None = None
    notes: tuple[str, ...] = ()


def template_catalogue(root: Path = ROOT) -> Catalog:
    """Every text that is to be translated, with the files in which it stands."""
    catalogue = Catalog()
    for file, found in everything(root):
        catalogue.add(
            found.text, locations=[(file, found.line)], auto_comments=_without_repetition(found), context=found.context
        )
    return catalogue


def _without_repetition(found: Found) -> list[str]:
    return list(dict.fromkeys(found.notes))


def everything(root: Path) -> Iterator[tuple[str, Found]]:
    """Each text and its file, from the files in order."""
    for package in PACKAGES:
        for file in sorted((root / package).rglob("templates/**/*")):
            if file.suffix in {".html", ".txt"}:
                yield from _in_file(root, file, texts_of_template)
    for package in REFUSING:
        for file in sorted((root / package).rglob("*.py")):
            if package in PACKAGES:
                yield from _in_file(root, file, texts_of_python)
            if not file.relative_to(root).as_posix().startswith(FOR_TERMINALS):
                yield from _in_file(root, file, texts_of_refusals)
    for name, tables in TABLES.items():
        if (root / name).is_file():
            tree = ast.parse((root / name).read_text(encoding="utf-8"))
            yield from ((name, found) for table in tables for found in texts_of_table(tree, table))


def _in_file(root: Path, file: Path, texts_of: Callable[[str], Iterable[Found]]) -> Iterator[tuple[str, Found]]:
    name = file.relative_to(root).as_posix()
    for found in texts_of(file.read_text(encoding="utf-8")):
        yield name, found


def texts_of_template(source: str) -> Iterator[Found]:
    """The texts of a Django template, which Django rewrites as calls of gettext; its indents mean nothing."""
    calls = "\n".join(line.strip() for line in templatize(source).split("\n"))
    yield from texts_of_python(calls)


def texts_of_python(source: str) -> Iterator[Found]:
    """The texts in calls of gettext and its relatives."""
    stream = BytesIO(source.encode())
    for line, said, notes, context in extract("python", stream, KEYWORDS, NOTES, {"encoding": "utf-8"}):
        text = (said[0], said[1]) if isinstance(said, tuple) else said
        yield Found(line, text, context, tuple(notes))


def texts_of_refusals(source: str) -> Iterator[Found]:
    """The templates of everything that is refused in a file, wherever it keeps them."""
    tree = ast.parse(source)
    for scope in _scopes(tree):
        for call in _calls(scope):
            for node in _templates(call, scope, tree):
                if FACT.sub("", str(node.value)).strip():
                    yield Found(node.lineno, str(node.value))


def unread_refusals(source: str) -> Iterator[int]:
    """The lines on which something is refused in words that cannot be found here."""
    tree = ast.parse(source)
    for scope in _scopes(tree):
        for call in _calls(scope):
            if _name_of(call) != WORD and not list(_templates(call, scope, tree)):
                yield call.lineno


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    """The module and each of its functions."""
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _calls(scope: ast.AST) -> Iterator[ast.Call]:
    """The calls in a scope, those in functions of its own left out."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.Call) and _name_of(node) in REFUSALS:
            yield node
        yield from _calls(node)


def _name_of(call: ast.Call) -> str:
    """What is called, if that has a name of its own."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _templates(call: ast.Call, scope: ast.AST, tree: ast.Module) -> Iterator[ast.Constant]:
    """The constants that may be the template of a refusal."""
    place = 0 if _name_of(call) == WORD else 1
    if len(call.args) > place:
        yield from _constants(call.args[place], scope, tree)


def _constants(node: ast.expr, scope: ast.AST, tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts that an expression may be: itself, what a name was given, the values of a table."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.Name):
        for value in list(_given(node.id, scope)) or list(_given(node.id, tree)):
            yield from _constants(value, scope, tree)
    elif isinstance(node, ast.Subscript):
        yield from _constants(node.value, scope, tree)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _constants(value, scope, tree)
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body, scope, tree)
        yield from _constants(node.orelse, scope, tree)


def _given(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    """What is assigned to a name in a scope."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            yield node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            yield from [node.value] if node.value else []


def texts_of_table(tree: ast.Module, table: str) -> Iterator[Found]:
    """Every text in a constant."""
    for value in _given(table, tree):
        for node in ast.walk(value):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield Found(node.lineno, node.value)
