"""What somebody takes along of what clubs and ratings keep about them."""

import json
from datetime import UTC, datetime

import pytest

from games.accounts.data_export import export_account
from games.clock.site_time import use_clock
from tests.games.sample_tables import account, caller
from tests.tournaments.ratings.world import BEGIN, STANDARD, count, played
from tests.tournaments.sample_clubs import club
from tournaments.clubs.services.admission import ask_to_join
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.persons import add_person, claim_person, make_claim_link
from tournaments.ratings.players import players_of

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 16, 9, tzinfo=UTC)


def test_an_export_holds_requests_announcements_and_claimed_names_of_ones_own() -> None:
    made, olga, otto = club(), caller("Olga"), caller("Otto")
    with use_clock(lambda: MOMENT):
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


def test_an_export_holds_ratings_the_ledger_and_runs_of_ones_own() -> None:
    ada, bob = account("Ada").pk, account("Bob").pk
    game = played([ada, bob], [1, 2])
    run = played([ada], [1], variant="solo", scores=[80])
    count()
    exported, other = export_account(account("Ada")), export_account(account("Bob"))
    assert exported["rated_as"] == players_of([ada])[ada]
    [rating] = exported["ratings"]
    assert (rating["pool"], rating["games"], rating["at"]) == (STANDARD, 1, BEGIN.isoformat())
    [entry] = exported["rating_ledger"]
    assert (entry["match"], entry["place"], entry["field"]) == (game, 1, 2)
    assert (entry["mu_before"], entry["mu_after"]) == (25.0, rating["mu"])
    [told] = exported["solo_runs"]
    assert (told["game"], told["score"], told["is_complete"]) == (run, 80, True)
    assert [entry["place"] for entry in other["rating_ledger"]] == [2]
    assert json.loads(json.dumps(exported))["solo_runs"] == exported["solo_runs"]
    nobody = export_account(account("Cleo"))
    assert [nobody[name] for name in ("rated_as", "ratings", "rating_ledger", "solo_runs")] == [None, [], [], []]
