"""Leaderboards as the interface tells them."""

from rest_framework import serializers

from engine.protocol import Json
from games.api.serializers import Shape
from tournaments.ratings.leaderboards.filters import TABLE_DICE_VARIANTS, VARIANTS, BoardFilter
from tournaments.ratings.leaderboards.periods import PERIODS
from tournaments.ratings.leaderboards.selectors import BoardLine, BoardPage, OwnPlace


class LineSerializer(Shape):
    """A row of a leaderboard."""

    place = serializers.IntegerField(help_text="Those who have the same value share one.")
    value = serializers.IntegerField(help_text="What is compared: the rating, or the best rated solo score.")
    before = serializers.IntegerField(
        allow_null=True, help_text="The rating before the period; null where there was none, and for solo scores."
    )
    deviation = serializers.IntegerField(allow_null=True, help_text="How uncertain a rating is; null for solo scores.")
    games = serializers.IntegerField(help_text="How many rated games of the period count.")
    is_provisional = serializers.BooleanField(help_text="Whether the rating comes from few games only.")
    is_own = serializers.BooleanField(help_text="Whether it is yours.")
    name = serializers.CharField(allow_null=True, help_text="Null if it is not told to you.")
    handle = serializers.CharField(allow_null=True, help_text="Null if there is no profile that you may see.")
    title = serializers.CharField(allow_null=True, help_text="Of a solo score, in English.")


class BoardSerializer(Shape):
    """Which leaderboard it is."""

    variant = serializers.ChoiceField(VARIANTS)
    level = serializers.IntegerField(allow_null=True, help_text="Of solo scores; null for those of all levels.")
    period = serializers.ChoiceField(PERIODS)
    of = serializers.CharField(help_text="The name of the period, as “2026-11”.")
    club = serializers.CharField(allow_null=True)
    least_games = serializers.IntegerField(help_text="How many rated games a place takes.")
    least_opponents = serializers.IntegerField(
        help_text="Against how many different people these have to be; 0 for solo scores."
    )


class LeaderboardSerializer(BoardSerializer):
    """A page of a leaderboard."""

    players = serializers.IntegerField(help_text="How many have a place.")
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page.")
    rows = LineSerializer(many=True)


class AroundSerializer(BoardSerializer):
    """Where you stand, and who is around you."""

    place = serializers.IntegerField(allow_null=True, help_text="Null if you have none.")
    games = serializers.IntegerField(help_text="How many rated games of yours count here.")
    missing_games = serializers.IntegerField(help_text="How many more a place takes.")
    missing_opponents = serializers.IntegerField(
        help_text="How many people whom you have not met in the period have to be among your opponents."
    )
    rows = LineSerializer(many=True)


class TableLineSerializer(Shape):
    """A row of a list of games with dice on the table."""

    place = serializers.IntegerField(help_text="Those who have as many wins and the same best score share one.")
    games = serializers.IntegerField(help_text="How many games of the period are listed.")
    wins = serializers.IntegerField(allow_null=True, help_text="Null for games that are played alone.")
    best = serializers.IntegerField(help_text="The highest score of a game that was not forfeited.")
    is_own = serializers.BooleanField(help_text="Whether it is yours.")
    name = serializers.CharField(allow_null=True, help_text="Null if it is not told to you.")
    handle = serializers.CharField(allow_null=True, help_text="Null if there is no profile that you may see.")


class TableDiceSerializer(Shape):
    """A page of a list of games with dice on the table."""

    variant = serializers.ChoiceField(TABLE_DICE_VARIANTS)
    level = serializers.IntegerField(allow_null=True, help_text="Of solo games; null for those of all levels.")
    period = serializers.ChoiceField(PERIODS)
    of = serializers.CharField(help_text="The name of the period, as “2026-11”.")
    club = serializers.CharField(allow_null=True)
    players = serializers.IntegerField(help_text="How many are listed.")
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page.")
    rows = TableLineSerializer(many=True)


def board_as_json(choice: BoardFilter, club: str | None) -> Json:
    """Which leaderboard it is."""
    return {
        "variant": choice.variant,
        "level": choice.level,
        "period": choice.kind,
        "of": choice.period,
        "club": club,
        "least_games": choice.least,
        "least_opponents": choice.opponents,
    }


def page_as_json(choice: BoardFilter, page: BoardPage, club: str | None = None) -> Json:
    """A page of it."""
    rows = [line_as_json(line) for line in page.lines]
    return {**board_as_json(choice, club), "players": page.players, "next": page.next, "rows": rows}


def own_place_as_json(choice: BoardFilter, own: OwnPlace, club: str | None = None) -> Json:
    """Where the viewer stands."""
    missing = {"missing_games": own.missing, "missing_opponents": own.missing_opponents}
    told = {"place": own.line.place if own.line else None, "games": own.games, **missing}
    return {**board_as_json(choice, club), **told, "rows": [line_as_json(line) for line in own.lines]}


def line_as_json(line: BoardLine) -> Json:
    """One row."""
    return line._asdict()
