"""What the interface for tournaments answers, for the documentation; `responses` makes the answers."""

from typing import Final

from rest_framework import serializers

from games.api.serializers import HASH, Place, Shape
from tournaments.events.selectors.player_names import KINDS
from tournaments.events.statuses import ROUND_STATUSES, TOURNAMENT_STATUSES
from tournaments.events.values import ENTERED, OVERRIDDEN


class TournamentReceipt(Place):
    """What a command has made: the event of the tournament's log, and the hash that holds it and all before it."""

    tournament = serializers.CharField()


class TournamentInShort(Shape):
    """A tournament in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    format = serializers.CharField()
    status = serializers.ChoiceField(TOURNAMENT_STATUSES)
    is_public = serializers.BooleanField()
    is_paused = serializers.BooleanField()
    round = serializers.IntegerField(help_text="The latest that was paired; 0 before the first.")
    rounds = serializers.IntegerField(help_text="How many there are; 0 before the start.")
    created_at = serializers.DateTimeField()


class RoundDice(Shape):
    """The dice of the next round, if everybody gets the same: by what they are fixed, before anybody adds to them."""

    round = serializers.IntegerField()
    deal = serializers.CharField()
    commitment = serializers.RegexField(HASH)


class Tournament(TournamentInShort):
    """One tournament."""

    settings = serializers.DictField(help_text="`wait`: the seconds for which tables of three or four wait.")
    seed = serializers.RegexField(
        HASH, allow_null=True, help_text="From the start on: lots are drawn from it and the numbers of the entries."
    )
    seed_commitment = serializers.RegexField(
        HASH,
        allow_null=True,
        help_text='The sha256 of `"brikks-lots/1|" + id + "|" + seed`, public from the beginning.',
    )
    entrants = serializers.IntegerField(help_text="How many are in.")
    entrant = serializers.CharField(allow_null=True, help_text="Your own id here.")
    is_in = serializers.BooleanField(help_text="Whether you are in.")
    is_checked_in = serializers.BooleanField()
    has_dice_to_add = serializers.BooleanField(help_text="Whether you can add to the dice of the next round now.")
    dice = RoundDice(allow_null=True)
    invite = serializers.CharField(allow_null=True, help_text="The secret part of its link, if you run it.")
    seq = serializers.IntegerField(min_value=1)
    hash = serializers.RegexField(HASH)


class PlayerNamed(Shape):
    """Somebody who takes part."""

    entrant = serializers.CharField()
    name = serializers.CharField(allow_null=True, help_text="Null for a `private` player whom you do not know.")
    kind = serializers.ChoiceField(KINDS)
    handle = serializers.CharField(allow_null=True)


class EntrantShown(PlayerNamed):
    """Somebody who takes part, and since and until when."""

    number = serializers.IntegerField()
    joined_round = serializers.IntegerField()
    left_round = serializers.IntegerField(allow_null=True)
    is_checked_in = serializers.BooleanField()


OVERRIDDEN_IN: Final = "In how many rounds an organiser has put another result in the place of what was played."
ENTERED_AS = serializers.ChoiceField(
    ("", ENTERED, OVERRIDDEN),
    help_text="How an organiser has entered the result: from `paper`, in the place of what was played, or not at all.",
)


class InParts(Shape):
    """A part of a long list."""

    next = serializers.IntegerField(allow_null=True, help_text="`page` of the next part.")


class Entrants(InParts):
    """Some of those who take part."""

    entrants = EntrantShown(many=True)


class SeatSeen(PlayerNamed):
    """Somebody at a table."""

    seat_number = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    has_forfeited = serializers.BooleanField(help_text="Known before the result if the table started without them.")
    is_missing = serializers.BooleanField(help_text="Whether the table waits for them now.")


class TableSeen(Shape):
    """A table."""

    number = serializers.IntegerField()
    game = serializers.CharField(allow_null=True)
    is_on_paper = serializers.BooleanField()
    is_done = serializers.BooleanField()
    is_void = serializers.BooleanField()
    entered = ENTERED_AS
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When it starts without whoever is missing; null also while too few have come."
    )
    is_startable = serializers.BooleanField(
        help_text="Whether whoever runs it, and does not sit there, can start it now without whoever is missing."
    )
    seats = SeatSeen(many=True)


class RoundInShort(Shape):
    """A round in a list."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(ROUND_STATUSES)
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    waits_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when its tables of three or four wait for everybody, while it is open."
    )


class RoundSeen(RoundInShort, InParts):
    """One round, with some of its tables."""

    is_hidden = serializers.BooleanField(help_text="Whether nobody sees more than their own game yet.")
    deal = serializers.CharField(allow_null=True, help_text="The dice that everybody had, once the round is closed.")
    tables = TableSeen(many=True)
    byes = PlayerNamed(many=True)


class ReasonGiven(Shape):
    """One of the reasons."""

    code = serializers.CharField()
    facts = serializers.DictField()


class Explained(Shape):
    """Why somebody was paired like this, and all that anybody needs to draw it again."""

    round = serializers.IntegerField()
    run = serializers.IntegerField()
    seq = serializers.IntegerField()
    version = serializers.IntegerField()
    seed = serializers.RegexField(HASH)
    inputs = serializers.RegexField(HASH)
    reasons = ReasonGiven(many=True)


class PartShown(Shape):
    """One of the numbers that a tie-break is made of."""

    kind = serializers.CharField()
    round = serializers.IntegerField()
    entrant = serializers.CharField(allow_null=True)
    base = serializers.IntegerField()
    value = serializers.IntegerField()


class BreakShown(Shape):
    """One tie-break."""

    key = serializers.CharField()
    value = serializers.IntegerField()
    unit = serializers.IntegerField(help_text="How much of the value counts as one.")
    parts = PartShown(many=True)


class StandingShown(PlayerNamed):
    """Where somebody stands."""

    place = serializers.IntegerField()
    points = serializers.IntegerField()
    breaks = BreakShown(many=True)
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    byes = serializers.IntegerField()
    forfeits = serializers.IntegerField()
    walkovers = serializers.IntegerField()
    overridden = serializers.IntegerField(help_text=OVERRIDDEN_IN)


class Standings(InParts):
    """Who stands where."""

    unit = serializers.IntegerField(help_text="How many points count as one.")
    seq = serializers.IntegerField(help_text="The event of the log up to which this holds.")
    standings = StandingShown(many=True)


class CellShown(Shape):
    """What one round was for somebody."""

    round = serializers.IntegerField()
    kind = serializers.CharField()
    points = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    seated = serializers.ListField(child=serializers.CharField())
    result = serializers.CharField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    entered = ENTERED_AS


class CrossRowShown(PlayerNamed):
    """One row of the crosstable."""

    place = serializers.IntegerField()
    points = serializers.IntegerField()
    cells = CellShown(many=True)


class Crosstable(InParts):
    """Everybody by standing, and what each round was for them."""

    unit = serializers.IntegerField()
    seq = serializers.IntegerField()
    rows = CrossRowShown(many=True)


class EventShown(Shape):
    """One event of the log."""

    seq = serializers.IntegerField()
    hash = serializers.RegexField(HASH)
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    name = serializers.CharField(allow_null=True, help_text="Of the person who did it.")
    data = serializers.DictField(  # type: ignore[assignment]  # the name is that of the log
        allow_null=True, help_text="Null for a pairing that is not published yet."
    )
    reason = serializers.CharField(allow_null=True)


class LogOf(Shape):
    """A part of the log, the latest first."""

    next = serializers.IntegerField(allow_null=True, help_text="`before` of the next part.")
    events = EventShown(many=True)
