"""Duels of a round: nobody twice, nobody left out, no rematch while one is avoidable; weighed against brute force."""

from random import Random

import pytest
from hypothesis import given, settings

from engine.errors import Illegal
from tests.sizes import size
from tests.tournaments.events.pairing.fields import (
    SEED,
    Ledger,
    Story,
    all_duels,
    decided,
    entries,
    forbid,
    played,
    settings_for,
    stories,
)
from tournaments.events.formats.format import find_format
from tournaments.events.pairing.duels import WHOLE
from tournaments.events.values import History, Pairings, Participation

SWISS = find_format("swiss")


def pair(history: History, **changes) -> Pairings:
    return SWISS.pair(settings_for(**changes), history)


def pairs_of(pairings: Pairings) -> set[frozenset[str]]:
    return {frozenset(table.entrants) for table in pairings.tables}


@settings(max_examples=size(40, 1500), deadline=None, database=None)
@given(stories())
def test_everybody_who_plays_is_paired_once_and_no_forbidden_pair_meets(story: Story) -> None:
    for history, pairings in story.rounds(9):
        paired = [entrant for table in pairings.tables for entrant in table.entrants] + list(pairings.byes)
        assert sorted(paired) == sorted(Ledger(story.settings, history).playing)
        assert all(len(table.entrants) == 2 for table in pairings.tables)
        assert [table.number for table in pairings.tables] == list(range(1, len(pairings.tables) + 1))
        assert not pairs_of(pairings) & story.forbidden


@settings(max_examples=size(30, 1500), deadline=None, database=None)
@given(stories())
def test_no_pairing_has_fewer_rematches_or_fairer_byes_and_starts(story: Story) -> None:
    """All perfect matchings are looked at: with byes, forbidden pairs, withdrawals, late joins, void tables."""
    for history, pairings in story.rounds(9):
        ledger = Ledger(story.settings, history)

        def worth(tables, byes, ledger=ledger):
            again, beyond = ledger.again(tables), ledger.beyond(tables)
            return ledger.rematches(tables), ledger.turn(byes), again, beyond, ledger.group(byes)

        ways = (way for way in all_duels(ledger.playing) if ledger.is_allowed(way[0]))
        best = min((worth(*way) for way in ways), default=(0, 0, 0, 0, 0))
        assert worth([table.entrants for table in pairings.tables], pairings.byes) == best


@settings(max_examples=size(25, 1000), deadline=None, database=None)
@given(stories(is_calm=True, most=12))
def test_a_small_field_that_stays_together_never_comes_into_a_corner(story: Story) -> None:
    """While there are no more rounds than opponents: no rematch, nobody two byes before all one, starts within one."""
    calm = len(story.entries) - 1 + len(story.entries) % 2
    story = story._replace(settings=settings_for(rounds=calm, bye=story.settings.bye))
    for history, pairings in story.rounds(calm):
        ledger = Ledger(story.settings, history)
        assert ledger.rematches([table.entrants for table in pairings.tables]) == 0
        assert ledger.turn(pairings.byes) == 0
        for table in pairings.tables:
            ledger.sit(table.entrants)
        assert all(abs(ledger.firsts[entry.id] - ledger.share[entry.id]) <= 12 for entry in story.entries)


def test_those_of_like_points_meet() -> None:
    history = History(SEED, entries(8))
    for number in (1, 2):
        pairings = pair(history)
        history = history._replace(rounds=(*history.rounds, decided(pairings, number)))
    points = Ledger(settings_for(), history).points
    apart = [abs(points[one] - points[other]) for one, other in map(sorted, pairs_of(pair(history, rounds=3)))]
    assert apart == [0, 0, 0, 0]


def test_a_rematch_is_avoided_through_the_score_groups() -> None:
    """The two leaders have met; so each of them meets somebody of another group."""
    first = pair(History(SEED, entries(4)))
    history = History(SEED, entries(4), (decided(first, 1),))
    met = pairs_of(first)
    second = pair(history)
    assert not pairs_of(second) & met
    history = history._replace(rounds=(*history.rounds, decided(second, 2)))
    assert not pairs_of(pair(history)) & (met | pairs_of(second))


def test_two_players_meet_again_and_again() -> None:
    history = History(SEED, entries(2))
    for number in range(1, 6):
        pairings = pair(history)
        assert pairs_of(pairings) == {frozenset(("e-1", "e-2"))}
        history = history._replace(rounds=(*history.rounds, played(pairings, number, Random(number))))


def test_a_round_that_forbidden_pairs_make_impossible_is_refused() -> None:
    history = History(SEED, entries(4), forbidden=forbid((1, 2), (1, 3), (1, 4)))
    with pytest.raises(Illegal, match="Round 1 cannot be paired") as refusal:
        pair(history)
    assert refusal.value.code == "pairing/impossible"
    assert refusal.value.facts == {"round": 1, "players": 4}


def test_whoever_may_meet_nobody_has_the_bye() -> None:
    history = History(SEED, entries(5), forbidden=forbid((1, 2), (1, 3), (1, 4), (1, 5)))
    assert pair(history).byes == ("e-1",)


def test_a_pair_that_is_allowed_again_can_meet() -> None:
    history = History(SEED, entries(2), forbidden=forbid((1, 2)))
    with pytest.raises(Illegal):
        pair(history)
    assert len(pair(history._replace(forbidden=frozenset())).tables) == 1


def test_nobody_and_somebody_alone_can_be_paired() -> None:
    assert pair(History(SEED, ())) == Pairings((), (), {})
    assert pair(History(SEED, entries(1))).byes == ("e-1",)


def test_a_withdrawn_player_is_not_paired_and_a_late_one_is() -> None:
    people = (
        Participation("e-1", 1),
        Participation("e-2", 2),
        Participation("e-3", 3, left_round=2),
        Participation("e-4", 4, joined_round=2),
    )
    first = pair(History(SEED, people))
    assert set(first.reasons) == {"e-1", "e-2", "e-3"}
    second = pair(History(SEED, people, (played(first, 1, Random(1)),)))
    assert set(second.reasons) == {"e-1", "e-2", "e-4"}


@settings(max_examples=size(20, 400), deadline=None, database=None)
@given(stories())
def test_the_order_of_entries_and_results_does_not_matter(story: Story) -> None:
    for history, pairings in story.rounds(5):
        turned = History(
            history.seed,
            history.entries[::-1],
            tuple(
                told._replace(tables=told.tables[::-1], byes=told.byes[::-1], seated=told.seated[::-1])
                for told in history.rounds[::-1]
            ),
            history.forbidden,
        )
        assert SWISS.pair(story.settings, turned) == pairings


def test_another_seed_draws_other_pairs() -> None:
    drawn = {frozenset(pairs_of(pair(History(seed * 64, entries(16))))) for seed in "0123456789abcdef"}
    assert len(drawn) == 16


@pytest.mark.parametrize("players", [WHOLE + 1, size(300, 1000)])
def test_a_large_field_is_paired_by_points_without_rematches(players: int) -> None:
    story = Story(settings_for(rounds=5), entries(players), forbid((1, 2), (3, 4)), Random(players), is_wild=True)
    for history, pairings in story.rounds(5):
        ledger = Ledger(story.settings, history)
        tables = [table.entrants for table in pairings.tables]
        assert sorted([*pairings.byes, *(entrant for table in tables for entrant in table)]) == sorted(ledger.playing)
        assert ledger.rematches(tables) == 0
        assert ledger.is_allowed(tables)
        assert ledger.turn(pairings.byes) == 0
        assert ledger.beyond(tables) == 0
        lowest = min(ledger.points[entrant] for entrant in ledger.playing if ledger.byes[entrant] == 0)
        assert all(ledger.points[entrant] == lowest for entrant in pairings.byes)
        apart = [abs(ledger.points[one] - ledger.points[other]) for one, other in tables]
        assert sum(gap > 0 for gap in apart) <= 2 * len(set(ledger.points.values())) + 2


def test_a_block_of_a_large_field_that_cannot_be_paired_is_joined_to_the_next() -> None:
    """A third of the field may not meet among themselves, and has all the points."""
    players = WHOLE + 40
    rivals = range(1, players // 3)
    people = entries(players)
    forbidden = forbid(*((one, other) for one in rivals for other in rivals if one < other))
    byes = tuple(entry.id for entry in people if entry.number in rivals)
    history = History(SEED, people, (decided(Pairings((), byes, {}), 1),), forbidden)
    pairings = pair(history)
    assert len(pairings.tables) == players // 2
    assert not pairs_of(pairings) & forbidden
