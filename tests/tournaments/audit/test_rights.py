"""Who runs which club is told with every whole audit, because no log says so."""

import pytest

from tests.tournaments.sample_clubs import club
from tournaments.audit.tournaments import check_roles

pytestmark = pytest.mark.django_db


def test_everybody_who_has_a_role_in_a_club_is_named() -> None:
    for name in ("The Tilers", "The Bricklayers"):
        club(name)
    report = check_roles()
    assert report.rights == {
        "club_organisers": ["otto in “The Bricklayers”", "otto in “The Tilers”"],
        "club_owners": ["olga in “The Bricklayers”", "olga in “The Tilers”"],
        "club_scorekeepers": ["sven in “The Bricklayers”", "sven in “The Tilers”"],
    }
    assert "Rights: club owners: olga in “The Bricklayers”; olga in “The Tilers”." in report.lines


def test_of_a_part_nothing_is_told() -> None:
    club()
    assert check_roles("2026-01-01T00:00:00.000000Z").rights == {}
