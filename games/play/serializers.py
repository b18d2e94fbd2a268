"""What the interface answers about games, for its documentation: lists and cards, positions, choices and logs, and
bots."""

from rest_framework import serializers

from engine.result import VOIDED
from games.accounts.names import LONGEST
from games.api.serializers import HASH, Body, Command, Place, Receipt, Shape
from games.play.cards import PLAYER_KINDS
from games.play.cost_of_leaving import COSTS
from games.play.setup import SEAT_KINDS, VISIBILITIES
from games.play.visibility import BY_ACTING, BY_ENTERING
from games.statuses import STATUSES


class CreatedGame(Receipt):
    """The first event of a new game, and the secret part of its link."""

    invite = serializers.CharField()


class Player(Shape):
    """Who sits on a seat."""

    seat = serializers.IntegerField()
    level = serializers.IntegerField()
    kind = serializers.ChoiceField(PLAYER_KINDS)
    name = serializers.CharField(
        allow_null=True, help_text="Null if the account was erased, and for a `private` player whom you do not know."
    )
    handle = serializers.CharField(allow_null=True, help_text="Leads to the profile, if there is a public one.")


class GameSummary(Shape):
    """A game as lists show it."""

    id = serializers.CharField()
    key = serializers.CharField()
    variant = serializers.CharField()
    levels = serializers.ListField(child=serializers.IntegerField())
    visibility = serializers.ChoiceField(VISIBILITIES)
    club = serializers.CharField(allow_null=True)
    tournament = serializers.CharField(allow_null=True)
    rated = serializers.BooleanField()
    dice = serializers.CharField(help_text="`brikks-dice/1` for the server's, `table` for real ones, empty for none.")
    seconds = serializers.IntegerField(allow_null=True, help_text="The time for a decision; null without a clock.")
    status = serializers.ChoiceField((*STATUSES, VOIDED))
    free_seats = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    players = Player(many=True)


class Deal(Shape):
    """By what the dice can be checked after the seed is revealed."""

    id = serializers.CharField()
    commitment = serializers.RegexField(HASH)
    is_shared = serializers.BooleanField(help_text="Whether others play it too; nothing can be added in the game then.")


class Clock(Shape):
    """The time for a decision, and until when the current one is due."""

    seconds = serializers.IntegerField()
    timeout = serializers.CharField()
    asked_at = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)


class SeatResult(Shape):
    """How a seat came out of a game that has ended."""

    seat = serializers.IntegerField()
    score = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    has_won = serializers.BooleanField()
    has_forfeited = serializers.BooleanField()


class Leaving(Shape):
    """What it costs to leave a game."""

    cost = serializers.ChoiceField(
        COSTS,
        help_text="`free`: it is not rated, or nobody has seen a roll. `grace`: nothing, this time. `loss`: it counts"
        " as one. `points`: the run counts as it stands.",
    )
    left = serializers.IntegerField(help_text="How often you may still leave by grace today.")
    until = serializers.DateTimeField(allow_null=True, help_text="Until when you may do so here.")


class GameCard(GameSummary):
    """A game with everything that its table shows but the boards."""

    rules_version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.ChoiceField(SEAT_KINDS), help_text="Who may sit on each seat.")
    deal = Deal(allow_null=True)
    clock = Clock(allow_null=True)
    awaited = serializers.ListField(child=serializers.IntegerField(), help_text="The seats that must act now.")
    results = SeatResult(many=True)
    is_overridden = serializers.BooleanField(
        help_text="Whether an organiser of its tournament has put another result in the place of this one."
    )
    head = Place()
    seat = serializers.IntegerField(allow_null=True, help_text="Your own seat.")
    reserved = serializers.IntegerField(
        allow_null=True, help_text="The seat that a tournament keeps for you, as long as you have not taken it."
    )
    expected = Player(many=True, help_text="For whom a tournament keeps the seats that nobody has taken yet.")
    follows = serializers.CharField(
        allow_null=True, help_text="The game in which this tournament's table has waited in vain for somebody."
    )
    goes_on = serializers.CharField(
        allow_null=True, help_text="The game in which the table goes on without them, if it was called off for that."
    )
    leaving = Leaving(
        allow_null=True, help_text="What it costs you to leave it now; null if you do not play, or not yet."
    )
    is_host = serializers.BooleanField(help_text="Whether you have created it.")
    invite = serializers.CharField(required=False, help_text="The secret part of its link, for its host only.")


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


class SeatingHere(Command):
    """Another person on the same device."""

    display_name = serializers.CharField(max_length=LONGEST)
    seat = serializers.IntegerField()
    contribution = serializers.RegexField(r"^([0-9a-f]{32})?$", default="")
    commitment = serializers.RegexField(
        HASH, allow_null=True, default=None, help_text="That of the game's deal, seen before; needed to contribute."
    )


class HandingOver(Body):
    """Who holds the device now."""

    seat = serializers.IntegerField()
