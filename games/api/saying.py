"""What a body says: exactly the fields that its shape names. What their values may be is for the services to say."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from engine.errors import Malformed
from engine.protocol import Json


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


def said_in(data: Any, shape: type[Body]) -> Json:
    """The fields of a body; refused if there is one too many or one too few."""
    known = shape._declared_fields
    for name in data:
        if name not in known:
            raise Malformed("request/unknown-field", "There is no field “{field}” here.", field=name)
    for name, field in known.items():
        if field.required and name not in data:
            raise Malformed("request/missing-field", "The field “{field}” is missing.", field=name)
    return dict(data)


def number_in(parameters: Mapping[str, str], name: str, least: int = 0, most: int = 2**31 - 1) -> int | None:
    """The whole number in a parameter of an address, None if it says nothing."""
    text = parameters.get(name)
    if text is None:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1
    if not least <= number <= most:
        template = "“{name}” is a whole number from {least} to {most}."
        raise Malformed("request/number", template, name=name, least=least, most=most)
    return number
