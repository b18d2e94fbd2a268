"""What the engine says when it refuses: a stable dotted code and a sentence a player understands.

The sentence is kept as a template beside its facts, so that it can be translated by its template.
"""

from collections.abc import Callable
from typing import Final


class Word(str):
    """A fact that is a word or a clause of ours, and is translated like the sentence around it."""

    __slots__ = ()


class Refused(ValueError):
    """Something was asked that cannot be done; nothing has changed."""

    def __init__(self, code: str, template: str, **facts: object) -> None:
        super().__init__(code, template, facts)
        self.code = code
        self.template = template
        self.facts = facts

    @property
    def sentence(self) -> str:
        """The refusal in words."""
        return self.worded(str)

    def worded(self, translate: Callable[[str], str]) -> str:
        """The refusal in the words of another language, by whatever knows that language."""
        facts = {name: translate(fact) if isinstance(fact, Word) else fact for name, fact in self.facts.items()}
        return translate(self.template).format(**{name: brief(fact) for name, fact in facts.items()})

    def __str__(self) -> str:
        return self.sentence


class Malformed(Refused):
    """It could not be understood: a field is missing, of the wrong type or out of this world."""


class Illegal(Refused):
    """It was understood, but the rules do not allow it now."""


LIMIT: Final = 120
"""How much of a value from outside a sentence may hold."""


def as_json(value: object) -> str:
    """A value as JSON writes it, so that the text "1" and the number 1 differ; only what is short is written out."""
    names = {True: "true", False: "false", None: "null"}
    if isinstance(value, str):
        return f'"{brief(value)}"'
    return names[value] if value is None or isinstance(value, bool) else brief(value)


def brief(value: object) -> str:
    """A value from outside in a few safe characters, whatever it is."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    text = value if isinstance(value, str) else repr(value)
    printable = "".join(c if c.isprintable() else "?" for c in text[: LIMIT + 1])
    return printable if len(printable) <= LIMIT else printable[: LIMIT - 1] + "…"
