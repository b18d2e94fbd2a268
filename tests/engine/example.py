"""The example of `docs/record.md`, read from the page itself: a record, and the line that `replay` prints for it."""

import json
import re
from pathlib import Path
from typing import Any

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
_record, _line, *_ = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)

EXAMPLE: dict[str, Any] = json.loads(_record)
EXAMPLE_LINE: str = _line.strip()
