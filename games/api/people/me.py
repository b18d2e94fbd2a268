"""One's own account: looking at it, changing it, taking everything along, leaving for good."""

from allauth.mfa.utils import is_mfa_enabled
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from games.accounts.erasing_oneself import erase_own
from games.accounts.exporting import export_account
from games.accounts.profiles import change_profile
from games.api.documenting import REFUSED
from games.api.people import shapes
from games.api.people.asking import account_in
from games.api.saying import said_in
from games.models import Account


def me(account: Account) -> Json:
    """An account as its owner sees it."""
    return {
        "handle": account.username,
        "display_name": account.display_name,
        "email": account.email,
        "language": account.language,
        "time_zone": account.time_zone,
        "is_guest": account.is_guest,
        "is_staff": account.is_staff,
        "is_minor": account.is_minor,
        "is_private": account.is_private,
        "confirms_moves": account.confirms_moves,
        "has_sound": account.has_sound,
        "motion": account.motion,
        "has_second_factor": is_mfa_enabled(account),
        "since": account.date_joined.date().isoformat(),
        "expires_at": account.expires_at,
    }


class MeView(APIView):
    """Your own account."""

    scope = None

    @extend_schema(summary="Your account", responses=shapes.Me)
    def get(self, request: Request) -> Response:
        """What the site knows of you; all of it is under `export`."""
        return Response(me(account_in(request)))

    @extend_schema(summary="Change your account", request=shapes.Changing, responses=shapes.Me)
    def patch(self, request: Request) -> Response:
        """Change some of it."""
        return Response(me(change_profile(account_in(request), said_in(request.data, shapes.Changing))))

    @extend_schema(summary="Erase your account", responses={204: None, **REFUSED})
    def delete(self, request: Request) -> Response:
        """Erase it for good, with the body `{"password": "…"}` unless you are a guest.

        Your running games are resigned, open ones that you host are called off. Logs stay, but nobody can tell any
        more whose they were.
        """
        account: Account = account_in(request)
        erase_own(request._request, account, said_in(request.data, shapes.Erasing).get("password"))
        return Response(status=204)


class ExportView(APIView):
    """Everything about you."""

    scope = read_scope = None

    @extend_schema(summary="Everything that is stored about you", responses=shapes.Export)
    def get(self, request: Request) -> Response:
        """One document with everything."""
        return Response(export_account(account_in(request)))
