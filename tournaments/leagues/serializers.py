"""What the interface of leagues is told and answers, for reading bodies and for the documentation.

The names of these classes are names in the published schema.
"""

from rest_framework import serializers

from games.api.serializers import Body, Shape
from tournaments.events.selectors.player_names import KINDS
from tournaments.events.serializers.response_schemas import OVERRIDDEN_IN
from tournaments.leagues.models import SEASON_STATUSES
from tournaments.leagues.promotion import WAYS
from tournaments.leagues.services.leagues import LONGEST_LEAGUE_NAME

OF_RULES = (
    "`divisions`, `size` (places in each but the last), `up`, `down`, `weekday` (Monday is 0), `time` on the club's "
    "clocks, `weeks` from one round to the next, `days` for playing one, and `tournament`: settings without dates."
)


class MakingLeague(Body):
    """What is said of a new league."""

    name = serializers.CharField(max_length=LONGEST_LEAGUE_NAME)
    rules = serializers.DictField(help_text=f"{OF_RULES} What is left out is as usual.")


class ChangingLeague(Body):
    """What is said of a league from now on; what is left out stays."""

    name = serializers.CharField(max_length=LONGEST_LEAGUE_NAME, required=False)
    rules = serializers.DictField(required=False, help_text=f"{OF_RULES} All of them: these replace the old ones.")


class DraftingSeason(Body):
    """How the next season is drafted."""

    starts_on = serializers.DateField(
        required=False, help_text="The first round is on the league's day of the week then, or next after it."
    )
    is_from_last = serializers.BooleanField(
        default=True, help_text="Whether those who played last are in it, with who goes up and down; else nobody is."
    )


class DatingSeason(Body):
    """When a season begins."""

    starts_on = serializers.DateField()


class AssigningPlayer(Body):
    """Who is to play in which division: one of a member, a person of the club, and a bot."""

    division = serializers.IntegerField(help_text="From 1 at the top.")
    handle = serializers.CharField(required=False, help_text="Of a member.")
    person = serializers.IntegerField(required=False, help_text="Of somebody without an account.")
    bot = serializers.CharField(required=False)


class MovingPlayer(Body):
    """Where somebody is to play."""

    division = serializers.IntegerField()
    position = serializers.IntegerField(required=False, help_text="From 1 at its top; at its end if left out.")


class SeasonInShort(Shape):
    """A season as lists show it."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(SEASON_STATUSES)
    starts_on = serializers.DateField()


class LeagueInShort(Shape):
    """A league as lists show it."""

    id = serializers.CharField()
    club = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.DictField(help_text=OF_RULES)
    created_at = serializers.DateTimeField()


class League(LeagueInShort):
    """A league with its seasons, the latest first."""

    seasons = SeasonInShort(many=True)


class DraftedPlayer(Shape):
    """Somebody who is to play."""

    id = serializers.IntegerField()
    name = serializers.CharField(allow_null=True, help_text="Null for a `private` player whom you do not know.")
    kind = serializers.ChoiceField(KINDS)
    handle = serializers.CharField(allow_null=True)
    came = serializers.ChoiceField(WAYS, help_text="How they came there from the last season.")


class LeaguePlace(Shape):
    """Somebody in the table of a division."""

    entrant = serializers.CharField()
    name = serializers.CharField(allow_null=True, help_text="Null for a `private` player whom you do not know.")
    kind = serializers.ChoiceField(KINDS)
    handle = serializers.CharField(allow_null=True)
    place = serializers.IntegerField(help_text="Those who tie share one.")
    points = serializers.IntegerField(help_text="In parts of `unit`.")
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    way = serializers.ChoiceField(WAYS, help_text="Where they would play next by this table alone.")
    overridden = serializers.IntegerField(help_text=OVERRIDDEN_IN)


class LeagueDivision(Shape):
    """A division: as it stands, or as it is drafted."""

    division = serializers.IntegerField(help_text="From 1 at the top.")
    tournament = serializers.CharField(allow_null=True, help_text="Null for a draft.")
    unit = serializers.IntegerField(help_text="How many points are shown as one.")
    table = LeaguePlace(many=True, help_text="Empty for a draft.")
    draft = DraftedPlayer(many=True, help_text="Empty for a season that is published.")


class Season(SeasonInShort):
    """A season with its divisions, as far as you may see them."""

    league = serializers.CharField()
    rules = serializers.DictField(help_text="Those with which it was published.")
    divisions = LeagueDivision(many=True)


class Filled(Shape):
    """How many members were added to a draft."""

    added = serializers.IntegerField()
