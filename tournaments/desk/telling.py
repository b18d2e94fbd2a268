"""A preview as the interface answers it."""

from typing import Any

from engine.protocol import Json
from tournaments.desk.previews import ResultForeseen
from tournaments.desk.showing import ShownPreview, ShownRating, ShownRun, ShownStanding
from tournaments.desk.words import note_words
from tournaments.ratings.values import Skill
from tournaments.standings import Standing


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
