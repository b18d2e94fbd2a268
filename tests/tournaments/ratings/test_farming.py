"""Rating is won by playing, against several people: who only sits down and leaves, or plays with a friend alone, gets
no place by it."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from games.models import UncountedResult
from games.services import act
from tests.games.tables import PEOPLE, account, caller, command, fold_of, move, play_until, table
from tests.tournaments.clubs import viewer
from tests.tournaments.ratings.lines import changes_in
from tests.tournaments.ratings.world import (
    BEGIN,
    DUEL,
    LATER,
    STANDARD,
    count,
    hours,
    kept,
    people,
    played,
    tables,
    void,
)
from tournaments.audit.ratings import check_ratings
from tournaments.leaderboards.choosing import choose
from tournaments.leaderboards.periods import PERIODS
from tournaments.models import BoardRow, RatedMatch, RatingPool
from tournaments.ratings.counting import is_due
from tournaments.ratings.rebuilding import rebuild_ratings
from tournaments.selectors.leaderboards import see_leaderboard, see_own

pytestmark = pytest.mark.django_db
WHY = "This game changes no rating"


def begun() -> str:
    """A rated duel in which Ada and Bob have done nothing yet but place their start blocks."""
    game = table("duel", rated=True)
    play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase != "start")
    return game


def have_answered(game: str, *seats: int) -> None:
    """Let seats answer the first roll, in this order."""
    play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase == "moves")
    for seat in seats:
        move(game, seat)


def give_up(game: str, name: str) -> None:
    """Let somebody resign."""
    act(game, caller(name), command(), {"kind": "drop", "seat": PEOPLE.index(name), "reason": "resign"}, None)


def said_on_page(game: str) -> str:
    """The page of a game as Ada sees it."""
    client = Client()
    client.force_login(account("Ada"))
    return client.get(f"/games/{game}/").content.decode()


@pytest.mark.parametrize("answering", [(), (0,), (1,)])
def test_a_game_that_somebody_leaves_before_answering_counts_for_nobody(answering: tuple[int, ...]) -> None:
    game = begun()
    if answering:
        have_answered(game, *answering)
    give_up(game, "Bob" if answering != (1,) else "Ada")
    assert fold_of(game).is_over
    count()
    assert not RatedMatch.objects.exists()
    assert WHY in said_on_page(game)
    list(rebuild_ratings())
    assert not RatedMatch.objects.exists()
    assert check_ratings().findings == []


def test_whoever_leaves_after_answering_once_has_lost() -> None:
    game = begun()
    have_answered(game, 0, 1)
    give_up(game, "Bob")
    count()
    assert [seat.place for seat in kept(DUEL)[0].seats] == [1, 2]
    assert WHY not in said_on_page(game)


def test_what_the_clock_does_for_somebody_is_no_answer_of_theirs() -> None:
    folk = people(2)
    played(folk, [1, 2], forfeits=[1], answered=[0], variant="duel")
    count()
    assert not RatedMatch.objects.exists()


def test_a_tournament_game_counts_whoever_stays_away() -> None:
    game = played(people(2), [1, 2], forfeits=[1], answered=[0], card={"tournament": "t-1"})
    count()
    assert changes_in(game)


def test_whoever_plays_with_a_friend_alone_is_on_no_leaderboard() -> None:
    ada, bob = account("Ada").pk, account("Bob").pk
    for at in range(5):
        played([ada, bob], [1, 2], BEGIN + hours(at), variant="duel")
    count()
    for kind in PERIODS:
        choice = choose("duel", {"period": kind}, BEGIN)
        assert see_leaderboard(choice, viewer(None)).players == 0
        own = see_own(choice, viewer("Ada"))
        assert own is not None
        people_missing = 1 if kind in ("week", "day") else 2
        assert (own.missing, own.missing_opponents) == (people_missing, people_missing)


def test_a_place_comes_with_the_third_opponent_of_a_period_and_goes_with_a_ruling() -> None:
    ada, *others = [account(name).pk for name in ("Ada", "Bob", "Cleo", "Dan")]
    months = [played([ada, other], [1, 2], BEGIN + hours(24 * at)) for at, other in enumerate((*others, *others[:1]))]
    count()
    assert listed("Ada") == {"2026-03", "2026-q1", "2026-w10", "all"}
    void(months[1])
    count()
    assert listed("Ada") == {"2026-w10"}
    assert check_ratings().findings == []
    before = tables(STANDARD)
    list(rebuild_ratings())
    assert tables(STANDARD) == before


def listed(name: str) -> set[str]:
    """The periods in which somebody has a place."""
    generation = RatingPool.objects.get(pk=STANDARD).generation
    rows = BoardRow.objects.filter(pool=STANDARD, generation=generation, player__account=account(name), is_listed=True)
    return set(rows.values_list("period", flat=True))


def test_all_opponents_of_one_match_count_and_nobody_twice() -> None:
    folk = people(5)
    for at in range(3):
        played(folk, [1, 2, 3, 4, 5], BEGIN + hours(at))
    count()
    generation = RatingPool.objects.get(pk=STANDARD).generation
    met = BoardRow.objects.filter(pool=STANDARD, generation=generation, period="all").values_list("met", flat=True)
    assert [len(set(one.split())) for one in met] == [3] * 5
    assert all(one.endswith(":1") for text in met for one in text.split())


def test_what_was_there_before_is_computed_again_after_the_upgrade() -> None:
    folk = people(4)
    games = [played(folk, [1, 2, 3, 4], BEGIN + hours(at)) for at in range(3)]
    left = played(folk[:2], [1, 2], BEGIN + hours(4), forfeits=[1], answered=[0])
    count()
    before = tables(STANDARD)
    BoardRow.objects.update(met="")
    migration = import_module("tournaments.migrations.0006_several_opponents")
    migration.have_computed_again(apps, None)
    migration.leave_words(apps, None)
    assert list(UncountedResult.objects.values_list("pk", flat=True)) == [left]
    assert is_due(LATER)
    count()
    assert [match.key for match in kept(STANDARD)] == games
    assert tables(STANDARD) == before
