"""Reads the pages as a browser would, as far as the tests need it."""

from html.parser import HTMLParser
from itertools import pairwise
from typing import Any, Final

FOR_A_PART: Final = {"HX-Request": "true"}
"""What scripts say that ask for a part of a page."""
VOID = {"meta", "link", "img", "br", "hr", "input", "rect", "circle", "path"}


class Page(HTMLParser):
    """Elements and text of a page; unbalanced markup is an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.headings: list[int] = []
        self._open: list[str] = []
        self.feed(html)
        assert self._open == [], f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag in {"h1", "h2", "h3", "h4"}:
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.text = " ".join([*self.text.split(), *data.split()])

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]

    def skips_a_heading_level(self) -> bool:
        return any(lower - upper > 1 for upper, lower in pairwise(self.headings))


def page_of(response: Any) -> Page:
    """The parsed page of a response."""
    return Page(response.content.decode())
