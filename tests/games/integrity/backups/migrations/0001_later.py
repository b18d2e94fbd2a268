"""One more table."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL("CREATE TABLE later (id integer)", "DROP TABLE later")]
