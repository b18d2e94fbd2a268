"""Middleware: what other sites embed is the same for everybody, so cookies are neither read there nor answered for.

They are taken off the request before anything can look at them, and the answer does not claim to depend on them: a
cache on the way gives it to whoever asks next.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_only_middleware

EMBEDDED: Final = "/embed/"
"""How the addresses begin of what other sites show."""
Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def without_cookies(get_response: Answer) -> Answer:
    """Comes before whatever reads cookies."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(EMBEDDED):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        request.COOKIES = {}
        response = get_response(request)
        named = [name.strip() for name in response.headers.get("Vary", "").split(",")]
        response.headers["Vary"] = ", ".join(name for name in named if name and name.lower() != "cookie")
        return response

    return answer
