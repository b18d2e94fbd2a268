"""What staff see of tournaments: neither drafts nor pairings that are not published, and no link."""

import pytest

from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import FIRST, announced, entrant, pass_time, row, settings
from tests.tournaments.sample_clubs import club
from tests.web.ops.people import staff
from tournaments.clubs.services.persons import add_person, make_claim_link
from tournaments.events.models import TournamentEvent
from tournaments.events.services.rounds import publish_round
from tournaments.events.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db
FOLDER = "/admin/tournaments"


def test_drafts_and_links_are_not_shown() -> None:
    founded, olga = club(), caller("Olga")
    draft = create_tournament(founded.pk, olga, command(), "Secret", settings()).tournament
    shown = announced(settings(), of=founded)
    page = staff().get(f"{FOLDER}/tournament/").content.decode()
    assert shown in page
    assert draft not in page
    assert draft not in staff().get(f"{FOLDER}/tournamentevent/").content.decode()
    assert row(shown).invite not in staff().get(f"{FOLDER}/tournament/{shown}/change/").content.decode()
    person = add_person(founded.pk, olga, "Piet").pk
    claim = make_claim_link(founded.pk, olga, person)
    assert claim not in staff().get(f"{FOLDER}/clubperson/{person}/change/").content.decode()


def test_what_was_drawn_stays_unsaid_until_it_is_published(watch: Watch) -> None:
    tournament = announced(settings(pairings="preview"), "Ada", "Bob")
    pass_time(watch, FIRST)
    drawn = TournamentEvent.objects.get(tournament=tournament, kind="round/paired")
    address = f"{FOLDER}/tournamentevent/{drawn.pk}/change/"
    assert entrant(tournament, "Ada") not in staff().get(address).content.decode()
    publish_round(tournament, caller("Olga"), command())
    assert entrant(tournament, "Ada") in staff().get(address).content.decode()
