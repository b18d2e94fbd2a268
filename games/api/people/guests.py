"""Playing without signing up."""

from django.conf import settings
from django.contrib.auth import login
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.guests import make_guest
from games.api.documenting import REFUSED
from games.api.people import shapes
from games.api.people.me import me
from games.api.saying import said_in
from games.refusals import Conflict


class GuestsView(APIView):
    """Guests."""

    permission_classes = (AllowAny,)
    throttle_scope = "guests"

    @extend_schema(summary="Become a guest", request=shapes.MakingGuest, responses={201: shapes.Me, **REFUSED}, auth=[])
    def post(self, request: Request) -> Response:
        """Make an account without a password and log this browser in; it ends after 30 days without you.

        Signing up later, or logging in, makes the guest's games yours.
        """
        said = said_in(request.data, shapes.MakingGuest)
        if request.user.is_authenticated:
            raise Conflict("guest/logged-in", "You are logged in already.")
        guest = make_guest(said["display_name"])
        login(request._request, guest, settings.AUTHENTICATION_BACKENDS[0])
        return Response(me(guest), status=201)
