"""Reading notes that somebody keeps, and those that have come, from files."""

import os
from pathlib import Path
from typing import Final

from engine.checkpoint import Keys
from engine.notes import LINES, Unfit, continued, split_notes

LONGEST: Final = 4096
"""Bytes that the last note of a file surely fits into."""


def new_notes(kept: Path, come: Path, keys: Keys | None) -> list[str]:
    """The notes that have come and are new; refused unless all are in order."""
    if keys is None:
        raise Unfit("Signatures cannot be checked here: the package cryptography is missing (python3-cryptography).")
    try:
        with come.open(encoding="utf-8") as lines:
            return continued(_last_of(kept), split_notes(lines), keys)
    except (OSError, UnicodeDecodeError) as error:
        raise Unfit(f"The notes cannot be read: {error}.") from None


def _last_of(path: Path) -> str:
    """The text of the last note of a file, "" if there is none; of a file of years only the end is read."""
    if not path.exists() or not path.stat().st_size:
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LONGEST), os.SEEK_SET)
        return "".join(file.read().decode(errors="replace").splitlines(keepends=True)[-LINES:])
