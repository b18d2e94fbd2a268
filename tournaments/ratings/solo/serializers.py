"""Solo runs and fields on shared dice as the interface tells them."""

from rest_framework import serializers

from engine.protocol import Json
from games.api.serializers import Shape
from tournaments.events.serializers.response_schemas import PlayerNamed
from tournaments.ratings.solo.run_statistics import RunStatistics, Streak
from tournaments.ratings.solo.same_dice import HARSH, KIND, ORDINARY


class StreakSerializer(Shape):
    """How many runs in a row."""

    current = serializers.IntegerField()
    longest = serializers.IntegerField()


class TitleOfRunsSerializer(Shape):
    """A title, and how often somebody has had it."""

    title = serializers.CharField(help_text="In English.")
    lowest = serializers.IntegerField(help_text="The lowest rated score for it.")
    highest = serializers.IntegerField(allow_null=True, help_text="The highest one; null for the best title.")
    runs = serializers.IntegerField()
    in_a_row = StreakSerializer(help_text="Runs one after the other with this title or a better one.")


class LevelOfRunsSerializer(Shape):
    """How somebody has done at one level."""

    level = serializers.IntegerField()
    runs = serializers.IntegerField()
    complete = serializers.IntegerField()
    best = serializers.IntegerField(allow_null=True)
    mean = serializers.FloatField(help_text="Of the last 20 there.")


class SameDiceSerializer(Shape):
    """Skill and luck on dice that others have had as well."""

    runs = serializers.IntegerField()
    percentile = serializers.FloatField(allow_null=True, help_text="Skill: the mean share of the others left behind.")
    kindness = serializers.FloatField(allow_null=True, help_text="Luck: how many points above the usual the dice were.")


class SoloFiguresSerializer(Shape):
    """How somebody has done in their rated runs."""

    runs = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="How many were played to their end.")
    completion = serializers.IntegerField(allow_null=True, help_text="The same in percent.")
    best = serializers.IntegerField(allow_null=True, help_text="The best rated score that was played to its end.")
    title = serializers.CharField(allow_null=True, help_text="What it is called, in English.")
    mean = serializers.FloatField(allow_null=True, help_text="Of the last 20, runs that were given up as they stood.")
    latest = serializers.IntegerField(help_text="How many runs that mean is taken over.")
    in_a_row = StreakSerializer(help_text="Runs one after the other that were played to their end.")
    titles = TitleOfRunsSerializer(many=True)
    levels = LevelOfRunsSerializer(many=True)
    same_dice = SameDiceSerializer()


class RunInFieldSerializer(Shape):
    """A run on shared dice."""

    place = serializers.IntegerField()
    player = PlayerNamed(allow_null=True)
    game = serializers.CharField()
    score = serializers.IntegerField()
    has_forfeited = serializers.BooleanField()
    percentile = serializers.FloatField(allow_null=True, help_text="The share of the others left behind, ties by half.")


class FieldOnDiceSerializer(Shape):
    """Everybody who has played the same dice."""

    deal = serializers.CharField()
    tournament = serializers.CharField()
    round = serializers.IntegerField()
    level = serializers.IntegerField()
    size = serializers.IntegerField(help_text="How many runs there are.")
    mean = serializers.FloatField(allow_null=True, help_text="Of the runs that were played to their end.")
    median = serializers.FloatField(allow_null=True)
    usual = serializers.FloatField(allow_null=True, help_text="The mean at this level on all shared dice.")
    kindness = serializers.FloatField(allow_null=True, help_text="How far the mean is above the usual one.")
    verdict = serializers.ChoiceField((KIND, HARSH, ORDINARY), allow_null=True)
    next = serializers.IntegerField(allow_null=True, help_text="The next page.")
    runs = RunInFieldSerializer(many=True)


def statistics_as_json(found: RunStatistics) -> Json:
    """The same for programs."""
    return {
        "runs": found.runs,
        "complete": found.complete,
        "completion": found.completion,
        "best": found.best.rated if found.best else None,
        "title": found.best_title.words if found.best_title else None,
        "mean": found.mean,
        "latest": found.latest,
        "in_a_row": _streak(found.in_a_row),
        "titles": [
            {
                "title": line.title.words,
                "lowest": line.title.lowest,
                "highest": line.title.highest,
                "runs": line.runs,
                "in_a_row": _streak(line.in_a_row),
            }
            for line in found.titles
        ],
        "levels": [line._asdict() for line in found.levels],
    }


def _streak(streak: Streak) -> Json:
    return streak._asdict()
