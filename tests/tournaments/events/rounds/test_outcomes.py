"""What a table comes to without a game, with somebody away, and on paper."""

from tournaments.events.rounds.outcomes import (
    PlayedSeat,
    paper_seats,
    seats_with_absent,
    seats_without_game,
    void_seats,
)


def test_who_did_not_come_is_behind_all_who_did() -> None:
    assert seats_without_game(["a", "b", "c"], {"b"}) == [
        PlayedSeat("a", None, 1),
        PlayedSeat("b", None, 3, True),
        PlayedSeat("c", None, 1),
    ]


def test_if_nobody_came_all_have_forfeited() -> None:
    assert seats_without_game(["a", "b"], {"a", "b"}) == [
        PlayedSeat("a", None, 1, True),
        PlayedSeat("b", None, 1, True),
    ]


def test_who_had_left_before_the_game_is_behind_those_who_played() -> None:
    played = [PlayedSeat("a", 40, 2, rows=12), PlayedSeat("c", 55, 1, rows=20)]
    assert seats_with_absent(["a", "b", "c"], played) == [played[0], PlayedSeat("b", None, 3, True), played[1]]


def test_on_paper_places_follow_from_the_points() -> None:
    assert [seat.place for seat in paper_seats(["a", "b", "c"], [30, 50, 30], [])] == [2, 1, 2]
    assert [seat.place for seat in paper_seats(["a", "b", "c"], [None, 50, 30], [0])] == [3, 1, 2]


def test_what_is_void_has_no_winner() -> None:
    assert void_seats(["a", "b"]) == [PlayedSeat("a", None, 1), PlayedSeat("b", None, 1)]
