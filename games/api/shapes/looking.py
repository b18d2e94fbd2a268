"""A game from inside: positions, choices, logs, proofs."""

from rest_framework import serializers

from games.api.shapes.places import HASH, Place, Shape
from games.selectors.choices import BY_ACTING, BY_ENTERING
from games.statuses import STATUSES


class Position(Shape):
    """Where a game is, or was after one of its events, as you may see it."""

    game = serializers.CharField()
    seq = serializers.IntegerField()
    status = serializers.ChoiceField(STATUSES)
    phase = serializers.CharField()
    awaited = serializers.ListField(child=serializers.IntegerField())
    asked = serializers.IntegerField(help_text="The event that asked for the current answers; moves name it.")
    seat = serializers.IntegerField(allow_null=True)
    options = serializers.DictField(help_text="What your seat may do, as `python -m engine options` lists it.")
    state = serializers.DictField(help_text="The state of the game, in its own words.")


class Choice(Shape):
    """Something that a seat may do."""

    action = serializers.DictField(help_text="What to send.")
    send = serializers.ChoiceField((BY_ACTING, BY_ENTERING), help_text="Where to; rolls add what the dice show.")
    brings = serializers.DictField(help_text="Price, path and gains, as far as there are any.")


class Choices(Shape):
    """Everything that a seat may do now; empty if it need not act."""

    game = serializers.CharField()
    seq = serializers.IntegerField()
    seat = serializers.IntegerField()
    phase = serializers.CharField()
    asked = serializers.IntegerField()
    actions = Choice(many=True)


class LogPage(Shape):
    """Some events of a log; answers of others are sealed until everybody has answered."""

    game = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    head = Place()
    next = serializers.IntegerField(allow_null=True, help_text="What to give as `after` for the next page.")
    events = serializers.ListField(child=serializers.DictField())


class InclusionProof(Shape):
    """The way from the end of a game's log to the root of a note."""

    leaf = serializers.CharField()
    index = serializers.IntegerField()
    size = serializers.IntegerField()
    path = serializers.ListField(child=serializers.RegexField(HASH))


class Proof(Shape):
    """A signed note and the proof that a log is under it."""

    note = serializers.CharField()
    proof = InclusionProof()
