"""Ratings, their changes and scores against others as the interface and downloads tell them."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from rest_framework import serializers

from engine.protocol import Json
from games.api.serializers import Shape
from games.play.cards import player_name
from tournaments.ratings.head_to_head import HeadToHead, HeadToHeadScore
from tournaments.ratings.pools import RATED
from tournaments.ratings.selectors import LedgerLine, PoolRating, day_of
from tournaments.ratings.values import Skill


class NumberSerializer(Shape):
    """A rating as people see it, and how far off it may well be, to either side."""

    rating = serializers.IntegerField()
    uncertainty = serializers.IntegerField()


class RatingSerializer(NumberSerializer):
    """How somebody stands in one kind of games."""

    variant = serializers.ChoiceField(RATED)
    games = serializers.IntegerField(help_text="How many rated matches it is known from.")
    is_provisional = serializers.BooleanField(help_text="Whether these are too few to rely on.")
    at = serializers.DateTimeField(help_text="When the last of them ended.")


class RatingsSerializer(Shape):
    """All ratings of somebody."""

    ratings = RatingSerializer(many=True)


class OpponentSerializer(Shape):
    """Somebody at the same table."""

    name = serializers.CharField()
    handle = serializers.CharField(allow_null=True, help_text="Leads to the profile, if there is a public one.")


class RatingChangeSerializer(Shape):
    """What a match did to somebody's rating."""

    at = serializers.DateTimeField()
    variant = serializers.ChoiceField(RATED)
    game = serializers.CharField(allow_null=True, help_text="Null if you may not see it.")
    opponents = OpponentSerializer(
        many=True, help_text="At the same table, if you may see the game; with the same dice nobody."
    )
    place = serializers.IntegerField()
    field = serializers.IntegerField(help_text="How many played.")
    is_overridden = serializers.BooleanField(
        help_text="Whether `place` is not that of the game, because an organiser has put another result in its place."
    )
    before = NumberSerializer()
    after = NumberSerializer()
    games = serializers.IntegerField(help_text="How many rated matches that makes.")


class ScoreSerializer(Shape):
    """How often one was placed before, beside and after the other."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    last_at = serializers.DateTimeField(allow_null=True)


class HeadToHeadSerializer(Shape):
    """How one player has done against another."""

    tables = ScoreSerializer(help_text="In games in which both had a seat.")
    same_dice = ScoreSerializer(help_text="In rated rounds in which both had the same dice.")


def rating_as_json(rating: PoolRating) -> Json:
    """How somebody stands in a pool."""
    return {
        "variant": rating.pool.rpartition("/")[2],
        **_skill(rating.skill),
        "games": rating.skill.games,
        "is_provisional": rating.is_provisional,
        "at": day_of(rating.at),
    }


def change_as_json(line: LedgerLine) -> Json:
    """What a match did to a rating; which one, only if whoever asks may see it."""
    return {
        "at": line.at,
        "variant": line.variant,
        "game": line.game,
        "opponents": [{"name": player_name(one), "handle": one["handle"]} for one in line.opponents],
        "place": line.place,
        "field": line.field,
        "is_overridden": line.is_overridden,
        "before": _skill(line.before),
        "after": _skill(line.after),
        "games": line.after.games,
    }


def _skill(skill: Skill) -> Json:
    return {"rating": skill.shown, "uncertainty": skill.deviation}


def head_to_head_as_json(found: HeadToHead) -> Json:
    """How one has done against another."""
    return {"tables": _score(found.tables), "same_dice": _score(found.same_dice)}


def _score(score: HeadToHeadScore) -> Json:
    return score._asdict()


def csv_rows(lines: Iterable[LedgerLine]) -> Iterator[list[str | int]]:
    """Lines as rows of a table under their headings."""
    yield [
        _("Time"),
        _("Game"),
        _("Opponents"),
        _("Place"),
        _("Players"),
        _("Rating before"),
        _("Uncertainty before"),
        _("Rating after"),
        _("Uncertainty after"),
        _("Decided by an organiser"),
    ]
    for line in lines:
        names = ", ".join(player_name(one) for one in line.opponents)
        decided = "*" if line.is_overridden else ""
        numbers = [line.place, line.field, line.before.shown, line.before.deviation]
        yield [line.at.isoformat(), line.game or "", names, *numbers, line.after.shown, line.after.deviation, decided]
