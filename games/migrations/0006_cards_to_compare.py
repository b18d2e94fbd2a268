from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_disputes_and_counting"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(
                condition=models.Q(("status", "finished"), ("tournament__isnull", False)),
                fields=["key", "variant", "levels", "-ended_at"],
                name="cards_finished_in_tournaments",
            ),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(
                condition=models.Q(("dice", "table")), fields=["variant", "ended_at"], name="cards_with_table_dice"
            ),
        ),
    ]
