"""Records of games played elsewhere: uploaded, looked at, or only verified."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.tokens import PLAY
from games.api.asking import caller, viewer
from games.api.parsing import RawParser, document_in
from games.api.shapes import UploadedRecord, Verdict, WholeRecord
from games.records.importing import import_record
from games.records.verifying import verify_document
from games.selectors import about_record, see_record


class Records(APIView):
    """Uploads."""

    scope = PLAY
    throttle_scope = "uploads"
    parser_classes = (RawParser,)

    @extend_schema(summary="Upload a record", request=OpenApiTypes.OBJECT, responses={201: UploadedRecord})
    def post(self, request: Request) -> Response:
        """Keep a record that passes every check; the same again gives the same answer. Not for guests."""
        return Response(about_record(import_record(document_in(request), caller(request))), status=201)


class OneRecord(APIView):
    """One upload."""

    @extend_schema(summary="One uploaded record", responses=WholeRecord)
    def get(self, request: Request, record_id: str) -> Response:
        """A record that you have uploaded, and what was found out about it."""
        return Response(see_record(record_id, viewer(request)))


class Verify(APIView):
    """The verifier."""

    permission_classes = (AllowAny,)
    throttle_scope = "verify"
    parser_classes = (RawParser,)

    @extend_schema(summary="Verify a record", request=OpenApiTypes.OBJECT, responses=Verdict)
    def post(self, request: Request) -> Response:
        """What is right and wrong with a record, part by part; nothing of it is kept."""
        return Response(verify_document(document_in(request)))
