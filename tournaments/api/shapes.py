"""What the interface for clubs is told and answers, for reading bodies and for the documentation."""

from rest_framework import serializers

from games.api.saying import Body
from games.api.shapes import Shape
from games.clubs import ROLES
from tournaments.services.clubs import UTC
from tournaments.services.texts import LONGEST_DESCRIPTION, LONGEST_NAME


class FoundingClub(Body):
    """What is said of a new club."""

    name = serializers.CharField(max_length=LONGEST_NAME, help_text="No two clubs have the same.")
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, default="", allow_blank=True)
    is_public = serializers.BooleanField(default=False, help_text="Whether strangers see it.")
    time_zone = serializers.CharField(default=UTC, help_text="As “Europe/Berlin”.")


class ChangingClub(Body):
    """What is to be said of a club from now on; what is left out stays."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, required=False, allow_blank=True)
    is_public = serializers.BooleanField(required=False, help_text="Only an owner changes this.")
    time_zone = serializers.CharField(required=False)


class JoiningClub(Body):
    """By what somebody joins a club."""

    invite = serializers.CharField(help_text="The secret part of its link.")


class GivingRole(Body):
    """What a member is from now on."""

    role = serializers.ChoiceField(ROLES)


class Club(Shape):
    """A club, and what you are in it."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    is_public = serializers.BooleanField()
    time_zone = serializers.CharField()
    created_at = serializers.DateTimeField()
    members = serializers.IntegerField(help_text="How many there are.")
    role = serializers.ChoiceField(ROLES, allow_null=True, help_text="Null if you are no member.")
    invite = serializers.CharField(required=False, help_text="The secret part of its link, for those who run it.")


class Member(Shape):
    """Somebody in a club."""

    handle = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(ROLES)
    joined_at = serializers.DateTimeField()


class Invite(Shape):
    """The secret part of a club's link."""

    invite = serializers.CharField()
