"""Parts of pages that scripts ask for again and again, and the page of a list that an address asks for.

A part has an address of its own and no head, no style and no way on. Whoever opens it by itself, from their history or
by a link that somebody has copied, is sent to the page that it belongs to.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

View: TypeAlias = Callable[..., HttpResponse]


def is_part_request(request: HttpRequest) -> bool:
    """Whether a script asks for a part of a page; going back to a page takes all of it."""
    asked: Any = request
    return bool(asked.htmx) and not asked.htmx.history_restore_request


def part_of(page: str) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Make a view one of a part of the page of this name, which is known by the same arguments."""

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def show(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
            if is_part_request(request):
                return view(request, **arguments)
            query = request.META.get("QUERY_STRING", "")
            return redirect(reverse(page, kwargs=arguments) + (f"?{query}" if query else ""))

        show.part_of = page  # type: ignore[attr-defined]
        return show

    return decorate


def page_number(request: HttpRequest) -> int:
    """The page of a list that is asked for, the first one if none is."""
    text = request.GET.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 1
