"""What a ruling or another result would change, as the interface answers it and as it is documented."""

from typing import Any

from rest_framework import serializers

from engine.protocol import Json
from games.api.serializers import Shape
from tournaments.desk.preview import ResultForeseen, note_words
from tournaments.desk.shown_preview import ShownPreview, ShownRating, ShownRun, ShownStanding
from tournaments.events.serializers.response_schemas import PlayerNamed
from tournaments.events.standings.ranking import Standing
from tournaments.ratings.values import Skill


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


def preview_as_json(shown: ShownPreview) -> Json:
    """Everything that a ruling, or another result of a table, would change."""
    preview = shown.preview
    return {
        "game": preview.game,
        "entrants": list(preview.entrants),
        "before": _result(preview.before),
        "after": _result(preview.after),
        "tournament": _tournament(shown),
        "ratings": [_rating(rating) for rating in shown.ratings],
        "more_ratings": shown.more_ratings,
        "solo": [_run(run) for run in shown.runs],
        "notes": [{"code": code, "detail": note_words(code)} for code in preview.notes],
        "changes_nothing": preview.is_empty,
        "fingerprint": preview.fingerprint,
    }


def _result(result: ResultForeseen) -> Json:
    return {"status": result.status, "seats": [seat._asdict() for seat in result.seats]}


def _tournament(shown: ShownPreview) -> Json | None:
    if shown.tournament is None or shown.preview.tournament is None:
        return None
    return {
        "id": shown.tournament.pk,
        "name": shown.tournament.name,
        "unit": shown.preview.tournament.unit,
        "standings": [_standing(standing) for standing in shown.standings],
        "more_standings": shown.more_standings,
    }


def _standing(standing: ShownStanding) -> Json:
    change = standing.change
    before, after = change.ways or (None, None)
    return {
        "entrant": change.entrant,
        **standing.name._asdict(),
        "before": {**_placed(change.before), "way": before},
        "after": {**_placed(change.after), "way": after},
    }


def _placed(standing: Standing) -> Json:
    breaks = [{"key": one.key, "value": one.value, "unit": one.unit} for one in standing.breaks]
    return {"place": standing.place, "points": standing.points, "breaks": breaks}


def _rating(rating: ShownRating) -> Json:
    before, after = rating.change.places
    return {
        **rating.name._asdict(),
        "variant": rating.variant,
        "before": {**_skill(rating.change.before), "place": before},
        "after": {**_skill(rating.change.after), "place": after},
    }


def _skill(skill: Skill) -> Json:
    return {"rating": skill.shown, "deviation": skill.deviation, "games": skill.games}


def _run(run: ShownRun) -> Json:
    change = run.change
    told: list[dict[str, Any]] = [
        {"rated": rated, "title": title, "best": best}
        for rated, title, best in zip(change.rated, change.titles, change.best, strict=True)
    ]
    return {**run.name._asdict(), "before": told[0], "after": told[1]}
