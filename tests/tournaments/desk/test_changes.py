"""Standings before and after a table came out otherwise, and places on a leaderboard before and after a move."""

import random

from tournaments.desk.rating_change import BoardMove, places_of
from tournaments.desk.standings_change import changed_standings, with_outcome
from tournaments.events.projections.row_store import SeatRecord, TableOutcome
from tournaments.events.settings import read_settings
from tournaments.events.standings.ranking import standings
from tournaments.events.values import History, Participation, PlayedRound, SeatResult, TableResult

AGREED = read_settings(
    {
        "format": "swiss",
        "variant": "duel",
        "rounds": 2,
        "first_at": "2026-01-01T00:00:00.000000Z",
        "tie_breaks": ["total"],
    }
)


def table(number: int, winner: str, loser: str) -> TableResult:
    return TableResult(number, (SeatResult(winner, 50, 1), SeatResult(loser, 40, 2)))


def history(*tables: TableResult) -> History:
    """One round of four players, as far as its tables are known."""
    seated = (("a", "b"), ("c", "d"))
    entries = tuple(Participation(name, number) for number, name in enumerate("abcd", 1))
    return History("0" * 64, entries, (PlayedRound(1, tables, (), seated),))


def outcome(number: int, *names: str, is_void: bool = False) -> TableOutcome:
    seats = tuple(SeatRecord(name, 50 - 10 * at, None, at + 1, False) for at, name in enumerate(names))
    return TableOutcome(1, number, is_void, seats)


def test_the_outcome_of_a_table_takes_the_place_of_the_one_before() -> None:
    known = history(table(1, "a", "b"), table(2, "c", "d"))
    assert with_outcome(known, outcome(1, "b", "a")) == history(table(1, "b", "a"), table(2, "c", "d"))
    assert known == history(table(1, "a", "b"), table(2, "c", "d")), "what was given stays as it is"


def test_the_outcome_of_a_table_without_one_is_added_in_its_place() -> None:
    assert with_outcome(history(table(2, "c", "d")), outcome(1, "a", "b")) == history(
        table(1, "a", "b"), table(2, "c", "d")
    )


def test_only_those_are_named_who_stand_otherwise() -> None:
    known = history(table(1, "a", "b"), table(2, "c", "d"))
    before = standings(AGREED, known)
    after = standings(AGREED, with_outcome(known, outcome(1, "a", "b", is_void=True)))
    changes = changed_standings(before, after)
    assert {change.entrant for change in changes} == {"a", "b", "c", "d"} - {
        standing.entrant for standing in before if standing in after
    }
    told = {change.entrant: (change.before.points, change.after.points) for change in changes}
    assert told["a"] == (12, 0)
    assert changed_standings(before, before) == ()


def test_whoever_would_play_elsewhere_is_named_even_if_their_own_numbers_stay() -> None:
    table_of = standings(AGREED, history(table(1, "a", "b"), table(2, "c", "d")))
    stays = dict.fromkeys("abcd", "stays")
    [change] = changed_standings(table_of, table_of, (stays, {**stays, "c": "up"}))
    assert (change.entrant, change.ways, change.has_other_way) == ("c", ("stays", "up"), True)


def test_places_on_a_leaderboard_are_those_of_counting_everybody() -> None:
    chance = random.Random(20261116)
    for _ in range(50):
        before = {player: chance.choice([None, *range(1480, 1500)]) for player in range(30)}
        moving = chance.sample(range(30), 8)
        after = before | {player: chance.choice([None, *range(1480, 1500)]) for player in moving}
        board = {value: list(before.values()).count(value) for value in set(before.values()) if value is not None}
        moves = [BoardMove(before[player], after[player]) for player in moving]
        assert places_of(board, moves) == [(place(before, player), place(after, player)) for player in moving]


def place(board: dict[int, int | None], player: int) -> int | None:
    """Where somebody stands, by looking at everybody."""
    own = board[player]
    return None if own is None else 1 + sum(value is not None and value > own for value in board.values())
