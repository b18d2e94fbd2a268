import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FILL = """
    UPDATE games_gamecard SET host_id = (
        SELECT a.account_id FROM games_event e JOIN games_actor a ON a.game_id = e.game_id AND a.name = e.actor
        WHERE e.game_id = games_gamecard.game_id AND e.seq = 1
    )
"""
"""Who has made the games that are there, as their first events say."""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_disputes_and_counting"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamecard",
            name="host",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(fields=["host", "ended_at"], name="cards_by_host"),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
