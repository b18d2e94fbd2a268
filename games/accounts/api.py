"""The interface for accounts: one's own, guests, tokens, other players, and complaints about them.

Only a browser's session changes accounts, never a token. People are named by their username, the handle under which
`/players/` knows them; numbers of accounts appear nowhere.
"""

from datetime import UTC, datetime
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import login
from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from engine.protocol import Json
from games.absolute_urls import one_time_link_url
from games.accounts import serializers
from games.accounts.authentication import request_account, request_account_or_none
from games.accounts.callers import viewer_of
from games.accounts.data_export import export_account
from games.accounts.erasure import erase_own_account
from games.accounts.guests import make_guest
from games.accounts.models import Account, Block, Report, Token
from games.accounts.moderation import block, unblock
from games.accounts.name_visibility import blocks_seen_by
from games.accounts.passwords import make_password_link
from games.accounts.profiles import change_profile, find_player, profile_of
from games.accounts.reports import mark_report_handled, report_account, reports_for_staff
from games.accounts.tokens import delete_token, make_token
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS, integer_parameter
from games.api.serializers import read_fields, read_number
from games.refusals import Conflict


def own_account_as_json(account: Account) -> Json:
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

    @extend_schema(summary="Your account", responses=serializers.Me)
    def get(self, request: Request) -> Response:
        """What the site knows of you; all of it is under `export`."""
        return Response(own_account_as_json(request_account(request)))

    @extend_schema(summary="Change your account", request=serializers.Changing, responses=serializers.Me)
    def patch(self, request: Request) -> Response:
        """Change some of it."""
        return Response(
            own_account_as_json(
                change_profile(request_account(request), read_fields(request.data, serializers.Changing))
            )
        )

    @extend_schema(summary="Erase your account", responses={204: None, **WRITE_REFUSALS})
    def delete(self, request: Request) -> Response:
        """Erase it for good, with the body `{"password": "…"}` unless you are a guest.

        Your running games are resigned, open ones that you host are called off. Logs stay, but nobody can tell any
        more whose they were.
        """
        account: Account = request_account(request)
        erase_own_account(request._request, account, read_fields(request.data, serializers.Erasing).get("password"))
        return Response(status=204)


class ExportView(APIView):
    """Everything about you."""

    scope = read_scope = None

    @extend_schema(summary="Everything that is stored about you", responses=serializers.Export)
    def get(self, request: Request) -> Response:
        """One document with everything."""
        return Response(export_account(request_account(request)))


class GuestsView(APIView):
    """Guests."""

    permission_classes = (AllowAny,)
    throttle_scope = "guests"

    @extend_schema(
        summary="Become a guest",
        request=serializers.MakingGuest,
        responses={201: serializers.Me, **WRITE_REFUSALS},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Make an account without a password and log this browser in; it ends after 30 days without you.

        Signing up later, or logging in, makes the guest's games yours.
        """
        said = read_fields(request.data, serializers.MakingGuest)
        if request.user.is_authenticated:
            raise Conflict("guest/logged-in", "You are logged in already.")
        guest = make_guest(said["display_name"])
        login(request._request, guest, settings.AUTHENTICATION_BACKENDS[0])
        return Response(own_account_as_json(guest), status=201)


def token_as_json(token: Token) -> Json:
    """A token as its owner sees it."""
    return {
        "id": token.pk,
        "name": token.name,
        "scopes": token.scopes.split(),
        "created_at": token.created_at,
        "last_used_at": token.last_used_at,
        "expires_at": token.expires_at,
    }


class TokensView(APIView):
    """Your tokens."""

    scope = read_scope = None

    @extend_schema(summary="Your tokens", responses=serializers.OwnToken(many=True))
    def get(self, request: Request) -> Response:
        """All of them, without their secrets."""
        return Response([token_as_json(token) for token in request_account(request).tokens.order_by("pk")])

    @extend_schema(
        summary="Make a token", request=serializers.MakingToken, responses={201: serializers.NewToken, **WRITE_REFUSALS}
    )
    def post(self, request: Request) -> Response:
        """A new token; its secret is shown this once."""
        said = read_fields(request.data, serializers.MakingToken)
        ends = _read_expiry(said.get("expires_at"))
        token, secret = make_token(request_account(request), said["name"], said["scopes"], ends)
        return Response({**token_as_json(token), "secret": secret}, status=201)


def _read_expiry(value: Any) -> datetime | None:
    """The time in a body, None for none."""
    if value is None:
        return None
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
        if moment is not None and moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise Malformed("token/expires-at", "A time is written as in 2030-01-31T12:00:00Z.")


class TokenView(APIView):
    """One of your tokens."""

    scope = read_scope = None

    @extend_schema(summary="End a token", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """It ends at once."""
        read_fields(request.data, serializers.Nothing)
        delete_token(request_account(request), number)
        return Response(status=204)


def report_as_json(report: Report) -> Json:
    """A complaint with the names of everybody concerned."""
    return {
        "id": report.pk,
        "reporter": report.reporter.username,
        "reported": report.reported.username,
        "game": report.game_id,
        "text": report.text,
        "made_at": report.made_at,
        "handled_at": report.handled_at,
        "handled_by": report.handled_by.username if report.handled_by else None,
    }


class NewestReports(NewestFirstPagination):
    """Pages of complaints; their ids are numbers."""

    field = "made_at"


class ReportsView(APIView):
    """All complaints."""

    scope = read_scope = None
    pagination_class = NewestReports

    @extend_schema(
        summary="Reports",
        parameters=[
            integer_parameter("waiting", "1 for those that nobody has seen to.", 0, 1),
            OpenApiParameter("cursor", str),
            OpenApiParameter("limit", int),
        ],
        responses=serializers.ReportPage,
    )
    def get(self, request: Request) -> Response:
        """For staff: all of them, the newest first."""
        found = reports_for_staff(request_account(request))
        if read_number(request.query_params, "waiting", 0, 1):
            found = found.filter(handled_at=None)
        pages = NewestReports()
        return pages.get_paginated_response(
            [report_as_json(report) for report in pages.paginate_queryset(found, request)]
        )


class ReportHandledView(APIView):
    """Seeing to a complaint."""

    scope = read_scope = None

    @extend_schema(summary="Say that a report was seen to", request=serializers.Nothing, responses=serializers.Report)
    def post(self, request: Request, number: int) -> Response:
        """For staff; again changes nothing."""
        read_fields(request.data, serializers.Nothing)
        return Response(report_as_json(mark_report_handled(request_account(request), number)))


class PlayerView(APIView):
    """Somebody's profile."""

    is_public = True
    scope = None

    @extend_schema(summary="A player", responses=serializers.Profile)
    def get(self, request: Request, handle: str) -> Response:
        """What everybody may see, unless the profile is private."""
        return Response(profile_of(find_player(handle, request_account_or_none(request))))


class BlockView(APIView):
    """Keeping somebody away."""

    scope = read_scope = None

    @extend_schema(summary="Keep somebody away", request=serializers.Nothing, responses={204: None, **WRITE_REFUSALS})
    def put(self, request: Request, handle: str) -> Response:
        """Neither of you can join a game of the other's any more."""
        read_fields(request.data, serializers.Nothing)
        block(request_account(request), find_player(handle, request_account_or_none(request)))
        return Response(status=204)

    @extend_schema(summary="Let somebody come near again", responses={204: None})
    def delete(self, request: Request, handle: str) -> Response:
        """Nothing keeps you apart any more, unless they keep you away."""
        read_fields(request.data, serializers.Nothing)
        unblock(request_account(request), handle)
        return Response(status=204)


class BlocksView(APIView):
    """Whom you keep away."""

    scope = read_scope = None

    @extend_schema(summary="Whom you keep away", responses=serializers.Blocked(many=True))
    def get(self, request: Request) -> Response:
        """All of them."""
        account = request_account(request)
        return Response([_block_as_json(row, name) for row, name in blocks_seen_by(viewer_of(account))])


def _block_as_json(row: Block, name: str) -> dict[str, Any]:
    return {"handle": row.blocked.username, "display_name": name, "since": row.created_at}


class ReportPlayerView(APIView):
    """Complaining about somebody."""

    scope = read_scope = None
    throttle_scope = "reports"

    @extend_schema(
        summary="Report somebody", request=serializers.Reporting, responses={201: serializers.Report, **WRITE_REFUSALS}
    )
    def post(self, request: Request, handle: str) -> Response:
        """Tell those who look after the site what has happened."""
        said = read_fields(request.data, serializers.Reporting)
        made = report_account(
            request_account(request),
            find_player(handle, request_account_or_none(request)),
            said["text"],
            said.get("game"),
        )
        return Response(report_as_json(made), status=201)


class PasswordLinkView(APIView):
    """Letting somebody back in who has lost the password."""

    scope = read_scope = None

    @extend_schema(
        summary="Make a link to a new password",
        request=serializers.Nothing,
        responses={201: serializers.PasswordLink, **WRITE_REFUSALS},
    )
    def post(self, request: Request, handle: str) -> Response:
        """For staff; who runs a club finds the like among its members."""
        read_fields(request.data, serializers.Nothing)
        secret = make_password_link(request_account(request), find_player(handle, request_account_or_none(request)))
        return Response({"link": one_time_link_url(request._request, secret)}, status=201)
