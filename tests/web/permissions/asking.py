"""Asking as somebody: where to, with what, and what the answer means. Whatever it changes is undone."""

import json
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from tests.undoing import undone
from tests.web.api.roles import ROLES
from tests.web.markup import FOR_A_PART
from tests.web.permissions.addresses import address
from tests.web.permissions.bodies import body_of
from tests.web.permissions.rows import Row
from tests.web.permissions.world import World

DENIED: Final = (401, 403, 404, 405)
OF_STATE: Final = (409, 422)
"""What is answered to whoever may, when things are not so that it can be done."""
LOGINS: Final = ("/accounts/login/", "/admin/login/", "/accounts/reauthenticate/")
HOME: Final = ("/", "/accounts/2fa/")
"""Where pages send those for whom they have nothing, and everybody whose form they have taken."""
AWAY: Final = ("/admin/", "/accounts/password/change/", "/accounts/password/set/", "/accounts/2fa/totp/deactivate/")
"""Where they send those only for whom they have nothing."""
INTERFACE: Final = "api/v1/"


def patterns(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Every pattern that the site answers to, in full."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern)
        else:
            yield from patterns(pattern, prefix + str(pattern.pattern))


def speakers(number: int, many: int) -> tuple[str, ...]:
    """Who says the thing of this number: others than the one before, so that all have their turns."""
    first = number * many % len(ROLES)
    return (*ROLES, *ROLES)[first : first + many]


def verdict(response: Any) -> bool | None:
    """Whether whoever asked was let through; None if the answer does not say so."""
    status = response.status_code
    if status in DENIED or (status == 302 and _is_sent_away(response)):
        return False
    return True if 200 <= status < 400 or status in OF_STATE else None


def _is_sent_away(response: Any) -> bool:
    place = response.headers["Location"]
    is_form = response.request["REQUEST_METHOD"] in ("POST", "PUT")
    return place.startswith(LOGINS) or place in AWAY or (place in HOME and not is_form)


class Request(NamedTuple):
    """What is asked, whoever does."""

    method: str
    path: str
    body: str
    content_type: str = "application/json"

    def send(self, client: Client) -> Any:
        """The answer; whatever it changes is undone, on both sides."""
        cookies = SimpleCookie({name: morsel.value for name, morsel in client.cookies.items()})
        try:
            with undone():
                return client.generic(self.method, self.path, self.body, self.content_type, headers=self._headers())
        finally:
            client.cookies = cookies

    def _headers(self) -> dict[str, str]:
        """What a script says that asks for a part of a page; to others it would say nothing of who may see it."""
        return FOR_A_PART if is_part(self.path) else {}


def is_part(path: str) -> bool:
    """Whether there is a part of a page under an address."""
    try:
        return hasattr(resolve(path.partition("?")[0]).func, "part_of")
    except Resolver404:
        return False


def request_of(world: World, row: Row, method: str) -> Request:
    """What a row is asked, with a body that is valid."""
    path, body = address(world, row), body_of(world, row, method)
    if method == "GET":
        return Request(method, path, "")
    if not row.pattern.startswith(INTERFACE):
        return Request(method, path, urlencode(body), "application/x-www-form-urlencoded")
    return Request(method, path, body if isinstance(body, str) else json.dumps(body))
