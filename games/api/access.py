"""Who calls the interface: a browser's session, or a program with a token; and how far its token reaches."""

from typing import Any, Final

from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from games.accounts.presence import notice
from games.accounts.tokens import READ, find_token
from games.models import Account, Token
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
            notice(request.session, found[0])
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


class Scoped(BasePermission):
    """Everybody with an account may call; a token only what its scopes allow.

    A view names the scope of its changes in `scope`; with None no token may change anything. A view that everybody
    may read has `is_public`.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether this call may reach the view at all; what it may do there the service decides."""
        if not _reaches(request, view):
            return False
        # Reading the body now refuses one that cannot be read, even where the view would never look at it.
        return request.method in SAFE_METHODS or request.data is not None


def _reaches(request: Request, view: Any) -> bool:
    """Whether whoever calls may, and their token reaches so far."""
    is_reading = request.method in SAFE_METHODS
    if not request.user.is_authenticated:
        return is_reading and bool(getattr(view, "is_public", False))
    if not isinstance(request.auth, Token):
        return True
    needed = getattr(view, "read_scope", READ) if is_reading else getattr(view, "scope", None)
    return needed is not None and needed in request.auth.scopes.split()
