"""What the interface of clubs is told and answers, for reading bodies and for the documentation.

The names of these classes are names in the published schema.
"""

from rest_framework import serializers

from games.accounts.names import LONGEST
from games.api.serializers import Body, Shape
from games.extension import ROLES
from tournaments.clubs.models import ADMISSIONS, BY_LINK
from tournaments.clubs.services.clubs import UTC
from tournaments.clubs.validators import LONGEST_ANNOUNCEMENT, LONGEST_CLUB_NAME, LONGEST_DESCRIPTION, LONGEST_TITLE

WAYS_IN = "By the link only, by asking those who run it, or as people like."


class FoundingClub(Body):
    """What is said of a new club."""

    name = serializers.CharField(max_length=LONGEST_CLUB_NAME, help_text="No two clubs have the same.")
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, default="", allow_blank=True)
    is_public = serializers.BooleanField(default=False, help_text="Whether strangers see it.")
    time_zone = serializers.CharField(default=UTC, help_text="As “Europe/Berlin”.")
    admission = serializers.ChoiceField(ADMISSIONS, default=BY_LINK, help_text=WAYS_IN)


class ChangingClub(Body):
    """What is to be said of a club from now on; what is left out stays."""

    name = serializers.CharField(max_length=LONGEST_CLUB_NAME, required=False)
    description = serializers.CharField(max_length=LONGEST_DESCRIPTION, required=False, allow_blank=True)
    is_public = serializers.BooleanField(required=False, help_text="Only an owner changes this.")
    time_zone = serializers.CharField(required=False)
    admission = serializers.ChoiceField(ADMISSIONS, required=False, help_text=WAYS_IN)


class JoiningClub(Body):
    """By what somebody joins a club."""

    invite = serializers.CharField(
        required=False, help_text="The secret part of its link; not needed where you see the club and it takes you so."
    )


class ClaimingPerson(Body):
    """By what somebody makes their own what a club has kept under their name."""

    claim = serializers.CharField(help_text="The secret part of the link that somebody who runs the club gave you.")


class MakingAnnouncement(Body):
    """What a club tells."""

    title = serializers.CharField(max_length=LONGEST_TITLE)
    text = serializers.CharField(max_length=LONGEST_ANNOUNCEMENT, default="", allow_blank=True)
    is_pinned = serializers.BooleanField(default=False, help_text="Whether it stays on top.")


class ChangingAnnouncement(Body):
    """What an announcement says from now on; what is left out stays."""

    title = serializers.CharField(max_length=LONGEST_TITLE, required=False)
    text = serializers.CharField(max_length=LONGEST_ANNOUNCEMENT, required=False, allow_blank=True)
    is_pinned = serializers.BooleanField(required=False)


class NamingPerson(Body):
    """What somebody without an account is called."""

    name = serializers.CharField(max_length=LONGEST, help_text="No two in a club are called the same.")


class GivingRole(Body):
    """What a member is from now on."""

    role = serializers.ChoiceField(ROLES)


class Club(Shape):
    """A club, and what you are in it."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    is_public = serializers.BooleanField()
    admission = serializers.ChoiceField(ADMISSIONS, help_text=WAYS_IN)
    time_zone = serializers.CharField()
    created_at = serializers.DateTimeField()
    members = serializers.IntegerField(help_text="How many there are.")
    role = serializers.ChoiceField(ROLES, allow_null=True, help_text="Null if you are no member.")
    has_asked = serializers.BooleanField(help_text="Whether you wait to be let in.")
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


class Waiting(Shape):
    """Somebody who asks to become a member."""

    handle = serializers.CharField()
    name = serializers.CharField()
    asked_at = serializers.DateTimeField()


class Named(Shape):
    """Somebody with an account."""

    handle = serializers.CharField()
    name = serializers.CharField()


class Announcement(Shape):
    """What a club tells."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    is_pinned = serializers.BooleanField()
    made_at = serializers.DateTimeField()
    author = Named(allow_null=True, help_text="Null if it is not told to you.")


class Claimant(Shape):
    """Whose a name is now; null for whoever has left the club again and keeps to themselves."""

    handle = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)


class Person(Shape):
    """Somebody without an account whom a club knows; more of them is said to those who run it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    added_at = serializers.DateTimeField()
    has_played = serializers.BooleanField(required=False, help_text="Whether they have taken part in a tournament.")
    account = Claimant(required=False, allow_null=True, help_text="Who has claimed what was kept under this name.")
    claim = serializers.CharField(
        required=False,
        allow_null=True,
        help_text="The secret part of the link by which they claim it.",
    )


class Claim(Shape):
    """The secret part of a link by which somebody claims what was kept under their name."""

    claim = serializers.CharField()
