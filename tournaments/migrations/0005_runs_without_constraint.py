import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_disputes_and_counting"),
        ("tournaments", "0004_ratings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="solorun",
            name="game",
            field=models.OneToOneField(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="+",
                serialize=False,
                to="games.game",
            ),
        ),
    ]
