"""What every address answers with: a refusal, or a place in a log."""

from typing import Any, Final, TypeAlias

from rest_framework import serializers

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
