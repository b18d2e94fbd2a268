"""Other people: their profile, keeping them away, complaining about them, letting them back in."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.blocking import block, unblock
from games.accounts.passwords import make_password_link
from games.accounts.profiles import find_player, profile_of
from games.accounts.reporting import report
from games.addresses import one_time_address
from games.api.documenting import REFUSED
from games.api.people import shapes
from games.api.people.asking import account_in, viewer_in
from games.api.people.reports import shown
from games.api.saying import said_in
from games.models import Block
from games.selectors import viewer_of
from games.selectors.names import blocks_seen_by


class PlayerView(APIView):
    """Somebody's profile."""

    is_public = True
    scope = None

    @extend_schema(summary="A player", responses=shapes.Profile)
    def get(self, request: Request, handle: str) -> Response:
        """What everybody may see, unless the profile is private."""
        return Response(profile_of(find_player(handle, viewer_in(request))))


class BlockView(APIView):
    """Keeping somebody away."""

    scope = read_scope = None

    @extend_schema(summary="Keep somebody away", request=shapes.Nothing, responses={204: None, **REFUSED})
    def put(self, request: Request, handle: str) -> Response:
        """Neither of you can join a game of the other's any more."""
        said_in(request.data, shapes.Nothing)
        block(account_in(request), find_player(handle, viewer_in(request)))
        return Response(status=204)

    @extend_schema(summary="Let somebody come near again", responses={204: None})
    def delete(self, request: Request, handle: str) -> Response:
        """Nothing keeps you apart any more, unless they keep you away."""
        said_in(request.data, shapes.Nothing)
        unblock(account_in(request), handle)
        return Response(status=204)


class BlocksView(APIView):
    """Whom you keep away."""

    scope = read_scope = None

    @extend_schema(summary="Whom you keep away", responses=shapes.Blocked(many=True))
    def get(self, request: Request) -> Response:
        """All of them."""
        account = account_in(request)
        return Response([_blocked(row, name) for row, name in blocks_seen_by(viewer_of(account))])


def _blocked(row: Block, name: str) -> dict[str, Any]:
    return {"handle": row.blocked.username, "display_name": name, "since": row.created_at}


class ReportingView(APIView):
    """Complaining about somebody."""

    scope = read_scope = None
    throttle_scope = "reports"

    @extend_schema(summary="Report somebody", request=shapes.Reporting, responses={201: shapes.Report, **REFUSED})
    def post(self, request: Request, handle: str) -> Response:
        """Tell those who look after the site what has happened."""
        said = said_in(request.data, shapes.Reporting)
        made = report(account_in(request), find_player(handle, viewer_in(request)), said["text"], said.get("game"))
        return Response(shown(made), status=201)


class PasswordLinkView(APIView):
    """Letting somebody back in who has lost the password."""

    scope = read_scope = None

    @extend_schema(
        summary="Make a link to a new password",
        request=shapes.Nothing,
        responses={201: shapes.PasswordLink, **REFUSED},
    )
    def post(self, request: Request, handle: str) -> Response:
        """For staff; who runs a club finds the like among its members."""
        said_in(request.data, shapes.Nothing)
        secret = make_password_link(account_in(request), find_player(handle, viewer_in(request)))
        return Response({"link": one_time_address(request._request, secret)}, status=201)
