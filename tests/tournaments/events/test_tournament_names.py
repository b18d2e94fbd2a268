"""What the site has named is read in one's own language; what people have named stays as they wrote it."""

from collections.abc import Iterator

import pytest
from django.conf import settings as site
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import gettext, override

from games.clock.site_time import use_clock
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import settings as swiss
from tests.tournaments.leagues.seasons import NOW, drafted, league
from tests.tournaments.sample_clubs import club
from tournaments.events.log.event_store import read_log
from tournaments.events.models import Tournament
from tournaments.events.services.tournaments import change_tournament, create_tournament
from tournaments.events.tournament_names import FORMS, NO_BREAK, division_name, name_of, without_line_breaks
from tournaments.leagues.models import League
from tournaments.leagues.services.seasons import publish_season

pytestmark = pytest.mark.django_db

IN_EACH = {
    "en": "Winter League · season 1 · division 1",
    "de": "Winter League · Saison 1 · Staffel 1",
    "fr": "Winter League · saison 1 · division 1",
    "es": "Winter League · temporada 1 · división 1",
}


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def division(language: str = "de") -> Tournament:
    """The only division of a season that somebody has published in a language."""
    made = league(club(time_zone="Europe/Berlin"), divisions=1)
    drafted(made, ["mia", "sven", "otto"])
    with override(language):
        publish_season(made.pk, 1, caller("Olga"))
    return Tournament.objects.get()


def read_in_each(tournament: Tournament) -> dict[str, str]:
    found = {}
    for language in IN_EACH:
        with override(language):
            found[language] = name_of(tournament)
    return found


@pytest.mark.parametrize("language", IN_EACH)
def test_a_division_is_read_in_every_language_whoever_has_published_it(language: str) -> None:
    tournament = division(language)
    assert tournament.name == IN_EACH[language]
    assert read_in_each(tournament) == IN_EACH


def test_it_keeps_the_name_that_the_league_had_then() -> None:
    tournament = division()
    League.objects.update(name="Summer League")
    assert read_in_each(tournament) == IN_EACH


@pytest.mark.parametrize("written", ["Winter League · Saison 1 · Staffel 1 (abends)", "Finale", "Saison 1 · Staffel 1"])
def test_a_division_that_somebody_has_renamed_is_called_as_they_wrote(written: str) -> None:
    tournament = division()
    change_tournament(tournament.pk, caller("Olga"), command(), written)
    tournament.refresh_from_db()
    assert set(read_in_each(tournament).values()) == {written}


def test_the_name_of_another_division_is_one_that_somebody_wrote() -> None:
    tournament = division()
    change_tournament(tournament.pk, caller("Olga"), command(), "Winter League · Saison 1 · Staffel 2")
    tournament.refresh_from_db()
    assert set(read_in_each(tournament).values()) == {"Winter League · Saison 1 · Staffel 2"}


def test_a_tournament_of_no_league_is_called_as_somebody_wrote_whatever_that_looks_like() -> None:
    founded, name = club(), IN_EACH["de"]
    made = create_tournament(founded.pk, caller("Olga"), command(), name, swiss())
    tournament = Tournament.objects.get(pk=made.tournament)
    assert set(read_in_each(tournament).values()) == {name}


def test_on_a_page_no_line_of_a_name_begins_with_a_number_or_a_dot() -> None:
    assert without_line_breaks("League 9 · season 1 · division 2") == "League 9_· season_1_· division_2".replace(
        "_", NO_BREAK
    )
    assert without_line_breaks("Tables of 4") == "Tables of 4"


def test_only_what_looks_like_a_division_is_looked_up() -> None:
    made = create_tournament(club().pk, caller("Olga"), command(), "Season 1 of the Winter League", swiss())
    tournament = Tournament.objects.get(pk=made.tournament)
    with CaptureQueriesContext(connection) as asked:
        name_of(tournament)
    assert not asked


def test_no_log_holds_the_name() -> None:
    tournament = division()
    assert not any("Winter League" in row.body or "Staffel" in row.body for row in tournament.events.all())
    assert read_log(tournament.pk)


def test_every_form_that_the_catalogues_have_is_known_again() -> None:
    blank = {"league": "{league}", "season": "{season}", "division": "{division}"}
    for language, _ in site.LANGUAGES:
        with override(language):
            words = gettext("%(league)s · season %(season)d · division %(division)d")
            assert words.replace(")d", ")s") % blank in FORMS
            assert division_name("Winter League", 1, 1) == IN_EACH[language]
