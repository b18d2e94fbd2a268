"""The site's secret key: made on the first start, kept in a file only its owner can read."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def secret_key(path: Path) -> str:
    """Read the key, making it first if there is none."""
    if not path.exists():
        _make(path)
    return path.read_text(encoding="ascii").strip()


def _make(path: Path) -> None:
    """Write a new key under a temporary name and link it: of two first starts at once, one key wins whole."""
    # mkstemp gives mode 0600.
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        os.unlink(temporary)
