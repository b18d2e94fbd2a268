"""By what names those who take part are spoken of."""

import pytest

from games.models import Account
from tests.games.tables import caller
from tests.tournaments.clubs import club
from tests.tournaments.leagues.seasons import league
from tournaments.models import Assignment
from tournaments.selectors.drafts import drafted_in
from tournaments.selectors.players import names_of
from tournaments.services import add_person, assign, draft_season

pytestmark = pytest.mark.django_db


def test_people_have_their_names_and_bots_of_one_name_a_number() -> None:
    founded, olga = club(), caller("Olga")
    made, ida = league(founded), add_person(founded.pk, olga, "Ida")
    season = draft_season(made.pk, olga)
    for who in ({"handle": "mia"}, {"person": ida.pk}, {"bot": "random"}, {"bot": "greedy"}, {"bot": "random"}):
        assign(made.pk, 1, olga, 1, **who)
    rows = list(drafted_in(season))
    names = names_of(rows)
    assert [names[row.pk].name for row in rows] == ["Mia", "Ida", "Random (bot) 1", "Greedy (bot)", "Random (bot) 2"]
    assert [names[row.pk].kind for row in rows] == ["account", "person", "bot", "bot", "bot"]
    assert [names[row.pk].handle for row in rows] == ["mia", None, None, None, None]


def test_whoever_keeps_to_themselves_is_called_by_name_and_not_led_to() -> None:
    private, minor = (
        Account(display_name="Pia", username="pia", is_private=True),
        Account(display_name="Kai", is_minor=True),
    )
    names = names_of([Assignment(pk=1, account=private, bot=""), Assignment(pk=2, account=minor, bot="")])
    assert [names[key] for key in (1, 2)] == [("Pia", "account", None), ("Kai", "account", None)]


def test_nobody_any_more_is_called_so() -> None:
    nobody = Assignment(pk=1, bot="")
    assert names_of([nobody])[1] == ("Somebody who has left", "erased", None)
