"""Filling in a form as a person does: what stands in it is sent along, ticked boxes included, with what they type."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client


class _Fields(HTMLParser):
    """What a browser would send of the forms of a page with a field of some name, without its buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self._select: str | None = None
        self._text: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        name = said.get("name", "")
        if tag == "form":
            self.forms.append({})
        elif tag == "input" and name and said.get("type") not in ("submit", "button"):
            is_ticked = said.get("type") not in ("checkbox", "radio") or "checked" in said
            if is_ticked:
                self._put(name, said.get("value", "on" if said.get("type") in ("checkbox", "radio") else ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in said:
            self._put(self._select, said.get("value", ""))
        elif tag == "textarea":
            self._text = name
            self._put(name, "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        elif tag == "textarea":
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            # The first line break after the tag is not part of the text.
            self.forms[-1][self._text][-1] += data.removeprefix("\n")

    def _put(self, name: str, value: str) -> None:
        if self.forms:
            self.forms[-1].setdefault(name, []).append(value)


def standing_in(response: Any, *names: str) -> dict[str, list[str]]:
    """What stands in the form of a page that has fields of these names."""
    forms = _Fields(response.content.decode()).forms
    return next(form for form in forms if all(name in form for name in names))


def fill_in(client: Client, address: str, response: Any, marker: str, **typed: Any) -> Any:
    """Send the form of a page with what somebody types into it; None leaves a box unticked, or a field out."""
    said: dict[str, Any] = {**standing_in(response, marker), **typed}
    return client.post(address, {name: value for name, value in said.items() if value is not None})
