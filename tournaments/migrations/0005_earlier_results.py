"""Word of every result that was there before results were counted: the next sweep counts them."""

from typing import Any, Final

from django.db import migrations

AT_ONCE: Final = 2000


def leave_words(apps: Any, schema_editor: Any) -> None:
    """Leave word of every rated game that has come to a result, as of the moment at which it ended."""
    words = apps.get_model("games", "UncountedResult").objects
    cards = apps.get_model("games", "GameCard").objects.filter(is_rated=True, status__in=("finished", "adjudicated"))
    last = ""
    while ended := list(cards.filter(pk__gt=last).order_by("pk").values_list("pk", "ended_at")[:AT_ONCE]):
        words.bulk_create((words.model(game_id=game, made_at=at) for game, at in ended), ignore_conflicts=True)
        last = ended[-1][0]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_ratings"),
    ]

    operations = [
        migrations.RunPython(leave_words, migrations.RunPython.noop),
    ]
