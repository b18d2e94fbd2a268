"""What an address says beside the page that it names."""

from typing import Any

from django.http import HttpRequest


def page_number(request: HttpRequest) -> int:
    """The page of a list that is asked for, the first one if none is."""
    text = request.GET.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 1


def is_for_a_part(request: HttpRequest) -> bool:
    """Whether a script asks for a part of a page; going back to a page takes all of it."""
    asked: Any = request
    return bool(asked.htmx) and not asked.htmx.history_restore_request
