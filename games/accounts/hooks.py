"""Where other apps add their part to what happens to a whole account: its export, its end, and who knows whom."""

from collections.abc import Callable, Collection
from typing import TypeAlias

from engine.protocol import Json

Erase: TypeAlias = Callable[[int], None]
"""Deletes what an app keeps of the account with this number; safe to do again if it is interrupted."""
Export: TypeAlias = Callable[[int], Json]
"""What an app keeps of an account, by the names under which the export shows it."""
Acquainted: TypeAlias = Callable[[int, Collection[int]], set[int]]
"""Those of some accounts whom another one knows, in one question however many they are."""
_erasing: list[Erase] = []
_forgetting: list[Erase] = []
_exporting: list[Export] = []
_acquainted: list[Acquainted] = []


def erase_with(erase: Erase) -> None:
    """Let an app take part when an account is erased; to be called in its `ready`."""
    _erasing.append(erase)


def forget_with(forget: Erase) -> None:
    """Let an app take part inside the transaction in which an account goes, whose games are all over or left by then;
    to be called in its `ready`."""
    _forgetting.append(forget)


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


def forget_parts(account: int) -> None:
    """Let every app keep what must outlive an account without saying whose it was."""
    for forget in _forgetting:
        forget(account)


def export_parts(account: int) -> Json:
    """What all apps keep of an account."""
    return {name: value for export in _exporting for name, value in export(account).items()}


def acquainted_among(one: int, others: Collection[int]) -> set[int]:
    """Those of some accounts whom another one knows, as some app says."""
    return {known for acquainted in _acquainted for known in acquainted(one, others)}
