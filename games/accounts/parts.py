"""Where other apps add their part to what happens to a whole account: its export, its end, and who knows whom."""

from collections.abc import Callable
from typing import TypeAlias

from engine.protocol import Json

Erase: TypeAlias = Callable[[int], None]
"""Deletes what an app keeps of the account with this number; safe to do again if it is interrupted."""
Export: TypeAlias = Callable[[int], Json]
"""What an app keeps of an account, by the names under which the export shows it."""
Acquainted: TypeAlias = Callable[[int, int], bool]
"""Whether two accounts know each other."""

_erasing: list[Erase] = []
_exporting: list[Export] = []
_acquainted: list[Acquainted] = []


def erase_with(erase: Erase) -> None:
    """Let an app take part when an account is erased; to be called in its `ready`."""
    _erasing.append(erase)


def export_with(export: Export) -> None:
    """Let an app add to the export of an account; to be called in its `ready`."""
    _exporting.append(export)


def acquaint_with(acquainted: Acquainted) -> None:
    """Let an app say who knows whom, as members of one club do; to be called in its `ready`."""
    _acquainted.append(acquainted)


def erase_parts(account: int) -> None:
    """Let every app delete what it keeps of an account."""
    for erase in _erasing:
        erase(account)


def export_parts(account: int) -> Json:
    """What all apps keep of an account."""
    return {name: value for export in _exporting for name, value in export(account).items()}


def are_acquainted(one: int, other: int) -> bool:
    """Whether some app says that two accounts know each other."""
    return any(acquainted(one, other) for acquainted in _acquainted)
