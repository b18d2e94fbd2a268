"""What the interface for tournaments is told, for reading bodies and for the documentation."""

from typing import Any

from rest_framework import serializers

from games.api.saying import Body, Command
from games.services.adjudicating import LONGEST_REASON
from tournaments.services.texts import LONGEST_TITLE

CONTRIBUTION = serializers.RegexField(
    r"^([0-9a-f]{32})?$", default="", help_text="32 random hex digits of your own, which go into the dice."
)


def reason(**more: Any) -> serializers.CharField:
    """The field of a reason."""
    return serializers.CharField(max_length=LONGEST_REASON, help_text="Whoever it concerns can read it.", **more)


class DraftingTournament(Command):
    """What a tournament is to be."""

    name = serializers.CharField(max_length=LONGEST_TITLE)
    settings = serializers.DictField(
        help_text="At least `format`, `variant` and `first_at`; the rest has defaults. `wait`: after how many seconds "
        "a table of three or four starts without whoever has not come; null for never."
    )
    is_public = serializers.BooleanField(default=True, help_text="Whether strangers see it once it is published.")


class ChangingTournament(Command):
    """What a tournament is to be from now on; what is left out stays."""

    name = serializers.CharField(max_length=LONGEST_TITLE, required=False)
    settings = serializers.DictField(required=False)
    is_public = serializers.BooleanField(required=False)


class Entering(Command):
    """Entering a tournament."""

    invite = serializers.CharField(allow_null=True, default=None, help_text="The secret part of its link, if needed.")
    contribution = CONTRIBUTION


class EnteringOther(Command):
    """Entering somebody else: one of the three."""

    handle = serializers.CharField(allow_null=True, default=None, help_text="The name of their account.")
    person = serializers.IntegerField(allow_null=True, default=None, help_text="Somebody of the club without account.")
    bot = serializers.CharField(allow_null=True, default=None)


class CheckingIn(Command):
    """Saying that one is there."""

    contribution = CONTRIBUTION


class Contributing(Body):
    """Adding to the dice of the next round."""

    contribution = serializers.RegexField(r"^[0-9a-f]{32}$")


class NamingEntrant(Command):
    """Something about one entrant."""

    entrant = serializers.CharField()


class RemovingEntrant(NamingEntrant):
    """Taking somebody out."""

    reason = reason()


class NamingPair(Command):
    """Something about two entrants."""

    a = serializers.CharField()
    b = serializers.CharField()


class ExtendingRound(Command):
    """Another end for the round that is open."""

    closes_at = serializers.DateTimeField()
    reason = reason(default="", allow_blank=True)


class ReopeningRound(Command):
    """Opening the last round again."""

    closes_at = serializers.DateTimeField()
    reason = reason()


class Cancelling(Command):
    """Calling a tournament off."""

    reason = reason()


class SeatEntered(Body):
    """How one seat came out."""

    entrant = serializers.CharField()
    score = serializers.IntegerField(allow_null=True, required=False)
    forfeited = serializers.BooleanField(default=False)


class EnteringResult(Command):
    """The result of a table that was played on paper."""

    table = serializers.IntegerField(min_value=1)
    seats = SeatEntered(many=True)
    reason = reason(default="", allow_blank=True)


class StartingTable(Command):
    """Starting a table without whoever has not come."""

    table = serializers.IntegerField(min_value=1)
    without = serializers.ListField(
        child=serializers.CharField(), help_text="The entrants who are missing; refused if others are by now."
    )
    reason = reason()
    round = serializers.IntegerField(min_value=1, allow_null=True, default=None, help_text="Refused unless the latest.")


class OverridingResult(Command):
    """Another result for a table."""

    table = serializers.IntegerField(min_value=1)
    seats = SeatEntered(many=True, required=False)
    reason = reason()
    round = serializers.IntegerField(min_value=1, allow_null=True, default=None, help_text="The latest if not named.")
    is_void = serializers.BooleanField(default=False, help_text="Whether the table counts for nobody.")
