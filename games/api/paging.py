"""Pages of a list that grows at its front: each begins after the last entry of the one before, by its time and id.

A cursor names that entry, so nothing is left out or shown twice when something is added meanwhile. What a list is
sorted by may be something that its reader is not told, like the id of a game that they may not see. So a cursor is
sealed, anew each time: two of them cannot even be compared.
"""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Model, Q
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import Malformed
from engine.log import is_id, is_time
from games.api.serializers import read_number
from games.clock.site_time import read_time, write_time

_NONCE: Final = 12


def write_cursor(parts: Iterable[int | str]) -> str:
    """A cursor that names some values."""
    nonce = secrets.token_bytes(_NONCE)
    sealed = nonce + _cipher(settings.SECRET_KEY).encrypt(nonce, "|".join(map(str, parts)).encode(), None)
    return urlsafe_b64encode(sealed).decode().rstrip("=")


def read_cursor(cursor: str) -> str:
    """The values that a cursor names, as one text; refused if it was not given here."""
    try:
        sealed = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return _cipher(settings.SECRET_KEY).decrypt(sealed[:_NONCE], sealed[_NONCE:], None).decode()
    except (ValueError, InvalidTag):
        raise no_cursor() from None


def no_cursor() -> Malformed:
    """Something that is no cursor."""
    return Malformed("page/cursor", "This cursor was not given by this site.")


@lru_cache(maxsize=2)
def _cipher(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(b"cursors|" + key.encode()).digest())


USUAL: Final = 20
MOST: Final = 100


class NewestFirstPagination(BasePagination):
    """Pages of a list that is sorted by `field`, the newest first, and then by `tie`, as a rule its id."""

    field = "created_at"
    tie = "pk"
    is_oldest_first = False
    """Whether it is the other way round."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """One page."""
        return self.page_of(queryset, request.query_params)

    def page_of(self, queryset: Any, asked: Mapping[str, str]) -> list[Any]:
        """The page that the parameters of an address ask for."""
        limit = read_number(asked, "limit", 1, MOST) or USUAL
        if cursor := asked.get("cursor"):
            at, key = _read(cursor, queryset.model, self.tie)
            after = "gt" if self.is_oldest_first else "lt"
            is_later = Q(**{f"{self.field}__{after}": at}) | Q(**{self.field: at, f"{self.tie}__{after}": key})
            queryset = queryset.filter(is_later)
        way = "" if self.is_oldest_first else "-"
        found = list(queryset.order_by(f"{way}{self.field}", f"{way}{self.tie}")[: limit + 1])
        self.next = self._cursor(found[limit - 1]) if len(found) > limit else None
        return found[:limit]

    def _cursor(self, last: Model) -> str:
        return write_cursor([write_time(getattr(last, self.field)), getattr(last, self.tie)])

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


def _read(cursor: str, model: type[Model], tie: str) -> tuple[datetime, Any]:
    """The time and the id that a cursor names."""
    at, _, key = read_cursor(cursor).partition("|")
    if not is_time(at) or not is_id(key):
        raise no_cursor()
    try:
        column: Any = model._meta.pk if tie == "pk" else model._meta.get_field(tie)
        return read_time(at), column.to_python(key)
    except ValidationError:
        raise no_cursor() from None
