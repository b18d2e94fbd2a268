"""Results become matches, and matches change ratings: once each, in their order, and only what counts."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from games.clock.site_time import now
from games.play.models import Deal, GameCard, PlayerGame, UncountedResult
from tests.tournaments.ratings.ledger_lines import changes_in
from tests.tournaments.ratings.world import (
    BEGIN,
    DUPLICATE,
    LATER,
    STANDARD,
    count,
    deal,
    field_of,
    forfeit,
    hours,
    kept,
    people,
    played,
    reverse,
    tables,
    void,
)
from tournaments.ratings import match_store, services
from tournaments.ratings.match_store import store_matches
from tournaments.ratings.matches import CountedMatch
from tournaments.ratings.models import LedgerEntry, RatedMatch, RatingPool
from tournaments.ratings.players import players_of
from tournaments.ratings.selectors import ratings_of
from tournaments.ratings.services import count_waiting_results, is_counting_due

pytestmark = pytest.mark.django_db


def test_a_word_is_struck_off_and_the_result_counted_once() -> None:
    game = played(people(2), [1, 2])
    assert count() == 1
    before = tables(STANDARD)
    assert not UncountedResult.objects.exists()
    UncountedResult.objects.create(game_id=game, made_at=BEGIN)
    assert count() == 1
    assert tables(STANDARD) == before
    assert LedgerEntry.objects.count() == 2


def test_a_fresh_word_waits_so_that_results_come_in_their_order() -> None:
    game = played(people(2), [1, 2])
    UncountedResult.objects.update(made_at=now())
    assert (count_waiting_results(), is_counting_due(now())) == (0, False)
    assert is_counting_due(now() + timedelta(seconds=2))
    assert count() == 1
    assert changes_in(game)
    assert not is_counting_due(LATER - timedelta(days=1))


@pytest.mark.parametrize(
    "card", [{"is_rated": False}, {"status": "voided"}, {"status": "aborted"}, {"status": "running"}]
)
def test_what_does_not_count_is_nowhere(card: dict[str, object]) -> None:
    played(people(2), [1, 2], card=card)
    assert count() == 1
    assert not RatedMatch.objects.exists()


def test_a_game_with_a_bot_or_with_somebody_unknown_does_not_count() -> None:
    bots, unknown = played(people(2), [1, 2]), played(people(2), [1, 2])
    PlayerGame.objects.filter(game=bots, seat=1).update(account=None, bot="greedy")
    PlayerGame.objects.filter(game=unknown, seat=1).update(account=None)
    count()
    assert not RatedMatch.objects.exists()


def test_a_solo_game_is_no_match() -> None:
    played(people(1), [1], variant="solo")
    count()
    assert not RatedMatch.objects.exists()


def test_runs_on_a_deal_count_once_it_is_closed_and_tell_nothing_before() -> None:
    runners = people(3)
    on = deal(None)
    games = field_of(on, runners, [60, 80, 60], BEGIN)
    count()
    assert (RatedMatch.objects.count(), RatingPool.objects.count()) == (0, 0)
    Deal.objects.filter(pk=on.pk).update(closed_at=BEGIN + hours(3))
    UncountedResult.objects.bulk_create(UncountedResult(game_id=game, made_at=BEGIN) for game in games)
    count()
    ids, lines = players_of(runners), changes_in(on.pk)
    assert [lines[ids[runner]].place for runner in runners] == [2, 1, 2]
    assert {line.at for line in lines.values()} == {BEGIN + hours(3)}
    assert [len(match.seats) for match in kept(DUPLICATE)] == [3]


def test_a_field_is_read_once_however_many_portions_its_words_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    runners = people(9)
    on = deal(BEGIN)
    field_of(on, runners, range(60, 69), BEGIN)
    monkeypatch.setattr(services, "AT_MOST", 2)
    fields: list[int] = []

    def noted(news: Mapping[str, CountedMatch]) -> None:
        fields.extend(len(one.match.seats) for one in news.values() if one.match)
        store_matches(news)

    monkeypatch.setattr(match_store, "store_matches", noted)
    assert count() == 9
    assert fields == [9]
    assert [len(match.seats) for match in kept(DUPLICATE)] == [9]


def test_a_run_that_cannot_be_counted_keeps_the_field_from_nothing() -> None:
    runners = people(4)
    on = deal(BEGIN)
    games = field_of(on, runners, [60, 80, 70, 50], BEGIN)
    UncountedResult.objects.filter(pk=games[3]).update(made_at=now() + timedelta(minutes=1))
    count_waiting_results()
    assert [len(match.seats) for match in kept(DUPLICATE)] == [4]


def test_a_voided_run_leaves_the_field_and_a_forfeited_one_comes_last() -> None:
    runners = people(4)
    on = deal(BEGIN)
    games = field_of(on, runners, [60, 80, 70, 50], BEGIN)
    count()
    void(games[1])
    count()
    ids = players_of(runners)
    assert {ids[runners[1]]} == ids.values() - changes_in(on.pk).keys()
    forfeit(games[2], 0)
    count()
    assert [changes_in(on.pk)[ids[runners[at]]].place for at in (0, 2, 3)] == [1, 3, 2]


def test_a_run_for_fun_on_a_closed_deal_is_none_of_the_field() -> None:
    runners = people(3)
    on = deal(BEGIN)
    games = field_of(on, runners, [60, 80, 70], BEGIN)
    GameCard.objects.filter(pk=games[2]).update(tournament=None)
    count()
    assert [len(match.seats) for match in kept(DUPLICATE)] == [2]


def test_a_result_that_comes_late_counts_where_it_belongs() -> None:
    folk = people(4)
    played(folk[:2], [1, 2], BEGIN + hours(5))
    played(folk[2:], [1, 2], BEGIN + hours(7))
    count()
    late = played([folk[0], folk[2]], [1, 2], BEGIN)
    count()
    assert kept(STANDARD)[0].key == late
    assert {line.before.games for line in changes_in(late).values()} == {0}
    assert RatingPool.objects.get().generation > 0


def test_games_that_end_at_the_same_moment_come_by_their_ids() -> None:
    folk = people(2)
    for mark in "cab":
        played(folk, [1, 2], game=f"g-{mark * 24}")
        count()
    assert [match.key[2] for match in kept(STANDARD)] == ["a", "b", "c"]
    assert {line.before.games for line in changes_in(f"g-{'b' * 24}").values()} == {1}


def test_rulings_are_followed_and_followed_back() -> None:
    folk = people(3)
    games = [played(folk, places, BEGIN + hours(at)) for at, places in enumerate(([1, 2, 3], [2, 1, 3], [3, 3, 1]))]
    count()
    before = tables(STANDARD)
    void(games[1])
    count()
    assert (tables(STANDARD) == before, changes_in(games[1])) == (False, {})
    reverse(games[1])
    count()
    assert tables(STANDARD) == before
    forfeit(games[0], 0)
    count()
    assert changes_in(games[0])[players_of(folk)[folk[0]]].place == 3


def test_nobody_stands_anywhere_once_their_only_game_is_voided() -> None:
    folk = people(2)
    void(game := played(folk, [1, 2]))
    reverse(game)
    count()
    void(game)
    count()
    assert ratings_of(players_of(folk)[folk[0]]) == []
    assert not any(tables(STANDARD).values())


def test_one_result_that_cannot_be_counted_keeps_no_other_from_it() -> None:
    folk = people(4)
    good = played(folk[:2], [1, 2])
    bad = played(folk[2:3], [1], variant="solo", card={"key": "nope"})
    count()
    assert changes_in(good)
    assert UncountedResult.objects.values_list("pk", flat=True).get() == bad
    assert UncountedResult.objects.get().made_at > now()
