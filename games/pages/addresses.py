"""What an address says beside the page that it names."""

from django.http import HttpRequest


def page_number(request: HttpRequest) -> int:
    """The page of a list that is asked for, the first one if none is."""
    text = request.GET.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 1
