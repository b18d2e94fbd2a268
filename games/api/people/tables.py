"""Several people on one device: seating guests, and handing the device over."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.devices import hand_over
from games.accounts.tables import account_on, seat_guest
from games.api.documenting import REFUSED
from games.api.people import shapes
from games.api.people.asking import account_in
from games.api.saying import said_in
from games.api.shapes import Receipt
from games.deals import require_commitment


class GuestsHereView(APIView):
    """Guests on your device."""

    scope = read_scope = None
    throttle_scope = "guests"

    @extend_schema(
        summary="Seat somebody else who plays on this device",
        request=shapes.SeatingHere,
        responses={200: Receipt, **REFUSED},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Make a guest and let them take a seat for guests, at a table at which you sit or whose host you are."""
        said = said_in(request.data, shapes.SeatingHere)
        contribution, commitment = said.get("contribution", ""), said.get("commitment")
        require_commitment(contribution, commitment)
        made = seat_guest(
            request.session,
            account_in(request),
            game_id,
            said["command_id"],
            said["display_name"],
            said["seat"],
            contribution,
            commitment,
        )
        return Response(made._asdict())


class HandOverView(APIView):
    """Who holds the device."""

    scope = read_scope = None

    @extend_schema(summary="Hand the device over", request=shapes.HandingOver, responses={204: None})
    def post(self, request: Request, game_id: str) -> Response:
        """From now on, what is done at this table on this device is done by whoever sits there."""
        seat = said_in(request.data, shapes.HandingOver)["seat"]
        hand_over(request.session, account_in(request), game_id, account_on(game_id, seat))
        return Response(status=204)
