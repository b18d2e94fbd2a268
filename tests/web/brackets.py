"""A language of brackets: every text that is marked for translation stands in ⟦ ⟧, so that all others can be found."""

import json
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.utils.translation import trans_real

OPENING, CLOSING = "⟦", "⟧"
CONTEXT: Final = "\x04"
SPOKEN: Final = ("title", "aria-label", "aria-description", "aria-valuetext", "placeholder", "alt")
"""Attributes that people read or hear."""
SILENT: Final = {"style", "code", "kbd", "samp"}
"""Elements whose text is no language."""
WITHOUT_END: Final = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
TOLD: Final = ("texts", "words", "reason")
"""The names under which data for scripts hold what people read."""
WORD: Final = re.compile(r"[^\W\d_]{2,}")


class Brackets(trans_real.DjangoTranslation):
    """English with every text in brackets, whoever has marked it."""

    def gettext(self, message: str) -> str:
        """The text without its context, in brackets."""
        return OPENING + message.rpartition(CONTEXT)[2] + CLOSING

    def ngettext(self, msgid1: str, msgid2: str, n: float) -> str:
        """The form for a number, in brackets."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def speak_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be said in brackets instead of English."""
    known = {**vars(trans_real)["_translations"], "en": Brackets("en")}
    monkeypatch.setattr(trans_real, "_translations", known)
    monkeypatch.setattr(trans_real, "_default", known["en"])


class Heard(HTMLParser):
    """What people read and hear on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._flow = ""
        self._open: list[tuple[str, bool]] = []
        self._data = ""
        self.feed(html)
        self.texts.append(self._flow)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.texts += [said[name] for name in SPOKEN if name in said]
        if tag == "meta" and said.get("name") == "description":
            self.texts.append(said["content"])
        if tag == "input" and said.get("type") in ("submit", "button"):
            self.texts.append(said.get("value", ""))
        if tag not in WITHOUT_END:
            silent = tag in SILENT or said.get("translate") == "no" or tag == "script"
            self._open.append((tag, silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in WITHOUT_END:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "script":
            self.texts += list(told_to_scripts(data))
        elif not any(silent for _, silent in self._open):
            self._flow += data + " "


def told_to_scripts(data: str) -> Iterator[str]:
    """The texts in data for scripts."""
    try:
        value = json.loads(data)
    except ValueError:
        return
    yield from _told(value, False)


def _told(value: Any, is_told: bool) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _told(part, is_told or name in TOLD)
    elif isinstance(value, list):
        for part in value:
            yield from _told(part, is_told)
    elif isinstance(value, str) and is_told:
        yield value


def outside(text: str) -> str:
    """What of a text is in no brackets."""
    depth, left = 0, ""
    for letter in text:
        depth += (letter == OPENING) - (letter == CLOSING)
        left += letter if depth == 0 and letter != CLOSING else " "
    return left


def unmarked(html: str, names: Iterable[str]) -> list[str]:
    """The words of a page that nobody has marked, names aside."""
    known = re.compile("|".join(sorted((re.escape(name) for name in names if name), key=len, reverse=True)))
    texts = (known.sub(" ", outside(text)) for text in Heard(html).texts)
    return [word for text in texts for word in WORD.findall(text)]
