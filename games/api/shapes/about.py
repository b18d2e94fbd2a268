"""The site itself: its bots and its signed notes."""

from rest_framework import serializers

from games.api.shapes.places import Shape


class BotShape(Shape):
    """A program that can take a seat."""

    name = serializers.CharField()
    about = serializers.CharField()


class GameBots(Shape):
    """The bots of one game."""

    key = serializers.CharField()
    rules_version = serializers.IntegerField()
    bots = BotShape(many=True)


class Bots(Shape):
    """The bots of every game."""

    games = GameBots(many=True)


class Note(Shape):
    """A signed note over the ends of all logs that had changed."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    size = serializers.IntegerField(help_text="How many games it covers.")
    note = serializers.CharField()


class Notes(Shape):
    """Signed notes in the order in which they were made."""

    checkpoints = Note(many=True)
