"""How the interface is documented: the ways in, and what every address may answer besides what it is for."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from engine.protocol import Json
from games.api.serializers import Refusal

ALWAYS_POSSIBLE: Final = {
    "400": "What was sent or asked for cannot be understood.",
    "401": "The token is unknown or has ended, or one is needed.",
    "403": "You may not do this, or your token does not reach so far.",
    "404": "There is nothing here, or nothing that you may know of.",
    "406": "There is no answer in the format asked for.",
    "429": "Too many requests; `Retry-After` says when to go on.",
    "503": "The site is busy; the same again may succeed.",
}
"""What the interface itself may answer at any address."""
POSSIBLE_WITH_BODY: Final = {
    "408": "The body did not come in time.",
    "413": "The body is too long.",
    "415": "The body is not of a type that is read here.",
}
INVITE: Final = OpenApiParameter("invite", str, description="The secret part of the game's link, for who is invited.")


def integer_parameter(name: str, description: str, least: int = 0, most: int = 2**31 - 1) -> OpenApiParameter:
    """A parameter that is a whole number, for the documentation."""
    return OpenApiParameter(name, {"type": "integer", "minimum": least, "maximum": most}, description=description)


WRITE_REFUSALS: Final[dict[int, Any]] = {
    409: OpenApiResponse(Refusal, "Something has happened in between that makes this impossible."),
    422: OpenApiResponse(Refusal, "The rules do not allow this now."),
}
"""What addresses that change something may answer besides."""


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library has no types here
    """Tokens."""

    target_class = "games.accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Json:
        """A header with a token."""
        return {"type": "http", "scheme": "bearer", "description": "A personal token."}


class BrowserScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library has no types here
    """Sessions."""

    target_class = "games.accounts.authentication.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> Json:
        """The cookie of a browser."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def add_refusals(result: Json, **_: Any) -> Json:
    """Add to every operation what the interface itself may answer there."""
    schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    result["components"]["responses"] = {
        f"Refused{status}": {"description": words, "content": schema}
        for status, words in {**ALWAYS_POSSIBLE, **POSSIBLE_WITH_BODY}.items()
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            for status in (*ALWAYS_POSSIBLE, *(POSSIBLE_WITH_BODY if "requestBody" in operation else ())):
                operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Refused{status}"})
    return result
