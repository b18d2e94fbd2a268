"""The words of a check, and how a refusal becomes one."""

from typing import Final

OK: Final = "ok"
ABSENT: Final = "absent"
UNCHECKED: Final = "unchecked"


class Wrong(Exception):
    """A check has found something wrong; the sentence says what and where."""


def at_event(number: int, sentence: str) -> Wrong:
    """Something wrong at one event."""
    return Wrong(f"Event {number}: {sentence}")
