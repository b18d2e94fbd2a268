"""The record of a game; records of games played elsewhere, uploaded, looked at, or only verified; and their bodies."""

from collections.abc import Mapping
from typing import IO, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_caller, request_viewer
from games.accounts.tokens import PLAY
from games.api.parsing import read_body
from games.api.schema import INVITE
from games.api.serializers import HASH, Shape
from games.records.documents import MOST_RECORD_BYTES, verify_document
from games.records.export import export_record
from games.records.imports import import_record
from games.records.selectors import about_record, see_record


class Checks(Shape):
    """What each check says: `ok`, `absent`, `unchecked`, or in a sentence what is wrong and where."""

    chain = serializers.CharField()
    dice = serializers.CharField()
    rules = serializers.CharField()
    result = serializers.CharField()
    signature = serializers.CharField()


class Verdict(Shape):
    """What the verifier says of a record."""

    ok = serializers.BooleanField()
    checks = Checks()


class UploadedRecord(Shape):
    """What was found out about an uploaded record."""

    id = serializers.CharField()
    imported_at = serializers.DateTimeField()
    sha256 = serializers.RegexField(HASH)
    key = serializers.CharField()
    rules_version = serializers.IntegerField()
    variant = serializers.CharField()
    seats = serializers.IntegerField()
    checks = Checks()
    result = serializers.DictField()


class WholeRecord(UploadedRecord):
    """An uploaded record."""

    document = serializers.DictField()


class RecordParser(BaseParser):
    """A body as it came, for a record; whoever reads those is strict itself."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # what is read here need not be a mapping
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """The bytes of a body."""
        return read_body(stream, MOST_RECORD_BYTES)


def uploaded_document(request: Request) -> bytes:
    """What `RawParser` has read; nothing if there was no body."""
    return request.data if isinstance(request.data, bytes) else b""


class UploadsView(APIView):
    """Uploads."""

    scope = PLAY
    throttle_scope = "uploads"
    parser_classes = (RecordParser,)

    @extend_schema(summary="Upload a record", request=OpenApiTypes.OBJECT, responses={201: UploadedRecord})
    def post(self, request: Request) -> Response:
        """Keep a record that passes every check; the same again gives the same answer. Not for guests."""
        return Response(about_record(import_record(uploaded_document(request), request_caller(request))), status=201)


class UploadView(APIView):
    """One upload."""

    @extend_schema(summary="One uploaded record", responses=WholeRecord)
    def get(self, request: Request, record_id: str) -> Response:
        """A record that you have uploaded, and what was found out about it."""
        return Response(see_record(record_id, request_viewer(request)))


class VerifyView(APIView):
    """The verifier."""

    permission_classes = (AllowAny,)
    throttle_scope = "verify"
    parser_classes = (RecordParser,)

    @extend_schema(summary="Verify a record", request=OpenApiTypes.OBJECT, responses=Verdict)
    def post(self, request: Request) -> Response:
        """What is right and wrong with a record, part by part; nothing of it is kept."""
        return Response(verify_document(uploaded_document(request)))


class GameRecordView(APIView):
    """The record of a game."""

    is_public = True

    @extend_schema(summary="Record", parameters=[INVITE], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: str) -> Response:
        """The game as a document that anybody can check offline; while answers are sealed it ends before them."""
        record = export_record(game_id, request_viewer(request, game_id))
        return Response(record, headers={"Content-Disposition": f'attachment; filename="{game_id}.json"'})
