"""What the documents name is there: every path of this repository, every module and function with dots, every link."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
NEW_DECISIONS = [ROOT / "docs/decisions/0047-rooms-by-feature.md"]
TOP = ("engine", "games", "tournaments", "brikks_site", "tests", "benchmarks", "docs", "locale", "deploy")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(rf"(?:{'|'.join(TOP)})/[\w./-]*")
DOTTED = re.compile(r"(?:engine|games|tournaments|brikks_site)(?:\.\w+)+")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
CELERY_TASK = re.compile(r"name=\"((?:games|tournaments)\.\w+)\"")


def named(page: Path, pattern: re.Pattern[str]) -> list[str]:
    """What a page names in backticks and whole, as far as it looks like that."""
    return [text for text in CODE.findall(page.read_text(encoding="utf-8")) if pattern.fullmatch(text)]


def tasks() -> set[str]:
    """The names of tasks, which are no modules."""
    files = [file for app in ("games", "tournaments") for file in (ROOT / app).rglob("tasks.py")]
    return {name for file in files for name in CELERY_TASK.findall(file.read_text(encoding="utf-8"))}


def is_there(dotted: str) -> bool:
    """Whether a module, or something in one, has this name."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


def missing_paths(page: Path) -> list[str]:
    return [path for path in named(page, PATH) if not (ROOT / path).exists()]


def functions_beside_paths(page: Path) -> Iterator[tuple[str, str]]:
    """Names that a page says are in a file: “`name` in `path.py`”."""
    text = " ".join(page.read_text(encoding="utf-8").split())
    yield from re.findall(r"`(\w+)` in `([\w/]+\.py)`", text)


def test_there_are_pages() -> None:
    assert len(PAGES) > 8


@pytest.mark.parametrize("page", [*PAGES, *NEW_DECISIONS], ids=lambda page: page.name)
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    assert missing_paths(page) == []


@pytest.mark.parametrize("page", [*PAGES, *NEW_DECISIONS], ids=lambda page: page.name)
def test_every_dotted_name_can_be_imported(page: Path) -> None:
    known = tasks()
    assert [name for name in named(page, DOTTED) if name not in known and not is_there(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_says_is_in_a_file_is_in_it(page: Path) -> None:
    wrong = []
    for name, path in functions_beside_paths(page):
        text = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).is_file() else ""
        if not re.search(rf"^\s*(?:(?:async )?def|class) {name}\b|^{name}\b", text, re.MULTILINE):
            wrong.append(f"{name} in {path}")
    assert wrong == []


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "docs/decisions").glob("*.md"))], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    wanted = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in wanted if not (page.parent / link).exists()] == []


def test_this_test_would_notice(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`games/moon.py`, `games.moon.rise`, `engine.dice.throw`, `sink` in `games/sweep.py`")
    assert missing_paths(page) == ["games/moon.py"]
    assert [name for name in named(page, DOTTED) if not is_there(name)] == ["games.moon.rise"]
    assert list(functions_beside_paths(page)) == [("sink", "games/sweep.py")]


MEANINGS = ROOT / "docs" / "glossary.md"
LANGUAGES = ("de", "fr", "es")


def glossary() -> list[list[str]]:
    """The rows of the glossary that have translations: the term, what it means, where it lives, and three languages."""
    rows = [line.strip("|").split(" | ") for line in MEANINGS.read_text(encoding="utf-8").splitlines()]
    cells = [[cell.strip() for cell in row] for row in rows if len(row) == 2 * len(LANGUAGES)]
    return [row for row in cells if row[0] != "term"]


@pytest.mark.parametrize(("at", "language"), list(enumerate(LANGUAGES)))
def test_translations_of_the_glossary_are_those_that_people_see(at: int, language: str) -> None:
    catalogue = (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    seen = catalogue.replace('"\n"', "").lower()
    assert len(glossary()) > 80
    wanted = [(row[0], row[3 + at]) for row in glossary() if row[3 + at] != "–"]
    assert [(term, word) for term, word in wanted if word.lower() not in seen] == []


def test_a_term_has_one_meaning() -> None:
    terms = [row[0] for row in glossary()]
    assert len(terms) == len(set(terms))
