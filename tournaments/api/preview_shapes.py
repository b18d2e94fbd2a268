"""What the interface answers about what a ruling or another result would change, for the documentation."""

from rest_framework import serializers

from games.api.serializers import Shape
from tournaments.api.tournament_shapes import PlayerNamed


class SeatOutcomeShown(Shape):
    """How a seat comes out of a game."""

    score = serializers.IntegerField(allow_null=True, help_text="Null where nobody has said it.")
    place = serializers.IntegerField(allow_null=True, help_text="Null without a result that counts.")
    forfeited = serializers.BooleanField()
    rows = serializers.IntegerField(allow_null=True)


class ResultShown(Shape):
    """What comes of a game."""

    status = serializers.CharField()
    seats = SeatOutcomeShown(many=True)


class BreakValue(Shape):
    """The value of one tie-break."""

    key = serializers.CharField()
    value = serializers.IntegerField()
    unit = serializers.IntegerField(help_text="How much of the value counts as one.")


class Placed(Shape):
    """Where somebody stands."""

    place = serializers.IntegerField()
    points = serializers.IntegerField()
    breaks = BreakValue(many=True)
    way = serializers.CharField(allow_null=True, help_text="In a league: where they would play next.")


class StandingForeseen(PlayerNamed):
    """Somebody who would stand otherwise."""

    before = Placed()
    after = Placed()


class TournamentForeseen(Shape):
    """What would change in the tournament of a game."""

    id = serializers.CharField()
    name = serializers.CharField()
    unit = serializers.IntegerField(help_text="How many points count as one.")
    standings = StandingForeseen(many=True)
    more_standings = serializers.IntegerField(help_text="How many more would stand otherwise than are told here.")


class RatedNamed(Shape):
    """Somebody with a rating, as far as you may know them."""

    name = serializers.CharField(allow_null=True, help_text="Null for a private player and for an erased account.")
    handle = serializers.CharField(allow_null=True)
    is_erased = serializers.BooleanField()


class SkillShown(Shape):
    """A rating."""

    rating = serializers.IntegerField()
    deviation = serializers.IntegerField(help_text="How far off it may well be, to either side.")
    games = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text="On the leaderboard of all time.")


class RatingForeseen(RatedNamed):
    """Somebody whose rating would change."""

    variant = serializers.CharField()
    before = SkillShown()
    after = SkillShown()


class RunShown(Shape):
    """How a solo run counts."""

    rated = serializers.IntegerField(allow_null=True, help_text="Null if it does not count.")
    title = serializers.CharField(allow_blank=True)
    best = serializers.IntegerField(allow_null=True, help_text="The player's best run of all.")


class RunForeseen(RatedNamed):
    """A solo run that would count otherwise."""

    before = RunShown()
    after = RunShown()


class NoteGiven(Shape):
    """What is to be said beside the numbers."""

    code = serializers.CharField()
    detail = serializers.CharField()


class PreviewShape(Shape):
    """Everything that a ruling, or another result of a table, would change."""

    game = serializers.CharField(allow_null=True, help_text="Null for a table without a game.")
    entrants = serializers.ListField(
        child=serializers.CharField(), help_text="Those at the table by their seats, if it is about a table."
    )
    before = ResultShown()
    after = ResultShown()
    tournament = TournamentForeseen(allow_null=True)
    ratings = RatingForeseen(many=True)
    more_ratings = serializers.IntegerField(help_text="How many more ratings would change than are told here.")
    solo = RunForeseen(many=True)
    notes = NoteGiven(many=True)
    changes_nothing = serializers.BooleanField()
    fingerprint = serializers.CharField(help_text="To be sent as `foreseen` with the ruling or the result.")
