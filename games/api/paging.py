"""Pages of a list that grows at its front: each begins after the last entry of the one before, by its time and id.

A cursor names that entry, so nothing is left out or shown twice when something is added meanwhile.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model, Q
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import Malformed
from engine.log import is_id, is_time
from games.api.saying import number_in
from games.clocks.clock import read_time, write_time

USUAL: Final = 20
MOST: Final = 100


class Newest(BasePagination):
    """Pages of a list that is sorted by `field`, the newest first, and then by its id."""

    field = "created_at"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """One page."""
        limit = number_in(request.query_params, "limit", 1, MOST) or USUAL
        if cursor := request.query_params.get("cursor"):
            at, key = _read(cursor, queryset.model)
            queryset = queryset.filter(Q(**{f"{self.field}__lt": at}) | Q(**{self.field: at, "pk__lt": key}))
        found = list(queryset.order_by(f"-{self.field}", "-pk")[: limit + 1])
        self.next = self._cursor(found[limit - 1]) if len(found) > limit else None
        return found[:limit]

    def _cursor(self, last: Model) -> str:
        said = f"{write_time(getattr(last, self.field))}|{last.pk}"
        return urlsafe_b64encode(said.encode()).decode().rstrip("=")

    def get_paginated_response(self, data: Any) -> Response:
        """The page, and the cursor of the next one."""
        return Response({"next": self.next, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The same for the documentation."""
        cursor = {"type": "string", "nullable": True, "description": "The cursor of the next page."}
        properties = {"next": cursor, "results": schema}
        return {"type": "object", "required": ["next", "results"], "properties": properties}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """What the address may say, for the documentation."""
        limit = {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}
        return [
            {"name": "cursor", "in": "query", "required": False, "schema": {"type": "string"}},
            {"name": "limit", "in": "query", "required": False, "schema": limit},
        ]


def _read(cursor: str, model: type[Model]) -> tuple[datetime, Any]:
    """The time and the id that a cursor names."""
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except ValueError:
        raise _no_cursor() from None
    at, _, key = text.partition("|")
    if not is_time(at) or not is_id(key):
        raise _no_cursor()
    try:
        return read_time(at), model._meta.pk.to_python(key)
    except ValidationError:
        raise _no_cursor() from None


def _no_cursor() -> Malformed:
    return Malformed("page/cursor", "This cursor was not given by this site.")
