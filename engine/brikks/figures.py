"""Every figure printed on the sheet and the block table, as plain data.

Nothing is computed here; `tests/engine/test_figures.py` compares it with `tests/engine/sheet.json`.
Rows are counted from the bottom, columns from the left, both from 0. Pictures show the top row first.
"""

from typing import Final

COLUMNS: Final = 10
ROWS: Final = 11

ROW_MULTIPLIERS: Final = (1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 4)
ROW_POINTS: Final = {10: 5, 9: 2, 8: 1}
ROW_CROSSES: Final = (0, 0, 1, 2, 4)
"""Crosses for completing 0, 1, 2, 3 or 4 rows with one block."""

COLORS: Final = ("white", "yellow", "green", "red", "blue", "black")
"""The six faces of the colour die, in the order of the block table and of the dice contract."""

NUMBERS: Final = (1, 2, 3, 4)
"""The faces of the number die, which are the columns of the block table."""

DOTS: Final = (
    (4, 2, "white"),
    (0, 3, "black"),
    (7, 3, "green"),
    (2, 4, "blue"),
    (9, 4, "yellow"),
    (5, 5, "red"),
    (1, 6, "yellow"),
    (7, 7, "white"),
    (3, 8, "black"),
    (0, 9, "red"),
    (8, 9, "blue"),
    (6, 10, "green"),
)
"""The coloured circles of the sheet as (x, y, colour)."""

RIGHT_DOT_ENERGY: Final = 2
WRONG_DOT_ENERGY: Final = {1: 1, 2: 0, 3: -1, 4: -2}
"""What a dot of another colour brings or costs, by level."""

LEVELS: Final = tuple(WRONG_DOT_ENERGY)

ENERGY_CIRCLES: Final = 28
PINK_CIRCLES: Final = (7, 10, 13, 16, 19, 22, 25, 28)
READY_AT_START: Final = {1: 5, 2: 2, 3: 3, 4: 4}
CIRCLED_AT_START: Final = {1: 5, 2: 4, 3: 4, 4: 4}
"""Energy ready, and circles of the bar used up, by the number of players."""

ANY_BLOCK_PRICE: Final = 5
ENERGY_PER_POINT: Final = 2

EXTRA_POINTS: Final = (0, 1, 3, 6, 10, 15, 21, 28, 36, 44, 51, 58, 64, 70, 75)
BOMBS: Final = (1, 2, 4)
"""What each bomb is worth unused; they are used in this order."""

BLOCKS: Final = {
    "white": ((".#.", "###"), ("#.", "##", "#."), ("###", ".#."), (".#", "##", ".#")),
    "yellow": ((".#", ".#", "##"), ("#..", "###"), ("##", "#.", "#."), ("###", "..#")),
    "green": (("#.", "#.", "##"), ("###", "#.."), ("##", ".#", ".#"), ("..#", "###")),
    "red": ((".#", "##", "#."), (".#", "##", "#."), ("##.", ".##"), ("##.", ".##")),
    "blue": (("#.", "##", ".#"), ("#.", "##", ".#"), (".##", "##."), (".##", "##.")),
    "black": (("##", "##"), ("##", "##"), ("#", "#", "#", "#"), ("####",)),
}
"""The block table: per colour the four columns, drawn with the top row first."""

SOLO_POINTS_PER_LEVEL: Final = 5
SOLO_TITLES: Final = (
    (151, "Brikks-Master 2000!!!"),
    (130, "You Bragger!"),
    (110, "You should be doing this professionally!"),
    (100, "Have you seen this?"),
    (90, "Enjoy your success!"),
    (80, "Someone has practiced!"),
    (70, "Well done!"),
    (60, "You can do more!"),
    (0, "Your first time?"),
)
"""The solo rating table: the lowest rated score of each title, best first."""
