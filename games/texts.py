"""Texts that people write: whether there is anything to see in them, and whether they are words of a fit length.

Signs that show nothing make neither a name nor a statement. Some of them count as letters: the fillers of Hangul, for
one, are blank.
"""

from typing import Any, Final
from unicodedata import category

from engine.errors import Malformed

FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and one symbol that show nothing."""


def is_visible(sign: str) -> bool:
    """Whether a sign shows something by itself: no space, no control, no mark or variation of the sign before it."""
    return category(sign)[0] not in "CMZ" and sign not in FILLERS


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in a text."""
    return not any(map(is_visible, text))


def has_letters(text: str) -> bool:
    """Whether a text has a letter or a digit that can be seen."""
    return any(sign.isalnum() and is_visible(sign) for sign in text)


def hides_signs(text: str) -> bool:
    """Whether a text in one line holds signs that cannot be seen, spaces aside."""
    return any(category(sign)[0] == "C" or sign in FILLERS for sign in text)


LONGEST_REASON = 2000


def check_text(text: Any) -> None:
    """Refuse what are no words; PostgreSQL has no text with a NUL in it."""
    if not isinstance(text, str) or "\0" in text:
        raise Malformed("text/no-text", "A reason is given in words.")
    if len(text) > LONGEST_REASON:
        raise Malformed("text/too-long", "A reason has at most {most} characters.", most=LONGEST_REASON)


def require_visible_text(text: Any, nothing_said: Malformed) -> None:
    """Refuse what are no words, no words at all, and what cannot be seen."""
    check_text(text)
    if is_blank(text):
        raise nothing_said
