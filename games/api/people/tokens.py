"""One's own tokens."""

from datetime import UTC, datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.tokens import delete_token, make_token
from games.api.documenting import REFUSED
from games.api.people import shapes
from games.api.people.asking import account_in
from games.api.saying import said_in
from games.models import Token


def shown(token: Token) -> Json:
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

    @extend_schema(summary="Your tokens", responses=shapes.OwnToken(many=True))
    def get(self, request: Request) -> Response:
        """All of them, without their secrets."""
        return Response([shown(token) for token in account_in(request).tokens.order_by("pk")])

    @extend_schema(summary="Make a token", request=shapes.MakingToken, responses={201: shapes.NewToken, **REFUSED})
    def post(self, request: Request) -> Response:
        """A new token; its secret is shown this once."""
        said = said_in(request.data, shapes.MakingToken)
        ends = _time(said.get("expires_at"))
        token, secret = make_token(account_in(request), said["name"], said["scopes"], ends)
        return Response({**shown(token), "secret": secret}, status=201)


def _time(value: Any) -> datetime | None:
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
        said_in(request.data, shapes.Nothing)
        delete_token(account_in(request), number)
        return Response(status=204)
