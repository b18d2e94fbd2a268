"""What the interface for accounts is sent and answers, for reading bodies and for the documentation."""

from typing import Any

from rest_framework import serializers

from games.accounts.names import LONGEST
from games.accounts.tokens import LONGEST_NAME, SCOPES
from games.api.serializers import Body
from games.texts import LONGEST_REASON

Shape = serializers.Serializer[Any]
HANDLE = "The username, under which `/players/` knows somebody; those of guests are random."
MOTION = "`reduced`, or empty for what the device says."


class Profile(Shape):
    """What others see of somebody."""

    handle = serializers.CharField(help_text=HANDLE)
    display_name = serializers.CharField()
    is_guest = serializers.BooleanField()
    since = serializers.DateField()
    games = serializers.IntegerField(help_text="Public games that have ended.")


class Me(Shape):
    """Your own account."""

    handle = serializers.CharField(help_text=HANDLE)
    display_name = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    language = serializers.CharField(allow_blank=True, help_text="Empty for that of the browser.")
    time_zone = serializers.CharField(allow_blank=True, help_text="Empty for that of the browser.")
    is_guest = serializers.BooleanField()
    is_staff = serializers.BooleanField()
    is_minor = serializers.BooleanField(help_text="Whether you have said that you are under 16.")
    is_private = serializers.BooleanField(help_text="Whether only those you play with or share a club with see you.")
    confirms_moves = serializers.BooleanField(help_text="Whether a move is shown once more before it counts.")
    has_sound = serializers.BooleanField(help_text="Whether a sound tells that it is your turn.")
    motion = serializers.CharField(allow_blank=True, help_text=MOTION)
    has_second_factor = serializers.BooleanField()
    since = serializers.DateField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When a guest who does nothing is erased.")


class Changing(Body):
    """What you may change about yourself."""

    display_name = serializers.CharField(max_length=LONGEST, required=False)
    language = serializers.CharField(allow_blank=True, required=False)
    time_zone = serializers.CharField(allow_blank=True, required=False, help_text="As in `Europe/Berlin`.")
    is_private = serializers.BooleanField(required=False)
    confirms_moves = serializers.BooleanField(required=False)
    has_sound = serializers.BooleanField(required=False)
    motion = serializers.CharField(allow_blank=True, required=False, help_text=MOTION)
    is_minor = serializers.BooleanField(required=False, help_text="Can be set, but not unset, and makes you private.")


class Erasing(Body):
    """What is needed to erase an account."""

    password = serializers.CharField(required=False, help_text="Not needed by guests, who have none.")


class MakingGuest(Body):
    """What a guest is called."""

    display_name = serializers.CharField(max_length=LONGEST)


class OwnToken(Shape):
    """A token, without its secret."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the day.")
    expires_at = serializers.DateTimeField(allow_null=True)


class NewToken(OwnToken):
    """A token with its secret, which is never shown again."""

    secret = serializers.CharField()


class MakingToken(Body):
    """What a token is for."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    expires_at = serializers.DateTimeField(allow_null=True, default=None)


class Blocked(Shape):
    """Somebody you keep away."""

    handle = serializers.CharField(help_text=HANDLE)
    display_name = serializers.CharField()
    since = serializers.DateTimeField()


class Reporting(Body):
    """A complaint."""

    text = serializers.CharField(max_length=LONGEST_REASON)
    game = serializers.CharField(allow_null=True, default=None, help_text="A game in which it happened.")


class Report(Shape):
    """A complaint as staff see it."""

    id = serializers.IntegerField()
    reporter = serializers.CharField(help_text=HANDLE)
    reported = serializers.CharField(help_text=HANDLE)
    game = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    made_at = serializers.DateTimeField()
    handled_at = serializers.DateTimeField(allow_null=True)
    handled_by = serializers.CharField(allow_null=True, help_text=HANDLE)


class ReportPage(Shape):
    """Some complaints."""

    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page.")
    results = Report(many=True)


class Nothing(Body):
    """An empty object."""


class PasswordLink(Shape):
    """A link to a new password, to be handed over; it works once, within a day."""

    link = serializers.URLField()


class Export(Shape):
    """Everything that is stored about you; further parts of the site add theirs."""

    format = serializers.CharField()
    made_at = serializers.DateTimeField()
    account = serializers.DictField()
    email_addresses = serializers.ListField(child=serializers.DictField())
    second_factors = serializers.ListField(child=serializers.DictField())
    tokens = serializers.ListField(child=serializers.DictField())
    links = serializers.ListField(child=serializers.DictField())
    sessions = serializers.ListField(child=serializers.DictField())
    games = serializers.ListField(
        child=serializers.DictField(), help_text="With the id under which each log knows you."
    )
    imported_games = serializers.ListField(child=serializers.DictField())
    contributions = serializers.ListField(child=serializers.DictField())
    attempts = serializers.ListField(child=serializers.DictField())
    texts = serializers.ListField(child=serializers.DictField())
    reports = serializers.ListField(child=serializers.DictField())
    blocks = serializers.ListField(child=serializers.DictField())
