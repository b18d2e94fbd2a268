"""How organisers have entered the results of tables, for all that are there; ratings follow those that were put in the
place of what was played."""

import json
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import migrations, models
from django.utils import timezone

RESULTS = ("result/recorded", "result/overridden")
BEGINNINGS = ("round/paired", "round/unpublished", "round/reopened")


def read_entered(apps: Any, schema_editor: Any) -> None:
    """Read from the logs how the results of tables were entered, and leave word of the games whose tables have others."""
    events = apps.get_model("tournaments", "TournamentEvent").objects.order_by("tournament", "seq")
    tables = apps.get_model("tournaments", "Table").objects
    known = events.filter(kind__in=(*RESULTS, *BEGINNINGS)).values_list("tournament", "kind", "body")
    for tournament, told in groupby(known.iterator(), key=itemgetter(0)):
        for (number, table), how in _entered((kind, json.loads(body)["data"]) for _, kind, body in told).items():
            found = tables.filter(round__tournament=tournament, round__number=number, number=table, is_done=True)
            found.update(entered=how)
    _leave_words(apps, tables.filter(entered="override", game__isnull=False))


def _entered(told: Iterable[tuple[str, Any]]) -> dict[tuple[int, int], str]:
    """By rounds and tables, how results were entered by organisers that still count."""
    entered: dict[tuple[int, int], str] = {}
    for kind, said in told:
        number = said["round"]
        if kind in RESULTS:
            entered[number, said["table"]] = _how(kind, said)
        else:
            entered = {at: how for at, how in entered.items() if at[0] != number or not _begins(kind, said, at[1])}
    return {at: how for at, how in entered.items() if how}


def _how(kind: str, said: Any) -> str:
    if kind == "result/overridden":
        return "override"
    return "paper" if said["source"] == "paper" else ""


def _begins(kind: str, said: Any, table: int) -> bool:
    return kind != "round/reopened" or said["is_anew"] or table in said["again"]


def _leave_words(apps: Any, tables: Any) -> None:
    rated = apps.get_model("games", "GameCard").objects.filter(is_rated=True, pk__in=tables.values("game"))
    words, moment = apps.get_model("games", "UncountedResult").objects, timezone.now()
    words.bulk_create(
        (words.model(game_id=game, made_at=moment) for game in rated.order_by("pk").values_list("pk", flat=True)),
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_disputes_and_counting"),
        ("tournaments", "0009_tables_that_wait"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="entered",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.RunPython(read_entered, migrations.RunPython.noop),
    ]
