"""Who goes up and down: seasons worked by hand, and what holds for all of them."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.leagues.promotion import Borders, Finisher, Move, moves_by_place, next_divisions

TWO = Borders(up=2, down=2, size=4, divisions=3)


def division(names: str) -> list[Finisher]:
    """Players in the order of their places; a minus behind one who has withdrawn."""
    return [Finisher(word.rstrip("-"), place, is_out="-" in word) for place, word in enumerate(names.split(), 1)]


def drafted(borders: Borders, *season: str) -> list[str]:
    """The next divisions, each player with a sign for how they came."""
    signs = {"up": "+", "down": "-", "stays": "", "fills": "*", "yields": "!"}
    moved = next_divisions([division(names) for names in season], borders)
    return [" ".join(f"{move.player}{signs[move.way]}" for move in moves) for moves in moved]


def test_the_best_change_places_with_the_last() -> None:
    season = ("a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4")
    assert drafted(TWO, *season) == ["a1 a2 b1+ b2+", "a3- a4- c1+ c2+", "b3- b4- c3 c4"]
    assert drafted(TWO._replace(up=1, down=1), *season) == ["a1 a2 a3 b1+", "a4- b2 b3 c1+", "b4- c2 c3 c4"]
    assert drafted(TWO._replace(up=0, down=0), *season) == list(season)


def test_nobody_goes_up_from_the_first_or_down_from_the_last() -> None:
    assert drafted(TWO._replace(divisions=1), "a1 a2 a3 a4") == ["a1 a2 a3 a4"]
    first, last = division("a1 a2 a3"), division("b1 b2 b3")
    assert [move.way for move in moves_by_place(first, TWO, is_first=True, is_last=False)] == ["stays", "down", "down"]
    assert [move.way for move in moves_by_place(last, TWO, is_first=False, is_last=True)] == ["up", "up", "stays"]


def test_whoever_has_withdrawn_goes_down_instead_of_others_and_is_not_drafted() -> None:
    assert drafted(TWO, "a1- a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4") == [
        "a2 a3 b1+ b2+",
        "a4- b3 c1+ c2+",
        "b4- c3 c4",
    ]


def test_whoever_has_withdrawn_does_not_go_up() -> None:
    assert drafted(TWO._replace(divisions=2), "a1 a2 a3 a4", "b1- b2 b3 b4") == ["a1 a2 b2+ b3+", "a3- a4- b4"]


def test_gaps_are_closed_by_those_who_would_go_down_and_then_from_below() -> None:
    two = TWO._replace(divisions=2)
    assert drafted(two, "a1 a2 a3- a4- a5-", "b1 b2 b3 b4") == ["a1 a2 b1+ b2+", "b3 b4"]
    assert drafted(two, "a1 a2 a3- a4- a5-", "b1- b2 b3 b4") == ["a1 a2 b2+ b3+", "b4"]
    assert drafted(two, "a1 a2 a3", "b1 b2 b3 b4") == ["a1 a2 b1+ b2+", "a3- b3 b4"]
    assert drafted(two, "a1 a2- a3-", "b1 b2 b3 b4") == ["a1 b1+ b2+ b3*", "b4"]


def test_who_has_no_place_left_goes_down() -> None:
    assert drafted(TWO._replace(up=2, down=0, divisions=2), "a1 a2 a3 a4", "b1 b2 b3") == [
        "a1 a2 b1+ b2+",
        "a3! a4! b3",
    ]
    assert drafted(TWO._replace(size=2, divisions=2), "a1 a2 a3 a4", "b1 b2 b3 b4") == [
        "b1+ b2+",
        "a1! a2! a3- a4- b3 b4",
    ]


def test_a_league_that_gets_smaller_or_bigger_keeps_everybody() -> None:
    season = ("a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4")
    assert drafted(TWO._replace(divisions=2), *season) == ["a1 a2 b1+ b2+", "a3- a4- b3 b4 c1+ c2+ c3* c4*"]
    assert drafted(TWO._replace(divisions=4), *season)[3] == ""
    assert drafted(TWO._replace(divisions=4, size=3, up=1, down=1), *season) == [
        "a1 a2 b1+",
        "a3! a4- c1+",
        "b2! b3! b4-",
        "c2! c3! c4!",
    ]


def test_places_decide_and_lots_between_those_who_share_one() -> None:
    tied = [Finisher("x", 2, 1), Finisher("y", 1, 5), Finisher("z", 2, 9), Finisher("w", 4, 7)]
    one = TWO._replace(up=2, down=1)
    assert moves_by_place(tied, one, is_first=False, is_last=False) == [
        Move("y", "up"),
        Move("z", "up"),
        Move("x", "stays"),
        Move("w", "down"),
    ]


def test_in_a_tiny_division_nobody_goes_up_and_down() -> None:
    assert [move.way for move in moves_by_place(division("b1 b2 b3"), TWO, False, False)] == ["up", "up", "down"]
    assert next_divisions([], TWO) == [[], [], []]


players = st.lists(st.integers(0, 12), min_size=1, max_size=5)


@given(sizes=players, out=st.sets(st.integers(0, 60)), data=st.data())
def test_everybody_who_stays_in_plays_once_and_upper_divisions_are_full(
    sizes: list[int], out: set[int], data: st.DataObject
) -> None:
    borders = Borders(
        up=data.draw(st.integers(0, 4)),
        down=data.draw(st.integers(0, 4)),
        size=data.draw(st.integers(2, 8)),
        divisions=data.draw(st.integers(1, 5)),
    )
    numbers = iter(range(1000))
    season = [[Finisher(str(n := next(numbers)), place, is_out=n in out) for place in range(size)] for size in sizes]
    moved = next_divisions(season, borders)
    names = [move.player for moves in moved for move in moves]
    assert len(moved) == borders.divisions
    assert sorted(names) == sorted(one.player for some in season for one in some if not one.is_out)
    full = len(names) // borders.size
    for moves in moved[: min(full, borders.divisions - 1)]:
        assert len(moves) == borders.size
    was_in = {one.player: rank for rank, some in enumerate(season) for one in some}
    for rank, moves in enumerate(moved):
        for move in moves:
            before = was_in[move.player]
            assert (move.way == "stays") == (before == rank)
            assert (move.way in ("up", "fills")) == (rank < before)
