"""A time says by whose clocks it is, where that is not plain."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tournaments.templatetags.tournaments_in_words import zone_beside

EVENING = datetime(2026, 11, 18, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("viewer", "club", "said"),
    [
        ("UTC", "Europe/Berlin", "\N{NO-BREAK SPACE}(UTC)"),
        ("Europe/Paris", "Europe/Berlin", ""),
        ("America/New_York", "Europe/Berlin", "\N{NO-BREAK SPACE}(EST)"),
        ("Europe/Berlin", "Europe/Berlin", ""),
    ],
)
def test_the_zone_of_the_viewer_is_named_where_the_club_has_another_time(viewer: str, club: str, said: str) -> None:
    assert zone_beside(EVENING.astimezone(ZoneInfo(viewer)), club) == said
