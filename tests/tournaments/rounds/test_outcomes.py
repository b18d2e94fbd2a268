"""What a table comes to without a game, with somebody away, and on paper."""

from tournaments.rounds.outcomes import Played, nobody_counts, on_paper, with_absent, without_game


def test_who_did_not_come_is_behind_all_who_did() -> None:
    assert without_game(["a", "b", "c"], {"b"}) == [
        Played("a", None, 1),
        Played("b", None, 3, True),
        Played("c", None, 1),
    ]


def test_if_nobody_came_all_have_forfeited() -> None:
    assert without_game(["a", "b"], {"a", "b"}) == [Played("a", None, 1, True), Played("b", None, 1, True)]


def test_who_had_left_before_the_game_is_behind_those_who_played() -> None:
    played = [Played("a", 40, 2, rows=12), Played("c", 55, 1, rows=20)]
    assert with_absent(["a", "b", "c"], played) == [played[0], Played("b", None, 3, True), played[1]]


def test_on_paper_places_follow_from_the_points() -> None:
    assert [seat.place for seat in on_paper(["a", "b", "c"], [30, 50, 30], [])] == [2, 1, 2]
    assert [seat.place for seat in on_paper(["a", "b", "c"], [None, 50, 30], [0])] == [3, 1, 2]


def test_what_is_void_has_no_winner() -> None:
    assert nobody_counts(["a", "b"]) == [Played("a", None, 1), Played("b", None, 1)]
