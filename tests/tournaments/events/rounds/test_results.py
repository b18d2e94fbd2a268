"""Results on paper and overrides: never about one's own table, never without a reason where one is needed."""

from typing import Any

import pytest

from engine.errors import Malformed
from engine.protocol import Json
from games.play.models import ResultChange, UncountedResult
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command, fold_of
from tests.tournaments.events.rounds.world import (
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
from tests.tournaments.refusals import everything, refused
from tests.tournaments.sample_clubs import club
from tournaments.audit.tournaments import check_tournament
from tournaments.clubs.services.persons import add_person
from tournaments.events.models import Entrant, Place, Table
from tournaments.events.rounds.results import take_in_results
from tournaments.events.services import results
from tournaments.events.services.results import enter_paper_result, override_result, take_back_result
from tournaments.events.services.schedule import reopen_last_round
from tournaments.notices.models import Notice
from tournaments.notices.words import notice_in_words

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
        "more": [right[0], {**right[1], "rows": 1}],
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
    take_in_results()
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
    assert Table.objects.get(number=1).is_overridden
    reopen_last_round(tournament, olga, command(), after(HOUR), "Somebody has seen the dice.")
    assert not Table.objects.get(number=1).is_overridden


def named(tournament: str, *places: int) -> list[Json]:
    """Places for those of the first table, without points."""
    return [
        {"entrant": seat["entrant"], "place": place}
        for seat, place in zip(scores(tournament, *places), places, strict=True)
    ]


def stands(tournament: str) -> tuple[Any, ...]:
    """How the first table came out, and how that was entered."""
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    seats = Place.objects.filter(table=table).order_by("seat").values_list("place", "score", "has_forfeited")
    return table.is_done, table.is_void, table.entered, list(seats)


NOTHING = (False, False, "", [(None, None, False)] * 2)


def test_a_duel_on_paper_is_entered_by_its_winner_and_taken_back(watch: Watch) -> None:
    tournament, olga = on_paper(variant="duel", rounds=2), caller(OLGA)
    pass_time(watch, FIRST)
    assert stands(tournament) == NOTHING
    with refused(Malformed, "result/places"):
        enter_paper_result(tournament, olga, command(), 1, scores(tournament, 40, 61))
    enter_paper_result(tournament, olga, command(), 1, named(tournament, 1, 2))
    settle_down()
    assert stands(tournament) == (True, False, "paper", [(1, None, False), (2, None, False)])
    assert status(tournament) == ("running", 2, "open"), "the round is over with its last result"
    with refused(Malformed, "tournament/no-reason"):
        take_back_result(tournament, olga, command(), 1, "", 1)
    assert check_tournament(tournament).findings == []


def test_what_is_taken_back_while_the_round_is_open_can_be_entered_again(watch: Watch) -> None:
    made = club()
    persons = [add_person(made.pk, caller(OLGA), name).pk for name in ("Paul", "Rita", "Sam", "Tess")]
    tournament, olga = announced(settings(variant="duel"), persons=persons, of=made), caller(OLGA)
    pass_time(watch, FIRST)
    enter_paper_result(tournament, olga, command(), 1, named(tournament, 1, 2))
    entered = stands(tournament)
    override_result(tournament, olga, command(), 1, named(tournament, 2, 1), "The sheet was read wrongly.")
    assert stands(tournament) == (True, False, "override", [(2, None, False), (1, None, False)])
    take_back_result(tournament, olga, command(), 1, "It was read well.")
    assert stands(tournament) == entered, "what was entered first is what was played"
    again = command()
    receipt = take_back_result(tournament, olga, again, 1, "They play once more.")
    assert stands(tournament) == NOTHING
    assert take_back_result(tournament, olga, again, 1, "They play once more.") == receipt
    with refused(Conflict, "result/not-entered"):
        take_back_result(tournament, olga, command(), 1, "They play once more.")
    [first, second] = told(tournament, "result/taken-back")
    assert [seat["place"] for seat in first["seats"]] == [1, 2]
    assert (second["seats"], [seat["place"] for seat in second["was"]["seats"]]) == (None, [1, 2])
    enter_paper_result(tournament, olga, command(), 1, named(tournament, 1, 1))
    assert check_tournament(tournament).findings == []
    assert told(tournament, "result/recorded")[-1]["was"] is None


def test_what_is_taken_back_once_the_round_is_closed_is_as_if_nothing_had_been_entered(watch: Watch) -> None:
    tournament, olga = on_paper(rounds=2), caller(OLGA)
    pass_time(watch, FIRST)
    enter_paper_result(tournament, olga, command(), 1, scores(tournament, 40, 61))
    settle_down()
    take_back_result(tournament, olga, command(), 1, "Both sheets are forged.", 1)
    assert Table.objects.get(round__number=1).is_void
    assert check_tournament(tournament).findings == []


def test_a_result_is_corrected_after_the_tournament_is_over(watch: Watch) -> None:
    tournament, olga = on_paper(), caller(OLGA)
    pass_time(watch, FIRST)
    enter_paper_result(tournament, olga, command(), 1, scores(tournament, 40, 61))
    settle_down()
    assert status(tournament) == ("finished", 1, "closed")
    override_result(tournament, olga, command(), 1, scores(tournament, 61, 40), "The sheets were swapped.")
    assert stands(tournament) == (True, False, "override", [(1, 61, False), (2, 40, False)])
    take_back_result(tournament, olga, command(), 1, "They were not.")
    assert stands(tournament) == (True, False, "paper", [(2, 40, False), (1, 61, False)])


def test_a_game_that_was_called_off_for_a_result_is_not_played_on_when_that_is_taken_back(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    override_result(tournament, olga, command(), 1, named(tournament, 1, 2), "Bob was helped.")
    take_back_result(tournament, olga, command(), 1, "He was not.")
    assert stands(tournament) == NOTHING
    pass_time(watch, HOUR)
    assert (status(tournament)[2], Table.objects.get().is_void) == ("closed", True)
    assert check_tournament(tournament).findings == []


def test_nothing_is_written_if_the_table_has_got_another_result_since_somebody_looked(watch: Watch) -> None:
    tournament, olga = on_paper(rounds=2), caller(OLGA)
    pass_time(watch, FIRST)
    seen = enter_paper_result(tournament, olga, command(), 1, scores(tournament, 40, 61)).seq
    override_result(tournament, olga, command(), 1, scores(tournament, 41, 61), "Once more.", 1, expected=seen)
    with refused(Conflict, "result/stale"):
        override_result(tournament, olga, command(), 1, scores(tournament, 42, 61), "Once more.", 1, expected=seen)
    with refused(Conflict, "result/stale"):
        take_back_result(tournament, olga, command(), 1, "Once more.", 1, expected=seen)
    with refused(Malformed, "result/expected"):
        take_back_result(tournament, olga, command(), 1, "Once more.", 1, expected="1")  # type: ignore[arg-type]
    assert stands(tournament)[3] == [(2, 41, False), (1, 61, False)]


def test_points_beside_a_table_that_counts_for_nobody_are_refused(watch: Watch) -> None:
    tournament, olga = on_paper(rounds=2), caller(OLGA)
    pass_time(watch, FIRST)
    with refused(Malformed, "result/void"):
        override_result(tournament, olga, command(), 1, scores(tournament, 40, 61), "So be it.", is_void=True)
    assert stands(tournament) == NOTHING


def test_those_at_the_table_are_told_what_the_result_was_and_what_it_is(watch: Watch) -> None:
    tournament, olga = announced(settings(variant="duel"), "Ada", "Bob", "Cleo", "Dan"), caller(OLGA)
    pass_time(watch, FIRST)
    names = list(Place.objects.filter(table__number=1).order_by("seat").values_list("entrant__account__display_name"))
    [[one], [other]] = names
    Notice.objects.all().delete()
    enter_paper_result(tournament, olga, command(), 1, named(tournament, 1, 2))
    override_result(tournament, olga, command(), 1, named(tournament, 2, 1), "The sheet was read wrongly.")
    take_back_result(tournament, olga, command(), 1, "It was read well.")
    notices = Notice.objects.order_by("pk")
    assert {notice.account.display_name for notice in notices} == {one, other}
    told_to_one = [notice_in_words(notice).sentence for notice in notices if notice.account.display_name == one]
    about = "An organiser has decided about the result of your table in round 1 of Bricks for all."
    first, second = f"{one} has won against {other}", f"{other} has won against {one}"
    assert told_to_one == [
        f"{about} Before: no result. Now: {first}.",
        f"{about} Before: {first}. Now: {second}.",
        f"{about} Before: {second}. Now: {first}.",
    ]


def test_what_is_cut_off_at_its_very_end_has_changed_nothing(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, olga = announced(settings(variant="duel", is_rated=True), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    before, game = everything(), fold_of(game_of(tournament, "Ada"))

    def die(*args: Any, **more: Any) -> None:
        assert UncountedResult.objects.exists(), "word for ratings is left in the same transaction"
        raise KeyboardInterrupt

    monkeypatch.setattr(results, "notify_about", die)
    with pytest.raises(KeyboardInterrupt):
        override_result(tournament, olga, command(), 1, named(tournament, 1, 2), "Bob was helped.")
    assert (everything(), UncountedResult.objects.exists()) == (before, False)
    assert fold_of(game_of(tournament, "Ada")).seq == game.seq
