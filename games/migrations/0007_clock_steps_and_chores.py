"""A heartbeat that tells steps of the clock from outages, and chores that no beat has to remember."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_hosts_of_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="Chore",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("due_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="heartbeat",
            name="boot",
            field=models.CharField(default="", max_length=36),
        ),
        migrations.AddField(
            model_name="heartbeat",
            name="booted_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="heartbeat",
            name="step_seconds",
            field=models.FloatField(default=0.0),
        ),
        migrations.AddField(
            model_name="heartbeat",
            name="stepped_at",
            field=models.DateTimeField(null=True),
        ),
    ]
