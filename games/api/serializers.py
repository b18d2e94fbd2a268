"""What every address answers with, a refusal or the end of a log, and what bodies say: exactly the fields that
their shape names. What their values may be is for the services to say; answers come from selectors and
services as they are."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from rest_framework import serializers

from engine.errors import Malformed
from engine.protocol import Json

Shape: TypeAlias = serializers.Serializer[Any]
HASH: Final = r"^[0-9a-f]{64}$"


class Refusal(Shape):
    """Why something was not done; nothing has changed."""

    code = serializers.CharField(help_text="`area/what`, for programs; it stays the same.")
    detail = serializers.CharField(help_text="A sentence for people.")


class Place(Shape):
    """A place in a log, with the hash that holds everything up to it; keep the last one that you have seen."""

    seq = serializers.IntegerField(min_value=1)
    hash = serializers.RegexField(HASH)


class Receipt(Place):
    """What a command has made: the event, and the hash that holds it and everything before it."""

    game = serializers.CharField()


class Body(serializers.Serializer[Any]):
    """The shape of a body: which fields it has and which of them it needs, for reading it and for the documentation.

    It is never run as a serializer: commands have no time for that, and services check every value anyway.
    """


class Command(Body):
    """A body that asks for something under a name of its own."""

    command_id = serializers.RegexField(
        r"^[A-Za-z0-9-]{1,64}$",
        help_text="Made by the sender for this command alone; the same again gives the same answer.",
    )


def read_fields(data: Any, shape: type[Body]) -> Json:
    """The fields of a body; refused if there is one too many or one too few."""
    known = shape._declared_fields
    for name in data:
        if name not in known:
            raise Malformed("request/unknown-field", "There is no field “{field}” here.", field=name)
    for name, field in known.items():
        if field.required and name not in data:
            raise Malformed("request/missing-field", "The field “{field}” is missing.", field=name)
    return dict(data)


def read_number(parameters: Mapping[str, str], name: str, least: int = 0, most: int = 2**31 - 1) -> int | None:
    """The whole number in a parameter of an address, None if it says nothing."""
    text = parameters.get(name)
    if text is None:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1
    if not least <= number <= most:
        template = "“{name}” is a whole number from {least} to {most}."
        raise Malformed("request/number", template, name=name, least=least, most=most)
    return number
