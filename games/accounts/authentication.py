"""Who calls the interface: a browser's session, or a program with a token; how far its token reaches; and as whom
services and selectors know them. Always from the session or the token, never from what a request says."""

from typing import Any, Final

from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from games.accounts.callers import ANYBODY, Caller, Viewer, caller_of, viewer_of
from games.accounts.devices import holder_of
from games.accounts.models import Account, Token
from games.accounts.sessions import note_presence
from games.accounts.tokens import READ, find_token
from games.refusals import Forbidden

SCHEME: Final = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer brikks_…`."""

    def authenticate(self, request: Request) -> tuple[Account, Token] | None:
        """The account and its token; None if none is sent, refused if it is none."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != SCHEME.lower().encode():
            return None
        token = find_token(words[1].decode("ascii", "replace")) if len(words) == 2 else None
        if token is None:
            raise AuthenticationFailed("This token is unknown or has ended.")
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        """What a program is told that has sent nothing."""
        return SCHEME


class BrowserAuthentication(SessionAuthentication):
    """The session of a browser; changes need its CSRF token, as in every form."""

    def authenticate(self, request: Request) -> tuple[Account, None] | None:
        """Whoever is logged in; that they are there is noticed once a day."""
        found = super().authenticate(request)
        if found is not None:
            note_presence(request.session, found[0])
        return found

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a change that another site may have sent, and say what a browser's own page sends."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            sentence = (
                "A browser that changes something sends its CSRF token: the cookie “csrftoken”, and the same in the"
                " header X-CSRFToken, from a page of this site."
            )
            raise Forbidden("request/csrf", sentence) from None


class TokenScopePermission(BasePermission):
    """Everybody with an account may call; a token only what its scopes allow.

    A view names the scope of its changes in `scope`; with None no token may change anything. A view that everybody
    may read has `is_public`.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether this call may reach the view at all; what it may do there the service decides."""
        if not _may_call(request, view):
            return False
        # Reading the body now refuses one that cannot be read, even where the view would never look at it.
        return request.method in SAFE_METHODS or request.data is not None


def _may_call(request: Request, view: Any) -> bool:
    """Whether whoever calls may, and their token reaches so far."""
    is_reading = request.method in SAFE_METHODS
    if not request.user.is_authenticated:
        return is_reading and bool(getattr(view, "is_public", False))
    if not isinstance(request.auth, Token):
        return True
    needed = getattr(view, "read_scope", READ) if is_reading else getattr(view, "scope", None)
    return needed is not None and needed in request.auth.scopes.split()


def request_caller(request: Request, game_id: str | None = None) -> Caller:
    """The same as services know them."""
    return caller_of(acting_account(request, game_id), is_program=is_program(request))


def request_viewer(request: Request, game_id: str | None = None) -> Viewer:
    """Who looks, perhaps with the link of a game in hand."""
    invite = request.query_params.get("invite")
    if not request.user.is_authenticated:
        return ANYBODY._replace(invite=invite)
    return viewer_of(acting_account(request, game_id), invite)


def is_program(request: Request) -> bool:
    """Whether a program asks, with a token."""
    return isinstance(request.auth, Token)


def acting_account(request: Request, game_id: str | None = None) -> Account:
    """Who asks; at a table that is whoever holds the device."""
    somebody = request.user
    assert isinstance(somebody, Account), "Only who has an account gets so far."
    if game_id is None or is_program(request):
        return somebody
    return holder_of(request.session, somebody, game_id)


def request_account(request: Request) -> Account:
    """The account of a request that only people with one get through."""
    account = request.user
    assert isinstance(account, Account), "Only who has an account gets so far."
    return account


def request_account_or_none(request: Request) -> Account | None:
    """Who looks, None for somebody without an account."""
    return request.user if isinstance(request.user, Account) else None
