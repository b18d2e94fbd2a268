"""Where the browser is that tests and pictures are made with: the system's chromium. Standard library only."""

import os
import shutil
from collections.abc import Mapping

NAMES = ("chromium", "chromium-browser", "google-chrome")
REQUIRED = "REQUIRE_BROWSER"
"""The variable that makes tests fail where there is no browser, instead of leaving those in a browser out."""


def find_browser() -> str | None:
    """The first one on the PATH, None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_required(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a missing browser is a failure."""
    return environment.get(REQUIRED, "") not in ("", "0")


def missing_browser() -> str:
    """What to tell somebody who has none."""
    return f"there is no browser on the PATH ({', '.join(NAMES)}); on Debian: apt-get install chromium"
