"""Who may look behind the counter: programs on this machine, and staff.

A request that a proxy passed on is not local, whatever address it comes from.
"""

from ipaddress import ip_address
from typing import Any, Final, cast

from django.db import Error
from django.http import HttpRequest
from django.http.request import split_domain_port
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.accounts.authentication import TokenAuthentication
from games.accounts.tokens import READ

PASSED_ON: Final = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
)
"""What proxies add; one of these is enough."""
OWN_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_local(request: HttpRequest) -> bool:
    """Whether somebody on this machine asks, directly and for this machine."""
    if any(name in request.headers for name in PASSED_ON):
        return False
    host, _ = split_domain_port(request.headers.get("Host", ""))
    return host in OWN_NAMES and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback


def is_insider(request: HttpRequest) -> bool:
    """Whether details are for whoever asks: somebody local, or staff by session or by a token that may read."""
    if is_local(request):
        return True
    try:
        return request.user.is_staff or _is_staff_token(request)
    except (Error, AuthenticationFailed):
        return False


def _is_staff_token(request: HttpRequest) -> bool:
    found: Any = TokenAuthentication().authenticate(cast(Request, request))
    return found is not None and found[0].is_staff and READ in found[1].scopes.split()
