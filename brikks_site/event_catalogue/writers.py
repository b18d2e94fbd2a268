"""Who writes which kind of event, found in the code.

A function writes a kind if it hands the constant of the kind, or its text, to an event or to whatever adds one. Where
that function is private or only makes the event, those who call it are named, up to the first that anybody may call.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from brikks_site.bootstrap import ROOT

KIND: Final = re.compile(r"[a-z]+/[a-z-]+")
"""What a kind of event looks like that is not one of the rules."""
APPS: Final = ("games", "tournaments")
LEFT_OUT: Final = ("migrations", "demo", "desk", "audit", "templatetags", "selectors")
"""Folders whose modules add nothing to a log by themselves; the desk only foresees what events would do."""
EVENT: Final = "Entry"
ADD: Final = frozenset(("add", "add_all"))
MAKERS: Final = frozenset(("Entry", "ResultEvent", "Decision"))
"""What functions return that only make an event."""
RULES: Final = "the rules"
"""Under this name stand those who write the events of a game's rules."""
RULES_MAKER: Final = "games.log.entries.entry_of"
DEFAULT: Final = "kind"
"""The parameter whose default value is the kind that a function makes."""

Name: TypeAlias = str
"""The dotted name of a function or constant."""
Function: TypeAlias = ast.FunctionDef


class Module(NamedTuple):
    """A module, and what the names in it stand for."""

    name: Name
    tree: ast.Module
    names: dict[str, Name]

    def functions(self) -> Iterator[tuple[Name, Function]]:
        """Its functions, and the methods of its classes."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                yield f"{self.name}.{node.name}", node
            elif isinstance(node, ast.ClassDef):
                methods = (one for one in node.body if isinstance(one, ast.FunctionDef))
                yield from ((f"{self.name}.{node.name}.{one.name}", one) for one in methods)

    def dotted(self, node: ast.AST | None) -> Name | None:
        """The whole name of what an expression names."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute) and (outer := self.dotted(node.value)) is not None:
            return f"{outer}.{node.attr}"
        return None


class Code(NamedTuple):
    """All functions of both apps, with the kinds that constants stand for."""

    modules: list[Module]
    constants: dict[Name, str]
    functions: dict[Name, tuple[Module, Function]]
    callers: dict[Name, set[Name]]
    """Who calls a function."""


def read_code(root: Path = ROOT) -> Code:
    """All modules that may write to a log."""
    paths = (path for app in APPS for path in sorted((root / app).rglob("*.py")))
    modules = [_read_module(root, path) for path in paths]
    constants = {f"{module.name}.{name}": text for module in modules for name, text in _texts(module.tree)}
    functions = {name: (module, node) for module in modules for name, node in module.functions()}
    callers: dict[Name, set[Name]] = defaultdict(set)
    for name, (module, node) in functions.items():
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call) and (called := module.dotted(inner.func)) in functions and called != name:
                callers[called].add(name)
    return Code(modules, constants, functions, callers)


def _read_module(root: Path, path: Path) -> Module:
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return Module(name, tree, dict(_names(name, tree)))


def _names(module: str, tree: ast.Module) -> Iterator[tuple[str, Name]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
    for top in tree.body:
        if isinstance(top, ast.FunctionDef | ast.ClassDef):
            yield top.name, f"{module}.{top.name}"
    yield from ((name, f"{module}.{name}") for name, _ in _texts(tree))


def _texts(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The constants of a module that are texts."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Constant):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        text = node.value.value
        if isinstance(text, str):
            yield from ((target.id, text) for target in targets if isinstance(target, ast.Name))


def writers_by_kind(code: Code) -> dict[str, list[Name]]:
    """The functions that write each kind, by their dotted names."""
    found: dict[str, set[Name]] = defaultdict(set)
    for kind, function in _makings(code):
        found[kind] |= _public_writers(code, function)
    return {kind: sorted(names) for kind, names in found.items()}


def _makings(code: Code) -> Iterator[tuple[str, Name]]:
    """Every kind with every function that names it for an event."""
    defaults = dict(_defaults(code))
    for name, (module, node) in code.functions.items():
        if not _is_left_out(module.name):
            yield from ((kind, name) for kind in _named_kinds(code, module, node, defaults))


def _is_left_out(module: Name) -> bool:
    return not set(module.split(".")).isdisjoint(LEFT_OUT)


def _defaults(code: Code) -> Iterator[tuple[Name, str]]:
    """The functions that make one kind of event unless another is named."""
    for name, (module, node) in code.functions.items():
        own = [*node.args.posonlyargs, *node.args.args]
        for argument, value in zip(reversed(own), reversed(node.args.defaults), strict=False):
            kind = code.constants.get(module.dotted(value) or "")
            if argument.arg == DEFAULT and kind is not None and KIND.fullmatch(kind):
                yield name, kind


def _named_kinds(code: Code, module: Module, node: Function, defaults: dict[Name, str]) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            called = module.dotted(inner.func)
            if called == RULES_MAKER:
                yield RULES
            given = [*inner.args, *(one.value for one in inner.keywords if one.arg == DEFAULT)]
            kinds = [kind for value in given for kind in _kinds_of(code, module, value)]
            if kinds and _takes_kinds(called, inner.func, code):
                yield from kinds
            elif called in defaults:
                yield defaults[called]
        elif isinstance(inner, ast.Tuple) and len(inner.elts) == 2 and isinstance(inner.elts[1], ast.Dict):
            yield from _kinds_of(code, module, inner.elts[0])


def _takes_kinds(called: Name | None, function: ast.expr, code: Code) -> bool:
    """Whether a call may be one that makes an event: the event itself, an `add`, or a function of ours that adds."""
    if isinstance(function, ast.Attribute) and function.attr in ADD:
        return True
    if called is None:
        return False
    return called.rpartition(".")[2] in MAKERS or (called in code.functions and _makes_events(code, called))


def _makes_events(code: Code, name: Name) -> bool:
    """Whether a function adds events, or returns one."""
    _module, node = code.functions[name]
    return _is_maker(node) or any(
        isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in ADD
        for inner in ast.walk(node)
    )


def _kinds_of(code: Code, module: Module, value: ast.expr) -> Iterator[str]:
    """The kinds that an argument may stand for."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and KIND.fullmatch(value.value):
        yield value.value
    elif isinstance(value, ast.Name | ast.Attribute):
        text = code.constants.get(module.dotted(value) or "", "")
        if KIND.fullmatch(text):
            yield text
    elif isinstance(value, ast.JoinedStr):
        beginning = ast.unparse(value).strip("f'\"").partition("{")[0]
        if beginning.endswith("/"):
            yield f"{beginning}*"


def _is_maker(node: Function) -> bool:
    """Whether a function only makes an event, for others to add."""
    named = {inner.id for inner in ast.walk(node.returns) if isinstance(inner, ast.Name)} if node.returns else set()
    return not named.isdisjoint(MAKERS)


def _public_writers(code: Code, name: Name) -> set[Name]:
    """The function itself if anybody may call it, else those that call it."""
    found: set[Name] = set()
    waiting, seen = [name], {name}
    while waiting:
        function = waiting.pop()
        _module, node = code.functions[function]
        is_private = node.name.startswith("_")
        if not is_private and not _is_maker(node):
            found.add(function)
            continue
        for caller in code.callers.get(function, ()):
            other, calling = code.functions[caller]
            may_write = is_private or _is_maker(calling) or calling.returns is None or _returns_nothing(calling)
            if caller not in seen and may_write and not _is_left_out(other.name):
                seen.add(caller)
                waiting.append(caller)
    return found


def _returns_nothing(node: Function) -> bool:
    """Whether a function writes rather than answers: it returns nothing, a receipt, or whether it did something."""
    told = ast.unparse(node.returns) if node.returns is not None else ""
    return told in ("None", "bool") or told.endswith("Receipt")
