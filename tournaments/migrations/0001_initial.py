import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CountingLease",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("holder", models.CharField(max_length=16)),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="MailWish",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("wants_mail", models.BooleanField()),
            ],
        ),
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                ("key", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("generation", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveBigIntegerField(default=0)),
                ("at", models.DateTimeField(null=True)),
                ("match", models.CharField(blank=True, max_length=32)),
                ("boards_at", models.DateTimeField(null=True)),
                ("boards_match", models.CharField(blank=True, max_length=32)),
                ("stale_at", models.DateTimeField(null=True)),
                ("stale_match", models.CharField(blank=True, max_length=32)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("building", models.PositiveIntegerField(null=True)),
                ("building_at", models.DateTimeField(null=True)),
                ("building_match", models.CharField(blank=True, max_length=32)),
                ("building_until", models.DateTimeField(null=True)),
                ("switched_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="BoardBucket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("generation", models.PositiveIntegerField()),
                ("period", models.CharField(max_length=12)),
                ("value", models.IntegerField()),
                ("players", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("pool", "generation", "period", "value"), name="one_bucket_per_value"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("name_key", models.TextField(unique=True)),
                ("description", models.TextField(blank=True)),
                ("is_public", models.BooleanField(default=False)),
                ("admission", models.CharField(default="link", max_length=10)),
                ("time_zone", models.CharField(max_length=60)),
                ("invite", models.CharField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["-created_at", "-id"], name="clubs_by_age")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("admission__in", ("link", "approval", "open"))), name="admission_is_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("name_key", models.TextField()),
                ("claim", models.CharField(max_length=32, null=True, unique=True)),
                ("added_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="persons",
                        to="tournaments.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("bot", models.CharField(max_length=20)),
                ("joined_round", models.PositiveSmallIntegerField()),
                ("is_checked_in", models.BooleanField(default=False)),
                ("left_round", models.PositiveSmallIntegerField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournaments.clubperson",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="tournaments.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("rules", models.TextField()),
                ("created_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leagues",
                        to="tournaments.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(max_length=12)),
                ("joined_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=120)),
                ("kind", models.CharField(max_length=40)),
                ("data", models.TextField()),
                ("made_at", models.DateTimeField()),
                ("read_at", models.DateTimeField(null=True)),
                ("mail_due_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatedMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("key", models.CharField(max_length=32)),
                ("seats", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pool", "at", "key"), name="rated_matches_in_order"),
                    models.UniqueConstraint(fields=("key",), name="one_match_per_game_or_deal"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedPlayer",
            fields=[
                ("id", models.CharField(max_length=20, primary_key=True, serialize=False)),
                (
                    "account",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rated",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("generation", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("match", models.CharField(max_length=32)),
                ("place", models.PositiveIntegerField()),
                ("field", models.PositiveIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                ("games", models.PositiveIntegerField()),
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
        ),
        migrations.CreateModel(
            name="FormerSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_seats",
                        to="tournaments.ratedplayer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BoardRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("generation", models.PositiveIntegerField()),
                ("period", models.CharField(max_length=12)),
                ("value", models.IntegerField()),
                ("before", models.IntegerField(null=True)),
                ("deviation", models.PositiveIntegerField(null=True)),
                ("games", models.PositiveIntegerField()),
                ("is_listed", models.BooleanField()),
                ("met", models.CharField(blank=True, default="", max_length=96)),
                ("version", models.PositiveBigIntegerField(default=0)),
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
        ),
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
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("generation", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="tournaments.ratedplayer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("status", models.CharField(max_length=12)),
                ("opens_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("remind_at", models.DateTimeField(null=True)),
                ("waits_until", models.DateTimeField(null=True)),
                ("looks_at", models.DateTimeField(null=True)),
                (
                    "deal",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.deal"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PairingRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveIntegerField()),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="runs",
                        to="tournaments.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("status", models.CharField(max_length=12)),
                ("starts_on", models.DateField()),
                ("rules", models.TextField(blank=True)),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="tournaments.league",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rank", models.PositiveSmallIntegerField()),
                ("position", models.PositiveIntegerField()),
                ("bot", models.CharField(max_length=20)),
                ("came", models.CharField(max_length=12)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.clubperson",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="tournaments.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SoloRun",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("key", models.CharField(max_length=20)),
                ("level", models.PositiveSmallIntegerField()),
                ("score", models.IntegerField()),
                ("rated", models.IntegerField()),
                ("is_complete", models.BooleanField()),
                ("ended_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="runs",
                        to="tournaments.ratedplayer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("is_on_paper", models.BooleanField(default=False)),
                ("is_done", models.BooleanField(default=False)),
                ("is_void", models.BooleanField(default=False)),
                ("entered", models.CharField(blank=True, default="", max_length=8)),
                (
                    "game",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="tournaments.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("score", models.IntegerField(null=True)),
                ("rows", models.IntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("has_forfeited", models.BooleanField(default=False)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="places", to="tournaments.entrant"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="tournaments.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="tournaments.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("format", models.CharField(max_length=20)),
                ("settings", models.TextField()),
                ("seed", models.CharField(max_length=64)),
                ("is_public", models.BooleanField()),
                ("invite", models.CharField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
                ("seq", models.PositiveIntegerField()),
                ("head_hash", models.CharField(max_length=64)),
                ("last_at", models.CharField(max_length=27)),
                ("checkpointed_seq", models.PositiveIntegerField(default=0)),
                ("status", models.CharField(max_length=12)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("round_count", models.PositiveSmallIntegerField(default=0)),
                ("paused_at", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="tournaments.club",
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.deal"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="tournament",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entrants",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rank", models.PositiveSmallIntegerField()),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="divisions",
                        to="tournaments.season",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="division",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TournamentActor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournament_actors",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="actors",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TournamentEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("body", models.TextField()),
                ("actor", models.CharField(max_length=40)),
                ("at", models.CharField(max_length=27)),
                ("command_id", models.CharField(max_length=64, null=True)),
                ("command_hash", models.CharField(max_length=64, null=True)),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tournaments.tournament",
                    ),
                ),
            ],
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="leaves", to="tournaments.tournament"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TournamentText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("salt", models.CharField(max_length=32)),
                ("text", models.TextField()),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="texts", to="tournaments.tournament"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=80)),
                ("text", models.TextField()),
                ("is_pinned", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "-made_at"], name="announcements_by_age")],
            },
        ),
        migrations.AddConstraint(
            model_name="clubperson",
            constraint=models.UniqueConstraint(fields=("club", "name_key"), name="one_person_per_name_and_club"),
        ),
        migrations.AddConstraint(
            model_name="joinrequest",
            constraint=models.UniqueConstraint(fields=("club", "account"), name="one_request_per_account_and_club"),
        ),
        migrations.AddIndex(
            model_name="league",
            index=models.Index(fields=["club", "-created_at"], name="leagues_by_club"),
        ),
        migrations.AddIndex(
            model_name="membership",
            index=models.Index(fields=["club", "joined_at", "id"], name="members_by_age"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("account", "club"), name="one_membership_per_account_and_club"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ("owner", "organiser", "scorekeeper", "member"))), name="role_is_known"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["account", "-made_at"], name="notices_by_age"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("mail_due_at__isnull", False)), fields=["mail_due_at"], name="notices_to_mail"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("account", "key"), name="told_once"),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                fields=("pool", "generation", "at", "match", "player"), name="ledger_in_order"
            ),
        ),
        migrations.AddConstraint(
            model_name="formerseat",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_former_player_per_seat"),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(fields=["pool", "generation", "period", "version"], name="boards_by_version"),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                models.F("pool"),
                models.F("generation"),
                models.F("period"),
                models.OrderBy(models.F("value"), descending=True),
                models.F("player"),
                condition=models.Q(("is_listed", True)),
                name="boards_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="boardrow",
            constraint=models.UniqueConstraint(
                fields=("pool", "generation", "player", "period"), name="one_row_per_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratedseat",
            constraint=models.UniqueConstraint(fields=("player", "pool", "at", "match"), name="seats_by_player"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("pool", "generation", "player"), name="one_rating_per_player"),
        ),
        migrations.AddConstraint(
            model_name="pairingrun",
            constraint=models.UniqueConstraint(fields=("round", "number"), name="one_pairing_per_run"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("league", "number"), name="one_season_per_number"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ("draft", "running", "finished"))), name="season_status_is_known"
            ),
        ),
        migrations.AddIndex(
            model_name="assignment",
            index=models.Index(fields=["season", "rank", "position"], name="assignments_in_order"),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(fields=("season", "account"), name="one_assignment_per_account"),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(fields=("season", "person"), name="one_assignment_per_person"),
        ),
        migrations.AddIndex(
            model_name="solorun",
            index=models.Index(fields=["player", "-ended_at", "game"], name="solo_runs_by_player"),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(fields=("round", "number"), name="one_table_per_number"),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("round", "entrant"), name="once_per_round"),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("table", "seat"), name="one_entrant_per_seat"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="tournaments_due"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["club", "-created_at"], name="tournaments_by_club"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["-created_at", "-id"], name="tournaments_by_age"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["status", "-created_at"], name="tournaments_by_status"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("seq__gt", models.F("checkpointed_seq"))),
                fields=["id"],
                name="tournaments_to_checkpoint",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "status__in",
                        ("draft", "announced", "registration", "check-in", "running", "finished", "cancelled"),
                    )
                ),
                name="tournament_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="one_round_per_number"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ("paired", "published", "opening", "open", "closing", "closed"))),
                name="round_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="one_entrant_per_number"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "account"), name="one_entry_per_account"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "person"), name="one_entry_per_person"),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(fields=("season", "rank"), name="one_division_per_rank"),
        ),
        migrations.AddConstraint(
            model_name="tournamentactor",
            constraint=models.UniqueConstraint(
                fields=("tournament", "account"), name="one_actor_per_account_and_tournament"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentactor",
            constraint=models.UniqueConstraint(fields=("tournament", "name"), name="one_account_per_tournament_actor"),
        ),
        migrations.AddConstraint(
            model_name="tournamentevent",
            constraint=models.UniqueConstraint(fields=("tournament", "seq"), name="one_tournament_event_per_seq"),
        ),
        migrations.AddConstraint(
            model_name="tournamentevent",
            constraint=models.UniqueConstraint(
                fields=("tournament", "command_id"), name="one_tournament_event_per_command"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentleaf",
            constraint=models.UniqueConstraint(
                fields=("checkpoint", "position"), name="one_tournament_leaf_per_position"
            ),
        ),
    ]
