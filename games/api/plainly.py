"""Letting in a command in its plainest form, without the framework's detours: a POST of JSON with a token.

Nearly every command of a program is one, and commands have no time to be asked what else they might be. It passes the
same gates as any request, in the same order: token, scope, body, pace. Whatever is in the least unusual, also a token
that does not reach so far, is left to the framework, so that it is refused in the same words everywhere.
"""

from typing import Final, NamedTuple

from django.http import HttpRequest
from rest_framework.exceptions import Throttled

from engine.protocol import Json
from games.accounts.tokens import find_token, known_token
from games.api.access import SCHEME
from games.api.parsing import LONGEST, StrictJsonParser, read_body, read_object
from games.api.throttling import pace
from games.log.statements import Proof
from games.models import Account
from games.services import Caller, caller_of

ANYTHING: Final = "*/*"
JSON: Final = StrictJsonParser.media_type
_BEARER: Final = f"{SCHEME} "


class Holder(NamedTuple):
    """Whose token a plain command holds, and by what that is proven if the token was not looked up."""

    account: Account
    proof: Proof | None = None

    @property
    def caller(self) -> Caller:
        """The program that asks for something."""
        return caller_of(self.account, is_program=True)._replace(proof=self.proof)


def plain_holder(request: HttpRequest, scope: str, proves_later: bool = False) -> Holder | None:
    """Who gives a plain command with a token that reaches so far; None for every other request.

    What is carried out under a lock can be asked for its token there, without a message of its own.
    """
    if not _is_plain(request):
        return None
    secret = request.META["HTTP_AUTHORIZATION"].removeprefix(_BEARER)
    if proves_later and (known := known_token(secret)) is not None and scope in known.token.scopes.split():
        return Holder(known.token.account, known.proof)
    token = find_token(secret)
    return Holder(token.account) if token is not None and scope in token.scopes.split() else None


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


def plain_body(request: HttpRequest, account: int, throttle_scope: str) -> Json:
    """What a plain command says; refused if it cannot be read, or if there were too many."""
    body = read_object(read_body(request, LONGEST))
    wait = pace(throttle_scope, account)
    if wait is not None:
        raise Throttled(wait)
    return body
