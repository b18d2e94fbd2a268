"""Longer names of kinds of events, for which SQLite rebuilds a table, and tokens without a column, which is in a covering
index there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [
        migrations.AlterField("event", "kind", models.CharField(max_length=50)),
        migrations.RemoveField("token", "last_used_at"),
    ]
