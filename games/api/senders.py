"""Where a request comes from, as requests and streams are counted.

Whoever has IPv6 has at least 2⁶⁴ addresses, so all of a /64 count as one.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from django.http import HttpRequest
from rest_framework.request import Request

OF_ONE: Final = 64
"""How many bits of an IPv6 address belong to whoever gives it out; the rest is the user's to choose."""


def sender_of(request: HttpRequest | Request) -> str:
    """The address of whoever sends a request, as far as it stands for somebody."""
    return sender_at(str(request.META.get("REMOTE_ADDR", "")))


@lru_cache(maxsize=4096)
def sender_at(address: str) -> str:
    """The same for an address; what is none, as behind a socket file, stays as it is."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str(_shortened(known))


def _shortened(address: IPv4Address | IPv6Address) -> object:
    if isinstance(address, IPv4Address) or address.is_loopback:
        return address
    return address.ipv4_mapped or ip_network((int(address), OF_ONE), strict=False)
