"""Who asks, as services and selectors know them: from the session or the token, never from what a request says."""

from rest_framework.request import Request

from games.accounts.devices import holder_of
from games.models import Account, Token
from games.selectors import ANYBODY, Viewer, viewer_of
from games.services import Caller, caller_of


def caller(request: Request, game_id: str | None = None) -> Caller:
    """The same as services know them."""
    return caller_of(account(request, game_id), is_program=is_program(request))


def viewer(request: Request, game_id: str | None = None) -> Viewer:
    """Who looks, perhaps with the link of a game in hand."""
    invite = request.query_params.get("invite")
    if not request.user.is_authenticated:
        return ANYBODY._replace(invite=invite)
    return viewer_of(account(request, game_id), invite)


def is_program(request: Request) -> bool:
    """Whether a program asks, with a token."""
    return isinstance(request.auth, Token)


def account(request: Request, game_id: str | None = None) -> Account:
    """Who asks; at a table that is whoever holds the device."""
    somebody = request.user
    assert isinstance(somebody, Account), "Only who has an account gets so far."
    if game_id is None or is_program(request):
        return somebody
    return holder_of(request.session, somebody, game_id)
