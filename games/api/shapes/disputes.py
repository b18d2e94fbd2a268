"""Disputes and rulings of a game."""

from rest_framework import serializers

from games.api.shapes.places import Shape
from games.log.disputes import REVERSED, VERDICTS, WAITING


class Said(Shape):
    """Something that somebody has said about a dispute."""

    seq = serializers.IntegerField()
    by = serializers.CharField()
    made_at = serializers.DateTimeField()
    words = serializers.CharField(allow_null=True, help_text="Null once they were erased.")


class RulingShape(Shape):
    """A ruling, with who gave it and why."""

    seq = serializers.IntegerField()
    how = serializers.ChoiceField((*VERDICTS, REVERSED))
    by = serializers.CharField()
    made_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_null=True, help_text="Null once it was erased.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Those that forfeit the game by it.")
    dispute = serializers.IntegerField(allow_null=True, help_text="The dispute that it settles.")
    reverses = serializers.IntegerField(allow_null=True, help_text="The ruling that counts no more because of it.")
    is_in_force = serializers.BooleanField(help_text="False once it was reversed.")
    may_reverse = serializers.BooleanField(help_text="Whether you may reverse it; what staff have ruled only staff.")


class DisputeShape(Shape):
    """That somebody has flagged an event, and what came of it."""

    seq = serializers.IntegerField(help_text="The event that opened it, by which it is named.")
    at = serializers.IntegerField(help_text="The event that it is about.")
    by = serializers.CharField()
    made_at = serializers.DateTimeField()
    status = serializers.ChoiceField((WAITING, *VERDICTS))
    statements = Said(
        many=True, allow_null=True, help_text="Null unless you play in the game, run its club, or are on the staff."
    )
    ruling = serializers.IntegerField(allow_null=True, help_text="The ruling that settles it.")
    may_answer = serializers.BooleanField()
    may_rule = serializers.BooleanField(help_text="Whether you may rule upon it now.")


class CaseShape(Shape):
    """All disputes and rulings of a game, as you may see them."""

    game = serializers.CharField()
    seq = serializers.IntegerField(help_text="The last event of its log, for `expected`.")
    disputes = DisputeShape(many=True)
    rulings = RulingShape(many=True)
    may_flag = serializers.BooleanField()
    may_rule = serializers.BooleanField(
        help_text="Whether you may rule now: those who run the club upon what somebody else who plays has flagged."
    )
