"""What somebody takes along of what clubs keep about them."""

from datetime import UTC, datetime

import pytest

from games.accounts.exporting import export_account
from games.clocks.clock import using
from tests.games.tables import account, caller
from tests.tournaments.clubs import club
from tournaments.services import (
    add_person,
    ask_to_join,
    claim_person,
    create_club,
    make_announcement,
    make_claim_link,
)

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 16, 9, tzinfo=UTC)


def test_an_export_holds_requests_announcements_and_claimed_names_of_ones_own() -> None:
    made, olga, otto = club(), caller("Olga"), caller("Otto")
    with using(lambda: MOMENT):
        other = create_club(olga, "Another", is_public=True, admission="approval")
        ask_to_join(other.pk, otto)
        make_announcement(made.pk, otto, "We play", "At seven.")
        make_announcement(made.pk, olga, "So we do")
        piet = add_person(made.pk, olga, "Piet")
        add_person(made.pk, olga, "Anna")
    claim_person(made.pk, otto, make_claim_link(made.pk, olga, piet.pk))
    at = MOMENT.isoformat()
    exported = export_account(account("Otto"))
    assert exported["join_requests"] == [{"club": other.pk, "asked_at": at}]
    assert exported["announcements"] == [{"club": made.pk, "title": "We play", "text": "At seven.", "made_at": at}]
    assert exported["claimed_names"] == [{"club": made.pk, "name": "Piet", "added_at": at}]
    assert export_account(account("Mia"))["announcements"] == []
