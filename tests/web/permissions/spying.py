"""Searching an answer for what its reader may not know: as text, and as values of the JSON in it."""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from html import unescape
from typing import Any, NamedTuple

from engine.protocol import Json


class Secret(NamedTuple):
    """Something that only some may know."""

    name: str
    known_to: frozenset[str]
    texts: tuple[str, ...] = ()
    """How it is written."""
    parts: tuple[Json, ...] = ()
    """Objects that hold at least this."""
    values: tuple[Any, ...] = ()
    """Values of JSON that are exactly this."""
    game: str = ""
    """The game about which parts and values are: about another one they may be said by chance."""
    opened_by: str = ""
    """What whoever says it may know the secret by, whoever it is."""

    def is_in(self, answer: "Answer") -> bool:
        """Whether an answer tells it, beyond what whoever asked has said."""
        if self.opened_by and self.opened_by in answer.asked:
            return False
        if any(text in answer.text and text not in answer.asked for text in self.texts):
            return True
        is_about_it = self.game in answer.asked or self.game in answer.text
        return (
            bool(self.game)
            and is_about_it
            and any(value in self.values or self._is_part_of(value) for value in answer.values)
        )

    def _is_part_of(self, value: Any) -> bool:
        return isinstance(value, dict) and any(
            all(key in value and value[key] == part[key] for key in part) for part in self.parts
        )


class Answer:
    """An answer with everything in it that can be searched."""

    def __init__(self, text: str, asked: str) -> None:
        self.text = f"{text}\n{unescape(text)}"
        self.asked = asked

    @cached_property
    def values(self) -> list[Any]:
        """Every value of the JSON in it."""
        return [value for document in _documents(self.text) for value in _walk(document)]


def _documents(text: str) -> Iterator[Any]:
    """The JSON in a text: the whole of it, or lines of it."""
    for piece in (text, *text.splitlines()):
        start = piece.find("{")
        try:
            yield json.loads(piece[start:] if start >= 0 else piece)
        except ValueError:
            continue


def _walk(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _walk(item)


def found_in(secrets: Iterable[Secret], answer: Answer) -> list[Secret]:
    """What an answer tells."""
    return [secret for secret in secrets if secret.is_in(answer)]
