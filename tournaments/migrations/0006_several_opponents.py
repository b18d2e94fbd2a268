"""Whom people have met, by which they have a place on leaderboards; and which games were left before they began.

The rows that are there say nothing of it yet: everything is computed again by the next sweep, and shown as it is until
then.
"""

from typing import Any, Final

from django.db import migrations, models

AT_ONCE: Final = 2000


def have_computed_again(apps: Any, schema_editor: Any) -> None:
    """Take down for every pool that it has changed from its first match on."""
    matches = apps.get_model("tournaments", "RatedMatch").objects
    for pool in apps.get_model("tournaments", "RatingPool").objects.all():
        first = matches.filter(pool=pool.key).order_by("at", "key").first()
        if first is not None:
            pool.stale_at, pool.stale_match = first.at, first.key
            pool.revision += 1
            pool.save(update_fields=["stale_at", "stale_match", "revision"])


def leave_words(apps: Any, schema_editor: Any) -> None:
    """Leave word of every rated game outside tournaments that somebody has left."""
    words = apps.get_model("games", "UncountedResult").objects
    cards = apps.get_model("games", "GameCard").objects.filter(is_rated=True, tournament=None, ended_at__isnull=False)
    left = apps.get_model("games", "SeatResult").objects.filter(has_forfeited=True, game=models.OuterRef("pk"))
    found = cards.exclude(variant="solo").filter(models.Exists(left))
    last = ""
    while ended := list(found.filter(pk__gt=last).order_by("pk").values_list("pk", "ended_at")[:AT_ONCE]):
        words.bulk_create((words.model(game_id=game, made_at=at) for game, at in ended), ignore_conflicts=True)
        last = ended[-1][0]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_earlier_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="boardrow",
            name="met",
            field=models.CharField(blank=True, default="", max_length=96),
        ),
        migrations.RunPython(have_computed_again, migrations.RunPython.noop),
        migrations.RunPython(leave_words, migrations.RunPython.noop),
    ]
