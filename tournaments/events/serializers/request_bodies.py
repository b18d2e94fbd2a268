"""What the interface for tournaments is told, for reading bodies and for the documentation."""

from typing import Any

from rest_framework import serializers

from games.api.serializers import HASH, Body, Command
from games.texts import LONGEST_REASON
from tournaments.clubs.validators import LONGEST_TITLE

CONTRIBUTION = serializers.RegexField(
    r"^([0-9a-f]{32})?$", default="", help_text="32 random hex digits of your own, which go into the dice."
)
COMMITMENT = serializers.RegexField(
    HASH, allow_null=True, default=None, help_text="That of `dice`, seen before; needed to contribute."
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
    commitment = COMMITMENT


class EnteringOther(Command):
    """Entering somebody else: one of the three."""

    handle = serializers.CharField(allow_null=True, default=None, help_text="The name of their account.")
    person = serializers.IntegerField(allow_null=True, default=None, help_text="Somebody of the club without account.")
    bot = serializers.CharField(allow_null=True, default=None)


class CheckingIn(Command):
    """Saying that one is there."""

    contribution = CONTRIBUTION
    commitment = COMMITMENT


class Contributing(Body):
    """Adding to the dice of the next round."""

    contribution = serializers.RegexField(r"^[0-9a-f]{32}$")
    commitment = serializers.RegexField(HASH, help_text="That of `dice`, seen before.")


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
    place = serializers.IntegerField(
        min_value=1,
        allow_null=True,
        required=False,
        help_text="As in sport: those who tie share one. Without any, points decide, but never in a duel.",
    )
    score = serializers.IntegerField(allow_null=True, required=False, help_text="May be left out if places are named.")
    forfeited = serializers.BooleanField(default=False)


class DecidingResult(Command):
    """Something about the result of a table, perhaps after a look at what it would change."""

    table = serializers.IntegerField(min_value=1)
    expected = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="The last event of the log you have seen; refused if the table has got another result since.",
    )
    foreseen = serializers.CharField(
        allow_null=True,
        default=None,
        help_text="The `fingerprint` of the preview you have seen; refused if something else would change now.",
    )


class EnteringResult(DecidingResult):
    """The result of a table that was played on paper."""

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


class OverridingResult(DecidingResult):
    """Another result for a table."""

    seats = SeatEntered(many=True, required=False)
    reason = reason()
    round = serializers.IntegerField(min_value=1, allow_null=True, default=None, help_text="The latest if not named.")
    is_void = serializers.BooleanField(
        default=False, help_text="Whether the table counts for nobody; refused beside `seats`."
    )


class TakingBackResult(DecidingResult):
    """Taking back a result that an organiser has entered."""

    reason = reason()
    round = serializers.IntegerField(min_value=1, allow_null=True, default=None, help_text="The latest if not named.")


class ForeseeingResult(Body):
    """A result of a table to look at beforehand, or that the entered one is taken back."""

    table = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1, allow_null=True, default=None, help_text="The latest if not named.")
    seats = SeatEntered(many=True, required=False)
    is_void = serializers.BooleanField(default=False)
    is_taken_back = serializers.BooleanField(
        default=False, help_text="Whether the entered result is taken back; refused beside `seats` and `is_void`."
    )
