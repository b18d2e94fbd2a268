"""Results on paper and overrides: never about one's own table, never without a reason where one is needed."""

from typing import Any

import pytest

from engine.errors import Malformed
from engine.protocol import Json
from games.models import ResultChange
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.clocks.watch import Watch
from tests.games.tables import caller, command, fold_of
from tests.tournaments.clubs import club
from tests.tournaments.refusing import refused
from tests.tournaments.rounds.world import (
    FIRST,
    HOUR,
    after,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    pass_time,
    settings,
    settle_down,
    sit_down,
    status,
    told,
)
from tournaments.models import Entrant, Place, Table
from tournaments.rounds.results import is_overridden, take_in
from tournaments.services import add_person, enter_paper_result, override_result, reopen_last_round

OLGA = "Olga"


def scores(tournament: str, *points: int | None) -> list[Json]:
    """Points for those of the first table, None for a forfeit."""
    places = Place.objects.filter(round__tournament=tournament, table__number=1).order_by("seat")
    entrants = places.values_list("entrant", flat=True)
    return [
        {"entrant": who, "score": score, "forfeited": score is None}
        for who, score in zip(entrants, points, strict=True)
    ]


def on_paper(**changes: Any) -> str:
    made = club()
    persons = [add_person(made.pk, caller(OLGA), name).pk for name in ("Paul", "Rita")]
    return announced(settings(**{"rounds": 1, **changes}), persons=persons, of=made)


def test_a_paper_result_ends_the_round_of_a_paper_table(watch: Watch) -> None:
    tournament, olga = on_paper(), caller(OLGA)
    pass_time(watch, FIRST)
    enter_paper_result(tournament, olga, command(), 1, scores(tournament, 40, 61))
    settle_down()
    assert status(tournament) == ("finished", 1, "closed")
    [said] = told(tournament, "result/recorded")
    assert (said["source"], [seat["place"] for seat in said["seats"]]) == ("paper", [2, 1])
    [finished] = told(tournament, "tournament/finished")
    assert [points for _, _, points in finished["standings"]] == [12, 0]


def test_a_result_that_is_there_is_overridden_with_a_reason(watch: Watch) -> None:
    tournament, olga = on_paper(rounds=2), caller(OLGA)
    pass_time(watch, FIRST)
    enter_paper_result(tournament, olga, command(), 1, scores(tournament, 40, 61))
    again = scores(tournament, 62, 61)
    with refused(Conflict, "round/has-result"):
        enter_paper_result(tournament, olga, command(), 1, again)
    with refused(Malformed, "tournament/no-reason"):
        override_result(tournament, olga, command(), 1, again, " ")
    override_result(tournament, olga, command(), 1, again, "The sheet was read wrongly.")
    assert list(Place.objects.order_by("seat").values_list("score", "place")) == [(62, 1), (61, 2)]
    override_result(tournament, olga, command(), 1, [], "Both sheets are lost.", is_void=True)
    assert Table.objects.get().is_void


@pytest.mark.parametrize(
    "seats",
    [
        None,
        [],
        ["Paul"],
        [{"entrant": "e-1", "score": 3}],
        [{"score": 1}, {"score": 2}],
        "first only",
        "no points",
        "no number",
        "more",
    ],
)
def test_a_result_that_does_not_fit_the_table_is_refused(watch: Watch, seats: Any) -> None:
    tournament, olga = on_paper(), caller(OLGA)
    pass_time(watch, FIRST)
    right = scores(tournament, 40, 61)
    wrong = {
        "first only": right[:1],
        "no points": [right[0], {"entrant": right[1]["entrant"], "score": None}],
        "no number": [right[0], {**right[1], "score": "61"}],
        "more": [right[0], {**right[1], "place": 1}],
    }
    said = wrong[seats] if isinstance(seats, str) else seats
    with refused(Malformed, "result/seats"):
        enter_paper_result(tournament, olga, command(), 1, said)


def test_nobody_decides_about_their_own_table(watch: Watch) -> None:
    tournament, olga, otto = announced(settings(rounds=1), "Olga", "Ada"), caller(OLGA), caller("Otto")
    pass_time(watch, FIRST)
    said = scores(tournament, 1, 2)
    with refused(Forbidden, "round/own-table"):
        enter_paper_result(tournament, olga, command(), 1, said)
    with refused(Forbidden, "round/own-table"):
        override_result(tournament, olga, command(), 1, said, "I have won.")
    with refused(NotFound, "round/no-such-table"):
        enter_paper_result(tournament, otto, command(), 7, said)
    mia = caller("Mia")
    with refused(Forbidden, "tournament/not-organiser"):
        enter_paper_result(tournament, mia, command(), 1, said)
    enter_paper_result(tournament, otto, command(), 1, said)
    assert counts(tournament)["result/recorded"] == 1


def test_a_game_that_is_being_played_is_not_entered_from_paper_but_can_be_overridden(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game, said = game_of(tournament, "Ada"), scores(tournament, 30, None)
    with refused(Conflict, "round/on-the-site"):
        enter_paper_result(tournament, olga, command(), 1, said)
    override_result(tournament, olga, command(), 1, said, "Somebody was given help.")
    assert (fold_of(game).is_over, ResultChange.objects.exists()) == (True, False)
    ResultChange.objects.create(game_id=game, made_at=watch.at)
    take_in()
    assert (counts(tournament)["result/overridden"], counts(tournament)["result/recorded"]) == (1, 0)
    settle_down()
    assert status(tournament) == ("finished", 1, "closed")
    assert Place.objects.get(entrant__in=[said[0]["entrant"]]).place == 1


def test_people_who_sat_together_anyway_hand_in_their_sheet(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    game = game_of(tournament, "Ada")
    enter_paper_result(tournament, olga, command(), 1, scores(tournament, 30, 30), "They have met at the club.")
    assert fold_of(game).status == "aborted"
    assert list(Place.objects.values_list("place", flat=True)) == [1, 1]


def test_on_a_shared_deal_nothing_is_entered_before_the_close(watch: Watch) -> None:
    tournament, olga = announced(duplicate(rounds=2, every=2 * HOUR), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    said = [{"entrant": Entrant.objects.order_by("number")[0].pk, "score": 50}]
    with refused(Conflict, "tournament/wrong-moment"):
        enter_paper_result(tournament, olga, command(), 1, said)
    with refused(Conflict, "tournament/wrong-moment"):
        override_result(tournament, olga, command(), 1, said, "So be it.")
    pass_time(watch, HOUR)
    override_result(tournament, olga, command(), 1, said, "So be it.")
    assert Place.objects.get(entrant=entrant(tournament, "Ada")).score == 50


def test_a_decision_ends_with_the_pairings_that_it_was_about(watch: Watch) -> None:
    tournament, olga = announced(duplicate(rounds=2, every=4 * HOUR), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    pass_time(watch, HOUR)
    override_result(tournament, olga, command(), 1, scores(tournament, 12), "They have played on paper.")
    assert is_overridden(tournament, Table.objects.get(number=1))
    reopen_last_round(tournament, olga, command(), after(HOUR), "Somebody has seen the dice.")
    assert not is_overridden(tournament, Table.objects.get(number=1))
