"""Whole addresses of pages with the site's name, for links that are sent to somebody."""

from typing import Final
from urllib.parse import urljoin, urlsplit, urlunsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

OF_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "[::1]")
PORT_OF_HTTP: Final = "80"


def site_url(request: HttpRequest) -> str:
    """Where the site is, for links that somebody else opens: its public address, else the first of its own names with
    the port at which it listens. Nothing of it is what whoever asks has sent."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL).rstrip("/")
    if request.is_secure():
        # It speaks no TLS itself: a proxy before it does, at the usual port.
        return f"https://{_own_name()}"
    port = str(request.META.get("SERVER_PORT", ""))
    return f"http://{_own_name()}" + (f":{port}" if port not in ("", "0", PORT_OF_HTTP) else "")


def _own_name() -> str:
    """The first name by which others know the site; where it has none, only this machine does."""
    names = [name.lstrip(".") for name in settings.ALLOWED_HOSTS if name not in ("*", *OF_THIS_MACHINE)]
    return next(iter(names), OF_THIS_MACHINE[0])


def at_public_url(address: str) -> str:
    """An address of this site under its public name, whatever name the request has used: anybody may send any port."""
    if not settings.PUBLIC_URL:
        return address
    parts = urlsplit(address)
    return urljoin(settings.PUBLIC_URL, urlunsplit(("", "", parts.path, parts.query, "")))


def absolute_url(request: HttpRequest, name: str, *arguments: str) -> str:
    """The address of a page as others reach it: under the site's public name if it has one."""
    return at_public_url(request.build_absolute_uri(reverse(name, args=arguments)))


def one_time_link_url(request: HttpRequest, secret: str) -> str:
    """The address of a one-time link, at which somebody sets a password: never one that a request has sent."""
    return site_url(request) + reverse("one-time-link", args=[secret])


def is_local_url(address: str) -> bool:
    """Whether an address leads nobody anywhere but on the machine on which the site runs."""
    host, _ = split_domain_port(address.partition("://")[2].partition("/")[0])
    return host in OF_THIS_MACHINE


def qr_code(text: str) -> SafeString:
    """A QR code as an SVG that stands in a page; what it says is nowhere in the markup."""
    drawn = segno.make(text, micro=False).svg_inline(scale=4, border=3, light="#fff", omitsize=True)
    return mark_safe(drawn)  # noqa: S308 - made of squares only
