"""The columns of which the audit says nothing, each with its reason; `docs/operations.md` has the same list."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs" / "operations.md"
BEGIN, END = "<!-- outside the audit: begin -->", "<!-- outside the audit: end -->"
_ROW = re.compile(r"\| (`\w+`.*?) \| (.+?) \| (.+?) \|")
_NAME = re.compile(r"`(\w+)`")


def outside() -> dict[str, str]:
    """By column the reason that the docs give."""
    text = DOCS.read_text(encoding="utf-8")
    rows = _ROW.findall(text[text.index(BEGIN) : text.index(END)])
    return {
        f"{table}.{column}": why
        for tables, columns, why in rows
        for table in _NAME.findall(tables)
        for column in _NAME.findall(columns)
    }
