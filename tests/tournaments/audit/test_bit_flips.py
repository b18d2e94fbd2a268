"""Bits of a SQLite file that are flipped: whatever a reader would see otherwise is found, and nothing ends in an
exception."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.games.clock.watch import wound
from tests.games.integrity.audit.tampering import IS_SQLITE
from tests.games.integrity.audit.world import stones_known
from tests.ground import COUNTED
from tests.prepared import ROOT
from tests.sizes import size
from tests.tournaments.audit.columns_outside import outside
from tests.tournaments.audit.site import make_site

pytestmark = [pytest.mark.skipif(not IS_SQLITE, reason="PostgreSQL keeps its pages to itself."), pytest.mark.slow]
FLIPS = size(11, 500)
"""At random places of the file; half as many more where logs are named."""
LONGEST = 60 * FLIPS + 600
"""Seconds; only so that a process that hangs comes to an end."""


@pytest.fixture
def file(transactional_db: None, tmp_path: Path) -> Path:
    """A whole site in a file of its own."""
    copy = tmp_path / "site.sqlite3"
    with stones_known(), wound() as watch:
        make_site(watch)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
    return copy


def flipped(file: Path) -> list[dict[str, Any]]:
    """What came of each flip, in a process of its own: Django looks at one database at a time."""
    command = [sys.executable, "-m", "tests.tournaments.audit.bit_flips", str(file), str(FLIPS), "17"]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, timeout=LONGEST)
    outcomes: list[dict[str, Any]] = json.loads(done.stdout)
    return outcomes


def sort_of(outcome: dict[str, Any], passed_over: set[str]) -> str:
    """What a flip is to a reader, and to the audit."""
    if outcome["codes"]:
        return "found"
    if outcome["changed"] == []:
        return "unseen"
    return "outside" if outcome["changed"] and {*outcome["changed"]} <= passed_over else "missed"


def test_every_flip_that_a_reader_would_see_is_found(
    file: Path, record_property: Callable[[str, object], None]
) -> None:
    passed_over = {*outside()}
    outcomes = flipped(file)
    counts = Counter(sort_of(outcome, passed_over) for outcome in outcomes)
    record_property(COUNTED, f"{len(outcomes)} flips: {dict(counts)}")
    assert [outcome for outcome in outcomes if sort_of(outcome, passed_over) == "missed"] == []
    assert len(outcomes) == FLIPS + FLIPS // 2
    assert counts["found"] >= FLIPS // 3
