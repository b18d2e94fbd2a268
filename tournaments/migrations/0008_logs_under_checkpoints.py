"""Checkpoints vouch for the logs of tournaments too; those that are there are covered by the first one after this."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_disputes_and_counting"),
        ("tournaments", "0007_boards_follow_the_ledger"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="checkpointed_seq",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("seq__gt", models.F("checkpointed_seq"))),
                fields=["id"],
                name="tournaments_to_checkpoint",
            ),
        ),
        migrations.CreateModel(
            name="TournamentLeaf",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "checkpoint",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.checkpoint",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leaves",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="tournamentleaf",
            constraint=models.UniqueConstraint(
                fields=("checkpoint", "position"), name="one_tournament_leaf_per_position"
            ),
        ),
    ]
