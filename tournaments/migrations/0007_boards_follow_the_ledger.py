"""The lines of a player are found by the seats they had, so that the ledger is written in its order alone; and
leaderboards follow the ledger in a step of their own."""

import json
from typing import Any, Final

import django.db.models.deletion
from django.db import migrations, models

AT_ONCE: Final = 500


def take_seats(apps: Any, schema_editor: Any) -> None:
    """Who sits in the matches that are kept."""
    seats = apps.get_model("tournaments", "RatedSeat").objects
    matches = apps.get_model("tournaments", "RatedMatch").objects
    last = 0
    while some := list(matches.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        seats.bulk_create(
            (
                seats.model(player_id=player, pool=match.pool, at=match.at, match=match.key)
                for match in some
                for player, _ in json.loads(match.seats)
            ),
            batch_size=AT_ONCE,
            ignore_conflicts=True,
        )
        last = some[-1].pk


def follow(apps: Any, schema_editor: Any) -> None:
    """Leaderboards were written with the ledger until now."""
    pools = apps.get_model("tournaments", "RatingPool").objects
    pools.update(boards_at=models.F("at"), boards_match=models.F("match"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_several_opponents"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatedSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("match", models.CharField(max_length=32)),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.ratedplayer",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "pool", "at", "match"), name="seats_by_player")
                ],
            },
        ),
        migrations.RunPython(take_seats, migrations.RunPython.noop),
        migrations.AddField(model_name="ratingpool", name="boards_at", field=models.DateTimeField(null=True)),
        migrations.AddField(
            model_name="ratingpool", name="boards_match", field=models.CharField(blank=True, default="", max_length=32)
        ),
        migrations.AlterField(
            model_name="ratingpool", name="boards_match", field=models.CharField(blank=True, max_length=32)
        ),
        migrations.RunPython(follow, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="rating",
            name="player",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to="tournaments.ratedplayer",
            ),
        ),
        migrations.AlterField(
            model_name="boardrow",
            name="player",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.ratedplayer",
            ),
        ),
        migrations.RemoveConstraint(model_name="boardrow", name="one_row_per_board"),
        migrations.AddConstraint(
            model_name="boardrow",
            constraint=models.UniqueConstraint(
                fields=("pool", "generation", "player", "period"), name="one_row_per_board"
            ),
        ),
        migrations.RemoveConstraint(model_name="ledgerentry", name="ledger_by_player"),
        migrations.RemoveIndex(model_name="ledgerentry", name="ledger_in_order"),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                fields=("pool", "generation", "at", "match", "player"), name="ledger_in_order"
            ),
        ),
    ]
