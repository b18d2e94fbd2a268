"""What the interface answers about ratings, for the documentation."""

from rest_framework import serializers

from games.api.serializers import Shape
from tournaments.ratings.pools import RATED


class Number(Shape):
    """A rating as people see it, and how far off it may well be, to either side."""

    rating = serializers.IntegerField()
    uncertainty = serializers.IntegerField()


class Rating(Number):
    """How somebody stands in one kind of games."""

    variant = serializers.ChoiceField(RATED)
    games = serializers.IntegerField(help_text="How many rated matches it is known from.")
    is_provisional = serializers.BooleanField(help_text="Whether these are too few to rely on.")
    at = serializers.DateTimeField(help_text="When the last of them ended.")


class Ratings(Shape):
    """All ratings of somebody."""

    ratings = Rating(many=True)


class Opponent(Shape):
    """Somebody at the same table."""

    name = serializers.CharField()
    handle = serializers.CharField(allow_null=True, help_text="Leads to the profile, if there is a public one.")


class RatingChange(Shape):
    """What a match did to somebody's rating."""

    at = serializers.DateTimeField()
    variant = serializers.ChoiceField(RATED)
    game = serializers.CharField(allow_null=True, help_text="Null if you may not see it.")
    opponents = Opponent(many=True, help_text="At the same table, if you may see the game; with the same dice nobody.")
    place = serializers.IntegerField()
    field = serializers.IntegerField(help_text="How many played.")
    is_overridden = serializers.BooleanField(
        help_text="Whether `place` is not that of the game, because an organiser has put another result in its place."
    )
    before = Number()
    after = Number()
    games = serializers.IntegerField(help_text="How many rated matches that makes.")


class Score(Shape):
    """How often one was placed before, beside and after the other."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    last_at = serializers.DateTimeField(allow_null=True)


class HeadToHead(Shape):
    """How one player has done against another."""

    tables = Score(help_text="In games in which both had a seat.")
    same_dice = Score(help_text="In rated rounds in which both had the same dice.")
