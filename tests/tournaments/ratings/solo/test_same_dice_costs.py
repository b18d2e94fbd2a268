"""What is said of luck and skill costs the same however many runs were ever played, and is right."""

from datetime import timedelta
from random import Random
from statistics import fmean
from typing import Any

import pytest
from django.db import connection

from games.play.models import GameCard
from tests.tournaments.ratings.world import BEGIN, deal, field_of, hours, people
from tournaments.ratings.players import make_players
from tournaments.ratings.solo import selectors
from tournaments.ratings.solo.selectors import field_of as stored_field_of
from tournaments.ratings.solo.selectors import luck_and_skill_of
from tournaments.ratings.solo.services import store_runs

pytestmark = pytest.mark.django_db

SETUP = ("brikks", "solo", "1")


def rounds(many: int, somebody: list[int], rng: Random) -> list[str]:
    """So many closed rounds that all of some have played; few scores, so that many tie, and some are forfeited."""
    made = []
    for number in range(many):
        dice, at = deal(BEGIN + hours(number)), BEGIN + hours(number)
        scores, given_up = [rng.randrange(60, 66) for _ in somebody], rng.sample(range(len(somebody)), 2)
        store_runs(field_of(dice, somebody, scores, at, given_up))
        made.append(dice.pk)
    return made


def own_run(account: int, deal_id: str) -> Any:
    """Somebody's run in the field of a deal, as the page of the deal shows it."""
    field = stored_field_of(deal_id)
    own = GameCard.objects.get(deal=deal_id, game__players__account=account)
    return field.find(own.pk), field


@pytest.mark.parametrize("seed", range(3))
def test_what_the_database_counts_is_what_the_fields_say(seed: int) -> None:
    somebody = people(8)
    deals = rounds(5, somebody, Random(seed))
    players = make_players(somebody)
    for account in somebody:
        runs = [own_run(account, one) for one in deals]
        found = luck_and_skill_of(players[account])
        assert found.runs == 5
        assert found.skill == pytest.approx(fmean(placed.percentile for placed, _ in runs))
        assert found.luck == pytest.approx(fmean(field.kindness for _, field in runs))


def test_only_the_latest_runs_of_somebody_are_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = people(4)
    deals = rounds(4, somebody, Random(1))
    monkeypatch.setattr(selectors, "LATEST", 2)
    found = luck_and_skill_of(make_players(somebody)[somebody[0]])
    assert found.runs == 2
    assert found.skill == fmean(own_run(somebody[0], one)[0].percentile for one in deals[2:])


def test_the_usual_mean_is_that_of_the_latest_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = people(2)
    dice = [deal(BEGIN + hours(number)) for number in range(3)]
    for number, score in enumerate((10, 80, 90)):
        field_of(dice[number], somebody, [score, score], BEGIN + timedelta(hours=number))
    assert stored_field_of(dice[0].pk).usual == 60
    monkeypatch.setattr(selectors, "MEASURED", 4)
    assert stored_field_of(dice[0].pk).usual == 85


def test_questions_are_as_many_for_many_runs_as_for_few(django_assert_num_queries: Any) -> None:
    for many in (2, 12):
        somebody = people(many + 2)
        rounds(many, somebody, Random(many))
        player = make_players(somebody)[somebody[0]]
        with django_assert_num_queries(4):
            luck_and_skill_of(player)


def test_the_latest_runs_of_a_level_are_found_by_an_index_in_their_order() -> None:
    rounds(3, people(4), Random(2))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    plan = selectors._latest_complete(SETUP).values("deal")[: selectors.MEASURED].explain()
    assert "cards_finished_in_tournaments" in plan, plan
    assert "Sort" not in plan, plan
    assert "TEMP B-TREE" not in plan, plan
