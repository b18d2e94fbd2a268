"""Whatever comes in whatever order: what was counted bit by bit is what a fold from the beginning gives, exactly."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

import pytest

from games.clock.site_time import now
from games.play.models import GameCard, UncountedResult
from tests.sizes import size
from tests.tournaments.ratings.world import (
    BEGIN,
    DUEL,
    DUPLICATE,
    STANDARD,
    Result,
    count,
    deal,
    field_of,
    forfeit,
    hours,
    kept,
    people,
    played,
    random_result,
    reverse,
    store,
    tables,
    void,
)
from tournaments.ratings import generation, rerating
from tournaments.ratings.generation import (
    BUILD_LEASE,
    KEPT_FOR,
    begin_build,
    delete_old_generations,
    has_old_generations,
)
from tournaments.ratings.models import LedgerEntry, Rating, RatingPool
from tournaments.ratings.plackett_luce import ModelRatings, fold_matches
from tournaments.ratings.rebuild import rebuild_ratings
from tournaments.ratings.rerating import finish_build, rerate_pool
from tournaments.ratings.services import update_pool
from tournaments.ratings.values import Change, Match, Skill

pytestmark = pytest.mark.django_db

POOLS = (STANDARD, DUEL, DUPLICATE)


def folded(pool: str) -> list[tuple[object, ...]]:
    """The ledger as a plain fold over the matches gives it, in memory."""
    entries = []
    skills: dict[str, Skill] = {}
    for match, seat, before, after in fold_matches(kept(pool), skills):
        figures = (before.mu, before.sigma, after.mu, after.sigma, after.games)
        entries.append((match.at, match.key, seat.player, seat.place, len(match.seats), *figures))
    return sorted(entries, key=str)


class Season:
    """Random results over some months, one after the other, some of them late, with rulings in between."""

    def __init__(self, seed: int, players: int) -> None:
        self.rng, self.folk = Random(seed), people(players)
        self.games: list[str] = []
        self.voided: list[str] = []
        self.at = BEGIN

    def play(self, results: int) -> None:
        """Let so many results come in."""
        fresh = []
        for _ in range(results):
            self.at += timedelta(minutes=self.rng.randrange(1, 400))
            late = hours(self.rng.randrange(2000)) if self.rng.random() < 0.03 else hours(0)
            fresh.append(random_result(self.rng, self.folk, max(BEGIN, self.at - late)))
        self.games += store(fresh)
        if self.rng.random() < 0.3:
            runners = self.rng.sample(self.folk, self.rng.randrange(2, len(self.folk)))
            scores = [self.rng.randrange(40, 60) for _ in runners]
            self.games += field_of(deal(self.at), runners, scores, self.at - hours(1), forfeits=[0])

    def rule(self) -> None:
        """Void a game of the past that counts; now and then take an earlier voiding back, or let somebody forfeit."""
        game = self.rng.choice([one for one in self.games if one not in self.voided])
        void(game)
        self.voided.append(game)
        if self.rng.random() < 0.3:
            reverse(self.voided.pop(self.rng.randrange(len(self.voided))))
        if self.rng.random() < 0.3:
            forfeit(self.rng.choice(self.games), 0)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_counting_bit_by_bit_gives_what_a_rebuild_from_scratch_gives() -> None:
    season = Season(seed=11, players=size(30, 200))
    results, voidings = size(600, 10_000), size(12, 50)
    for _ in range(voidings):
        season.play(results // voidings // 2)
        count()
        season.play(results // voidings // 2)
        season.rule()
        count()
    assert len(season.games) >= results
    assert GameCard.objects.filter(status="voided").count() == len(season.voided) > voidings // 2
    before = tables(*POOLS)
    assert all(before.values())
    assert RatingPool.objects.get(pk=STANDARD).generation >= voidings // 2
    for pool in POOLS:
        assert before[pool, "LedgerEntry"] == folded(pool)
    rated = list(rebuild_ratings())
    assert (set(rated), len(rated)) == ({None}, sum(len(before[pool, "Rating"]) for pool in POOLS))
    assert tables(*POOLS) == before


def test_the_order_in_which_results_become_known_does_not_matter() -> None:
    rng, folk = Random(5), people(6)
    results = [random_result(rng, folk, BEGIN + hours(at)) for at in range(25)]
    store(rng.sample(results, len(results)))
    UncountedResult.objects.all().delete()
    words = [one.game for one in results]
    for one in rng.sample(words, len(words)):
        UncountedResult.objects.create(game_id=one, made_at=BEGIN)
        count()
    before = tables(STANDARD, DUEL)
    list(rebuild_ratings())
    assert tables(STANDARD, DUEL) == before
    assert before[STANDARD, "LedgerEntry"] == folded(STANDARD)


def test_the_beginning_is_taken_over_and_only_the_rest_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folk = people(4)
    games = [played(folk, [1, 2, 3, 4], BEGIN + hours(30 * at)) for at in range(20)]
    count()
    void(games[15])
    again: list[Match] = []

    def noted(matches: list[Match], skills: dict[str, Skill], ratings: ModelRatings) -> Iterable[Change]:
        again.extend(matches)
        return fold_matches(matches, skills, ratings)

    monkeypatch.setattr(rerating, "fold_matches", noted)
    count()
    assert [match.key for match in again] == games[16:]
    assert tables(STANDARD)[STANDARD, "LedgerEntry"] == folded(STANDARD)


def test_results_go_on_being_counted_while_a_generation_is_built() -> None:
    folk = people(3)
    games = [played(folk, [1, 2, 3], BEGIN + hours(at)) for at in range(8)]
    count()
    void(games[2])
    UncountedResult.objects.all().delete()
    RatingPool.objects.filter(pk=STANDARD).update(stale_at=BEGIN + hours(2), stale_match=games[2])
    build = begin_build(STANDARD)
    assert build is not None
    UncountedResult.objects.create(game_id=games[2], made_at=BEGIN)
    played(folk, [3, 2, 1], BEGIN + hours(20))
    count()
    shown = RatingPool.objects.get(pk=STANDARD)
    assert (shown.generation, shown.match != games[-1], shown.stale_match) == (0, True, games[2])
    assert finish_build(build)
    after = RatingPool.objects.get(pk=STANDARD)
    assert (after.generation, after.stale_match) == (1, games[2]), "what came meanwhile is for the next time"
    update_pool(STANDARD)
    assert tables(STANDARD)[STANDARD, "LedgerEntry"] == folded(STANDARD)
    assert RatingPool.objects.get(pk=STANDARD).stale_at is None


def test_one_at_a_time_builds_and_whoever_has_lost_the_lease_stops() -> None:
    folk = people(2)
    games = [played(folk, [1, 2], BEGIN + hours(at)) for at in range(4)]
    count()
    RatingPool.objects.filter(pk=STANDARD).update(stale_at=BEGIN, stale_match=games[0])
    first = begin_build(STANDARD)
    assert first is not None
    assert begin_build(STANDARD) is None
    assert rerate_pool(STANDARD) is False
    RatingPool.objects.filter(pk=STANDARD).update(building_until=now() - BUILD_LEASE)
    second = begin_build(STANDARD)
    assert second is not None
    assert (second.generation > first.generation, second.start) == (True, first.start)
    assert finish_build(first) is False
    assert finish_build(second) is True
    assert tables(STANDARD)[STANDARD, "LedgerEntry"] == folded(STANDARD)


def test_old_generations_go_after_a_while_some_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation, "DELETED_AT_ONCE", 3)
    folk = people(3)
    games = [played(folk, [1, 2, 3], BEGIN + hours(at)) for at in range(5)]
    count()
    void(games[0])
    count()
    pool = RatingPool.objects.get(pk=STANDARD)
    assert LedgerEntry.objects.exclude(generation=pool.generation).count() == 15
    assert not has_old_generations(pool, now())
    before = tables(STANDARD)
    assert has_old_generations(pool, now() + KEPT_FOR)
    assert delete_old_generations(STANDARD) > 15
    assert not LedgerEntry.objects.exclude(generation=pool.generation).exists()
    assert not Rating.objects.exclude(generation=pool.generation).exists()
    assert tables(STANDARD) == before


def test_a_board_says_what_was_played_in_its_period() -> None:
    folk = people(4)
    places = [1, 2, 2, 2]
    first = Result(folk, places, BEGIN)
    store([first, Result(folk, places, BEGIN + hours(1)), Result(folk, places, BEGIN + hours(24))])
    count()
    rows = {(row[0], row[5]): row for row in tables(STANDARD)[STANDARD, "BoardRow"] if row[2] > 1500}
    assert sorted(rows) == [
        ("2026-03", 3), ("2026-03-02", 2), ("2026-03-03", 1), ("2026-q1", 3), ("2026-w10", 3), ("all", 3)
    ]  # fmt: skip
    assert rows["2026-03-03", 1][3] == rows["2026-03-02", 2][2], "a day begins with what the day before has left"
    assert rows["all", 3][3] is None
    assert all(row[6] for row in rows.values())
