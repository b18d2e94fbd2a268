"""The site's secret key: made on the first start, kept in a file only its owner can read.

A file that is damaged is refused, and never replaced: with another key everybody would be logged out, and what was
sealed with the old one would not be believed any more.
"""

import secrets
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from games.keys import sources

SHORTEST: Final = 50
"""Characters of a key that cannot be guessed, as Django has it; ours have 67."""


def secret_key(path: Path) -> str:
    """Read the key, making it first if there is none."""
    content = sources.read_or_make(path, lambda: secrets.token_urlsafe(SHORTEST).encode("ascii") + b"\n")
    key = content.strip()
    # What was cut off has lost its end of line, if nothing else.
    if len(key) < SHORTEST or not content.endswith(b"\n") or not _is_text(key):
        raise ImproperlyConfigured(
            f"{sources.file(path)} does not hold a whole secret key, which is a line of at least {SHORTEST} characters"
            " of ASCII. Put it back from the backup of your keys, or its text into DJANGO_SECRET_KEY."
        )
    return key.decode("ascii")


def _is_text(key: bytes) -> bool:
    return key.isascii() and key.decode("ascii").isprintable()
