"""What every answer tells the browser to refuse: other hosts, inline code, framing, sensors.

Django sets the older headers itself (settings); the content security policy and its neighbours are ours.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_only_middleware

from brikks_site.modules import import_map_hash

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def policy() -> str:
    """The content security policy: our own files, and the one import map that pages carry."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' {import_map_hash()}",
            "style-src 'self'",
            "img-src 'self'",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    )


Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def browser_policy(get_response: Answer) -> Answer:
    """Add our headers to every answer, static files and errors included."""

    def with_policy(request: HttpRequest) -> HttpResponseBase:
        return add_headers(get_response(request))

    return with_policy


def add_headers(response: HttpResponseBase) -> HttpResponseBase:
    """Set what the view has not set itself."""
    for name, value in {"Content-Security-Policy": policy(), **HEADERS}.items():
        response.headers.setdefault(name, value)
    return response
