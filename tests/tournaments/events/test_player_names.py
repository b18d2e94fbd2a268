"""By what names those who take part are spoken of."""

import pytest

from tests.games.sample_tables import account, caller
from tests.tournaments.leagues.seasons import league
from tests.tournaments.sample_clubs import club, enrol, viewer
from tournaments.clubs.services.persons import add_person
from tournaments.events.selectors.player_names import names_of
from tournaments.leagues.models import Assignment
from tournaments.leagues.selectors import assignments_in_draft
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.seasons import draft_season

pytestmark = pytest.mark.django_db


def test_people_have_their_names_and_bots_of_one_name_a_number() -> None:
    founded, olga = club(), caller("Olga")
    made, ida = league(founded), add_person(founded.pk, olga, "Ida")
    season = draft_season(made.pk, olga)
    for who in ({"handle": "mia"}, {"person": ida.pk}, {"bot": "random"}, {"bot": "greedy"}, {"bot": "random"}):
        assign_player(made.pk, 1, olga, 1, **who)
    rows = list(assignments_in_draft(season))
    names = names_of(rows, viewer(None))
    assert [names[row.pk].name for row in rows] == ["Mia", "Ida", "Random (bot) 1", "Greedy (bot)", "Random (bot) 2"]
    assert [names[row.pk].kind for row in rows] == ["account", "person", "bot", "bot", "bot"]
    assert [names[row.pk].handle for row in rows] == ["mia", None, None, None, None]


def test_whoever_keeps_to_themselves_is_named_to_those_who_know_them_and_numbered_for_everybody_else() -> None:
    founded = club()
    pia, kai = account("Pia", is_private=True), account("Kai", is_minor=True)
    rows = [Assignment(pk=number, account=one, bot="") for number, one in enumerate((pia, account("Ada"), kai))]
    for looking in (None, "Ada", "Olga"):
        names = names_of(rows, viewer(looking))
        assert [names[key] for key in range(3)] == [
            ("A private player 1", "private", None),
            ("Ada", "account", "ada"),
            ("A private player 2", "private", None),
        ]
    enrol(founded, "Kai")
    told = [names_of(rows, viewer(looking))[2] for looking in ("Kai", "Olga")]
    assert told == [("Kai", "account", None)] * 2
    assert names_of(rows, viewer("Olga"))[0].name == "A private player 1", "the same number as for everybody"
    assert names_of(rows[:1], viewer(None))[0].name == "A private player"


def test_nobody_any_more_is_called_so() -> None:
    nobody = Assignment(pk=1, bot="")
    assert names_of([nobody], viewer(None))[1] == ("Somebody who has left", "erased", None)
