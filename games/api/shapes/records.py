"""Records, and what was found out about them."""

from rest_framework import serializers

from games.api.shapes.places import HASH, Shape


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
