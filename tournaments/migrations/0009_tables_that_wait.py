"""Until when the tables of a round wait for everybody, and when those that wait are looked at."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_logs_under_checkpoints"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="looks_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="waits_until",
            field=models.DateTimeField(null=True),
        ),
    ]
