"""The crosstable: rows by standing, a cell for every round."""

from tests.tournaments.events.standings.histories import history, swiss
from tournaments.events.standings.ranking import crosstable, standings

TOLD = history(
    "A B C D E",
    "A:9 B:4 | C:5 D:5 | bye E",
    "E:3 A:7 C:1 | B:- D:x",
    "void A:1 D:2 | B:x3 C:8",
    "open A E | open B C",
)


def test_rows_stand_in_the_order_of_the_standings() -> None:
    settings = swiss("buchholz", "lots")
    assert [row.standing for row in crosstable(settings, TOLD)] == standings(settings, TOLD)


def test_a_cell_tells_table_seats_result_and_points() -> None:
    cells = {row.standing.entrant: row.cells for row in crosstable(swiss(), TOLD)}
    first = cells["A"][0]
    assert (first.round, first.kind, first.table, first.seated, first.result) == (1, "table", 1, ("A", "B"), "won")
    assert first.seat
    assert (first.points, first.seat.place, first.seat.score) == (12, 1, 9)
    assert (cells["E"][1].seated, cells["E"][1].points, cells["E"][1].result) == (("E", "A", "C"), 6, "lost")
    assert [(cell.kind, cell.points, cell.result) for cell in cells["D"]] == [
        ("table", 6, "tied"),
        ("table", 0, None),
        ("void", 0, None),
        ("absent", 0, None),
    ]
    assert [cell.kind for cell in cells["E"]] == ["bye", "table", "absent", "open"]
    assert cells["E"][3].seated == ("A", "E")


def test_forfeits_with_and_without_a_game_are_told_apart() -> None:
    cells = {row.standing.entrant: row.cells for row in crosstable(swiss(), TOLD)}
    assert cells["D"][1].seat
    assert cells["B"][2].seat
    assert (cells["D"][1].seat.has_forfeited, cells["D"][1].result) == (True, None)
    assert (cells["B"][2].seat.has_forfeited, cells["B"][2].result) == (True, "lost")
    assert (cells["B"][1].points, cells["B"][1].result) == (12, None)
