"""What there is to read in a text: signs that show nothing make neither a name nor a statement.

Some of them count as letters: the fillers of Hangul, for one, are blank.
"""

from typing import Final
from unicodedata import category

FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and one symbol that show nothing."""


def is_shown(sign: str) -> bool:
    """Whether a sign shows something by itself: no space, no control, no mark or variation of the sign before it."""
    return category(sign)[0] not in "CMZ" and sign not in FILLERS


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in a text."""
    return not any(map(is_shown, text))


def has_letters(text: str) -> bool:
    """Whether a text has a letter or a digit that can be seen."""
    return any(sign.isalnum() and is_shown(sign) for sign in text)


def hides_signs(text: str) -> bool:
    """Whether a text in one line holds signs that cannot be seen, spaces aside."""
    return any(category(sign)[0] == "C" or sign in FILLERS for sign in text)
