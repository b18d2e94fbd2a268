"""Whole addresses of pages, for links that are sent to somebody."""

from typing import Final

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from games.accounts.adapter import at_public_address

OF_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def whole_address(request: HttpRequest, name: str, *arguments: str) -> str:
    """The address of a page as others reach it: under the site's public name if it has one."""
    return at_public_address(request.build_absolute_uri(reverse(name, args=arguments)))


def is_for_this_machine(address: str) -> bool:
    """Whether an address leads nobody anywhere but on the machine on which the site runs."""
    host, _ = split_domain_port(address.partition("://")[2].partition("/")[0])
    return host in OF_THIS_MACHINE
