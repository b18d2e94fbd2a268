"""Letting in a command in its plainest form, without the framework's detours: a POST of JSON with a token.

Nearly every command of a program is one, and commands have no time to be asked what else they might be. It passes the
same gates as any request, in the same order: token, scope, body, pace. Whatever is in the least unusual, also a token
that does not reach so far, is left to the framework, so that it is refused in the same words everywhere.
"""

from typing import Final

from django.http import HttpRequest
from rest_framework.exceptions import Throttled

from engine.protocol import Json
from games.accounts.tokens import find_token
from games.api.access import SCHEME
from games.api.parsing import LONGEST, StrictJsonParser, read_body, read_object
from games.api.throttling import pace
from games.models import Token

ANYTHING: Final = "*/*"
JSON: Final = StrictJsonParser.media_type
_BEARER: Final = f"{SCHEME} "


def plain_token(request: HttpRequest, scope: str) -> Token | None:
    """The token of a plain command that may do this; None for every other request."""
    if not _is_plain(request):
        return None
    token = find_token(request.META["HTTP_AUTHORIZATION"].removeprefix(_BEARER))
    return token if token is not None and scope in token.scopes.split() else None


def _is_plain(request: HttpRequest) -> bool:
    said = request.META
    return (
        request.method == "POST"
        and request.content_type == JSON
        and said.get("CONTENT_LENGTH", "0") != "0"
        and said.get("HTTP_ACCEPT", ANYTHING) in (ANYTHING, JSON)
        and not said.get("QUERY_STRING")
        and said.get("HTTP_AUTHORIZATION", "").startswith(_BEARER)
    )


def plain_body(request: HttpRequest, token: Token, throttle_scope: str) -> Json:
    """What a plain command says; refused if it cannot be read, or if there were too many."""
    body = read_object(read_body(request, LONGEST))
    wait = pace(throttle_scope, token.account_id)
    if wait is not None:
        raise Throttled(wait)
    return body
