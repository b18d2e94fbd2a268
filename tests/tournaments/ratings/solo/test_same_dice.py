"""Luck and skill on shared dice: places and percentiles with ties, how kind the dice were, and who may know of it."""

from random import Random

import pytest

from games.clock.site_time import now
from games.play.deals import make_deal
from games.play.models import Deal
from tests.games.sample_tables import account
from tests.tournaments.dealt_rounds import dealt
from tests.tournaments.ratings.solo.runs import ended_run
from tests.tournaments.ratings.solo.test_services import counted
from tournaments.ratings.players import make_players
from tournaments.ratings.solo.same_dice import MOST_BARS, WIDTH, FieldRun, chart_of_field, deal_field, place_in_field
from tournaments.ratings.solo.selectors import field_of, luck_and_skill_of, replayed_place


def runs(*scores: int) -> list[FieldRun]:
    """Runs with these scores; one that was forfeited is written with a minus."""
    return [FieldRun(f"g-{at}", abs(score), score < 0, score >= 0) for at, score in enumerate(scores)]


def closed_deal() -> Deal:
    """A shared deal of a round that is closed."""
    deal = dealt(make_deal(is_shared=True))
    deal.closed_at = now()
    deal.save()
    return deal


class TestPlaces:
    def test_who_is_level_shares_a_place_and_counts_half(self) -> None:
        found = deal_field(runs(100, 80, 80, 60, 120))
        assert [(placed.run.score, placed.place, placed.percentile) for placed in found.runs] == [
            (120, 1, 100),
            (100, 2, 75),
            (80, 3, 37.5),
            (80, 3, 37.5),
            (60, 5, 0),
        ]

    def test_percentiles_of_a_field_have_their_middle_at_fifty(self) -> None:
        dice = Random(3)
        for _ in range(20):
            found = deal_field(runs(*(dice.randrange(40, 60) for _ in range(dice.randrange(2, 40)))))
            shares = [placed.percentile or 0 for placed in found.runs]
            assert sum(shares) / len(shares) == pytest.approx(50)

    def test_who_has_forfeited_comes_last_whatever_the_score(self) -> None:
        found = deal_field(runs(-200, 50, -10))
        assert [(placed.run.score, placed.place, placed.percentile) for placed in found.runs] == [
            (50, 1, 100),
            (200, 2, 25),
            (10, 2, 25),
        ]

    def test_alone_nobody_is_left_behind(self) -> None:
        [placed] = deal_field(runs(70)).runs
        assert (placed.place, placed.percentile) == (1, None)

    def test_a_run_for_fun_is_placed_among_the_others_without_being_one_of_them(self) -> None:
        others = runs(100, 80, 60)
        placed = place_in_field(others, FieldRun("g-fun", 80))
        assert (placed.place, placed.percentile) == (2, 50)
        assert place_in_field([], FieldRun("g-fun", 80)).percentile is None


class TestDice:
    @pytest.mark.parametrize(("mean", "verdict"), [(106, "kind"), (94, "harsh"), (102, "ordinary"), (100, "ordinary")])
    def test_the_dice_are_what_the_field_has_made_of_them(self, mean: int, verdict: str) -> None:
        found = deal_field(runs(mean, mean), usual=100.0)
        assert (found.verdict, found.kindness) == (verdict, mean - 100)

    def test_runs_that_were_not_finished_say_nothing_of_the_dice(self) -> None:
        found = deal_field(runs(100, 90, -5))
        assert (found.mean, found.median) == (95, 95)
        assert (found.verdict, found.kindness) == (None, None)
        assert deal_field(runs(-5)).mean is None


class TestChart:
    def test_every_run_is_in_one_bar_and_bars_fill_the_width(self) -> None:
        dice = Random(5)
        for most in (70, 200, 3000):
            scores = [dice.randrange(60, most) for _ in range(50)]
            drawn = chart_of_field(deal_field(runs(*scores)), [scores[0]])
            assert sum(bar.runs for bar in drawn.bars) == 50
            assert len(drawn.bars) <= MOST_BARS
            assert drawn.bars[-1].x + drawn.bars[-1].width <= WIDTH
            [own] = [bar for bar in drawn.bars if bar.is_own]
            assert own.lowest <= scores[0] <= own.highest
            assert drawn.mean_x is not None
            assert 0 <= drawn.mean_x <= WIDTH

    def test_nobody_is_drawn_without_a_field(self) -> None:
        assert chart_of_field(deal_field([])).bars == ()


@pytest.mark.django_db
class TestStored:
    def test_the_field_is_that_of_the_tournament_alone(self) -> None:
        deal = closed_deal()
        for name, score in (("Ada", 100), ("Bob", 80)):
            ended_run(name, score, deal=deal, tournament="t-1")
        ended_run("Cleo", 999, deal=deal, tournament="t-1", status="voided")
        again = ended_run("Dan", 90, deal=deal, is_rated=False)
        found = field_of(deal.pk)
        assert [placed.run.score for placed in found.runs] == [100, 80]
        assert (found.mean, found.usual) == (90, None)
        placed = replayed_place(deal.pk, again)
        assert placed is not None
        assert (placed.place, placed.percentile) == (2, 50)

    def test_dice_are_compared_with_all_dice_at_the_same_level(self) -> None:
        kind, harsh = closed_deal(), closed_deal()
        for deal, scores in ((kind, (120, 130)), (harsh, (70, 80))):
            for name, score in zip(("Ada", "Bob"), scores, strict=True):
                ended_run(name, score, deal=deal, tournament="t-1")
        ended_run("Ada", 10, deal=closed_deal(), tournament="t-2", level=4)
        open_deal = make_deal(is_shared=True)
        ended_run("Ada", 500, deal=open_deal, tournament="t-3")
        assert field_of(kind.pk).usual == field_of(harsh.pk).usual == 100
        assert (field_of(kind.pk).verdict, field_of(harsh.pk).verdict) == ("kind", "harsh")
        assert field_of(open_deal.pk).runs == ()

    def test_skill_and_luck_are_means_over_the_runs_of_somebody(self) -> None:
        games = []
        for scores in ((120, 130), (70, 60)):
            deal = closed_deal()
            games += [
                ended_run(name, score, deal=deal, tournament="t-1")
                for name, score in zip(("Ada", "Bob"), scores, strict=True)
            ]
        counted(*games)
        found = luck_and_skill_of(make_players([account("Ada").pk])[account("Ada").pk])
        assert (found.runs, found.skill, found.luck) == (2, 50, 0)
        nobody = luck_and_skill_of(None)
        assert (nobody.runs, nobody.skill, nobody.luck) == (0, None, None)
