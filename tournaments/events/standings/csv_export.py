"""Tables as CSV (RFC 4180, UTF-8 with a byte order mark, so that spreadsheets know the encoding).

Names are chosen by strangers, and a spreadsheet takes a cell for a formula that begins with one of a few characters.
Such text gets an apostrophe in front. So does what follows a semicolon, a tab or the like within a cell: programs in
many countries separate cells by semicolons and may split what we have put together. Numbers stay numbers.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
_FORMULA: Final = r"""[\s\x00-\x20"\ufeff\u200b-\u200f\u2060]*[=+\-@＝＋－＠]"""
"""The beginning of a formula, behind whatever a program may skip."""
_BEGINNING: Final = re.compile(rf"(^(?=[\t\r\n]|{_FORMULA})|[;,|\t\r\n\v\f](?={_FORMULA}))")


def as_csv(rows: Iterable[Sequence[str | int | Decimal]]) -> str:
    """Rows as CSV; headings and names come from whoever asks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([_safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return BYTE_ORDER_MARK + text.getvalue()


def to_decimal(value: int, unit: int) -> Decimal:
    """Points or the value of a tie-break as they are shown, to two decimals at most."""
    exact = (Decimal(value) / unit).quantize(Decimal("0.01"))
    is_whole = exact == exact.to_integral_value()
    return exact.quantize(Decimal(1)) if is_whole else exact.normalize()


def _safe(text: str) -> str:
    return _BEGINNING.sub(r"\1'", text)
