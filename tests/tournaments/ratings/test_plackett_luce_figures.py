"""The figures that openskill publishes for its model come out of our ledger, for any number of seats and ties.

They are those of the tests of its implementations, which agree with each other: `ranks` for four newcomers, ties of
three and of four. Everything else is compared with calling the library directly.
"""

from random import Random

import pytest
from openskill.models import PlackettLuce

from tests.tournaments.ratings.ledger_lines import changes_in, history_of
from tests.tournaments.ratings.world import (
    BEGIN,
    DUEL,
    DUPLICATE,
    STANDARD,
    count,
    deal,
    field_of,
    hours,
    people,
    played,
    random_result,
    store,
)
from tournaments.ratings.models import LedgerEntry, RatedMatch
from tournaments.ratings.players import players_of
from tournaments.ratings.selectors import ratings_of

pytestmark = pytest.mark.django_db

WON, LOST = (27.635389493140497, 8.06590141354368), (22.364610506859503, 8.06590141354368)


def figures(accounts: list[int], match: str) -> list[tuple[float, float]]:
    """What a match has made of everybody."""
    lines, ids = changes_in(match), players_of(accounts)
    return [lines[ids[account]].after[:2] for account in accounts]


@pytest.mark.parametrize(
    ("places", "published"),
    [
        ([1, 2], [WON, LOST]),
        ([2, 1], [LOST, WON]),
        ([1, 1, 1], [(25, 8.205243377397993)] * 3),
        ([1, 1, 1, 1], [(25, 8.263571791259416)] * 4),
        (
            [2, 1, 4, 3],
            [
                (26.55291815138952, 8.17961798837266),
                (27.795252672501135, 8.263571791259416),
                (20.962412806387245, 8.084127880168786),
                (24.689416369722096, 8.084127880168786),
            ],
        ),
    ],
)
def test_published_figures_come_out_of_the_ledger(places: list[int], published: list[tuple[float, float]]) -> None:
    seated = people(len(places))
    game = played(seated, places)
    count()
    assert figures(seated, game) == published


def test_a_rating_is_shown_as_one_number_with_its_uncertainty() -> None:
    seated = people(2)
    played(seated, [1, 2])
    count()
    [rating] = ratings_of(players_of(seated)[seated[0]])
    assert (rating.pool, rating.skill.shown, rating.skill.deviation, rating.skill.games) == (STANDARD, 1611, 339, 1)
    assert rating.is_provisional


def test_a_long_history_is_what_the_library_gives_game_by_game() -> None:
    rng, folk = Random(7), people(9)
    results = [random_result(rng, folk, BEGIN + hours(number)) for number in range(40)]
    store(results)
    count()
    model, ids = PlackettLuce(), players_of(folk)
    for variant, pool in (("standard", STANDARD), ("duel", DUEL)):
        known = {account: model.rating() for account in folk}
        for one in (one for one in results if one.variant == variant):
            rated = model.rate([[known[account]] for account in one.accounts], ranks=[*map(float, one.places)])
            known |= {account: after for account, [after] in zip(one.accounts, rated, strict=True)}
        for account, rating in known.items():
            lines = history_of(ids[account], pool)
            assert [line.after.games for line in lines] == list(range(1, len(lines) + 1))
            if lines:
                assert lines[-1].after[:2] == (rating.mu, rating.sigma)


def test_a_forfeit_comes_last_whatever_it_had_scored() -> None:
    seated = people(3)
    game = played(seated, [1, 3, 2], scores=[50, 90, 40], forfeits=[1])
    count()
    ids, lines = players_of(seated), changes_in(game)
    assert [lines[ids[account]].place for account in seated] == [1, 3, 2]
    assert lines[ids[seated[1]]].after.shown < lines[ids[seated[1]]].before.shown


def test_a_large_field_on_one_deal_is_one_match() -> None:
    runners = people(300)
    on = deal(BEGIN + hours(2))
    scores = [Random(3).randrange(40, 90) for _ in runners]
    field_of(on, runners, scores, BEGIN, forfeits=[0, 1])
    count()
    assert RatedMatch.objects.values_list("pool", "key", "at").get() == (DUPLICATE, on.pk, on.closed_at)
    ids = players_of(runners)
    by_id = sorted(range(len(runners)), key=lambda at: ids[runners[at]])
    ranks = [(at in (0, 1), -scores[at]) for at in range(len(runners))]
    places = [1 + sum(other < ((True, 0) if at in (0, 1) else ranks[at]) for other in ranks) for at in by_id]
    places = [min(place, 299) for place in places]
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in by_id], ranks=[*map(float, places)])
    found = figures(runners, on.pk)
    assert [found[at] for at in by_id] == [(after.mu, after.sigma) for [after] in rated]
    assert LedgerEntry.objects.filter(match=on.pk, place=299).count() == 2
