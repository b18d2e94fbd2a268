"""CSV that every program reads the same and that no spreadsheet takes for formulas."""

import csv
import io
import re
from decimal import Decimal
from itertools import chain

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tournaments.events.standings.csv_export import as_csv, to_decimal

SIGNS = "=+-@＝＋－＠"
DANGEROUS = f"{SIGNS}\t\r\n"
TRICKY = st.text(st.sampled_from("=+-@\t\r\n \";,|'A＝\u200b\ufeff"), max_size=6)
TEXT = st.one_of(TRICKY, st.text(st.characters(exclude_categories=["Cs"])))


def read(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline=""), strict=True))


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Ada", "Ada"),
        ("Jean-Luc", "Jean-Luc"),
        ("a+b@example.org", "a+b@example.org"),
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("x;=1", "x;'=1"),
        ('x,"=1', "x,'\"=1"),
        ("x\n=1", "x\n'=1"),
        ("x; y", "x; y"),
        ("", ""),
    ],
)
def test_text_that_looks_like_a_formula_gets_an_apostrophe(name: str, cell: str) -> None:
    assert read(as_csv([[name, "next"]])) == [[cell, "next"]]


@settings(deadline=None)
@given(st.lists(st.lists(TEXT, min_size=2, max_size=3), max_size=3))
@example([["=cmd|' /C calc'!A0", '"=1"']])
def test_no_cell_of_text_begins_as_a_formula(rows: list[list[str]]) -> None:
    found = read(as_csv(rows))
    assert [len(row) for row in found] == [len(row) for row in rows]
    for cell, said in zip(chain(*found), chain(*rows), strict=True):
        assert not cell.startswith(tuple(DANGEROUS))
        assert not cell.lstrip(' "\t\u200b\ufeff').startswith(tuple(SIGNS))
        assert cell.replace("'", "") == said.replace("'", "")


@settings(deadline=None)
@given(st.lists(TEXT, min_size=2, max_size=3), st.sampled_from(";|\t"))
def test_not_even_where_a_program_splits_cells_elsewhere(row: list[str], separator: str) -> None:
    (line,) = read(as_csv([row]))
    for cell in (part for text in line for part in re.split(f"[{re.escape(separator)}\r\n]", text)):
        assert not cell.lstrip(' "').startswith(tuple("=+-@"))


def test_numbers_stay_numbers() -> None:
    assert as_csv([["Name", "Points"], ["Ada", -3], ["Bob", Decimal("-0.5")]]) == (
        "\ufeffName,Points\r\nAda,-3\r\nBob,-0.5\r\n"
    )


def test_cells_are_quoted_as_rfc_4180_says() -> None:
    assert as_csv([['a "b", c', "d\r\ne"]]) == '\ufeff"a ""b"", c","d\r\ne"\r\n'
    assert as_csv([]) == "\ufeff"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(12, 12, "1"), (30, 12, "2.5"), (4, 12, "0.33"), (120, 12, "10"), (0, 12, "0"), (7, 1, "7"), (6372, 144, "44.25")],
)
def test_values_are_shown_in_decimals(value: int, unit: int, text: str) -> None:
    assert str(to_decimal(value, unit)) == text
