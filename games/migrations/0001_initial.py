import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("at", models.CharField(max_length=27)),
                ("note", models.TextField()),
                ("size", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Chore",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("due_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=20)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("invite", models.CharField(max_length=32, unique=True)),
                ("seq", models.PositiveIntegerField()),
                ("head_hash", models.CharField(max_length=64)),
                ("last_at", models.CharField(max_length=27)),
                ("checkpointed_seq", models.PositiveIntegerField(default=0)),
                ("status", models.CharField(max_length=12)),
                ("awaited", models.PositiveSmallIntegerField(default=0)),
                ("asked_at", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("bots_due_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("boot", models.CharField(default="", max_length=36)),
                ("booted_at", models.DateTimeField(null=True)),
                ("stepped_at", models.DateTimeField(null=True)),
                ("step_seconds", models.FloatField(default=0.0)),
            ],
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("username", models.CharField(max_length=40, unique=True)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("display_name", models.CharField(max_length=40)),
                ("is_guest", models.BooleanField(default=False)),
                ("is_staff", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("time_zone", models.CharField(blank=True, max_length=60)),
                ("is_minor", models.BooleanField(default=False)),
                ("is_private", models.BooleanField(default=False)),
                ("confirms_moves", models.BooleanField(default=True)),
                ("has_sound", models.BooleanField(default=False)),
                ("motion", models.CharField(blank=True, max_length=10)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BrowserSession",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("account", models.BigIntegerField(null=True)),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
                "indexes": [
                    models.Index(
                        condition=models.Q(("account__isnull", False)), fields=["account"], name="sessions_by_account"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CheckpointDelivery",
            fields=[
                (
                    "checkpoint",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.checkpoint",
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("tries", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("sealed_seed", models.TextField()),
                ("commitment", models.CharField(max_length=64)),
                ("is_shared", models.BooleanField(default=False)),
                ("tournament", models.CharField(max_length=32, null=True)),
                ("contributions", models.TextField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("revealed_at", models.DateTimeField(null=True)),
                ("reveal_due_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at__isnull", False), ("revealed_at__isnull", True)),
                        fields=["closed_at"],
                        name="deals_to_reveal",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Contribution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.CharField(max_length=32)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="collected", to="games.deal"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameCard",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="card",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("key", models.CharField(max_length=20)),
                ("variant", models.CharField(max_length=20)),
                ("levels", models.CharField(max_length=40)),
                ("visibility", models.CharField(max_length=10)),
                ("club", models.CharField(max_length=40, null=True)),
                ("tournament", models.CharField(max_length=32, null=True)),
                ("is_rated", models.BooleanField()),
                ("dice", models.CharField(max_length=20)),
                ("seconds", models.PositiveIntegerField(null=True)),
                ("free_seats", models.PositiveSmallIntegerField()),
                ("status", models.CharField(max_length=12)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ResultChange",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="snapshot",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("state", models.TextField()),
                ("seal", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="UncountedResult",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="deal",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="games", to="games.deal"
            ),
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("body", models.TextField()),
                ("actor", models.CharField(max_length=40)),
                ("at", models.CharField(max_length=27)),
                ("command_id", models.CharField(max_length=64, null=True)),
                ("command_hash", models.CharField(max_length=64, null=True)),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ErasableText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("salt", models.CharField(max_length=32)),
                ("text", models.TextField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="texts", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("at", models.PositiveIntegerField()),
                ("club", models.CharField(max_length=40, null=True)),
                ("status", models.CharField(max_length=10)),
                ("opened_at", models.DateTimeField()),
                ("ruled_seq", models.PositiveIntegerField(null=True)),
                ("ruled_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputes",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CheckpointLeaf",
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
                        related_name="leaves",
                        to="games.checkpoint",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="leaves", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="attempts", to="games.deal"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="attempts", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Actor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="actors", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="actors", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("imported_at", models.DateTimeField()),
                ("document", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=20)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("variant", models.CharField(max_length=20)),
                ("seats", models.PositiveSmallIntegerField()),
                ("checks", models.TextField()),
                ("result", models.TextField()),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="imported_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OneTimeLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("purpose", models.CharField(max_length=20)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.EmailField(max_length=320)),
                ("subject", models.TextField(blank=True)),
                ("text", models.TextField(blank=True)),
                ("site", models.CharField(blank=True, max_length=300)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("made_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("tries", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [models.Index(fields=["due_at"], name="outgoing_mails_by_time")],
            },
        ),
        migrations.CreateModel(
            name="PlayerGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("actor", models.CharField(max_length=40)),
                ("bot", models.CharField(max_length=20)),
                ("level", models.PositiveSmallIntegerField()),
                ("joined_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("handled_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
                    ),
                ),
                (
                    "handled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reported_in",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("score", models.IntegerField()),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("has_won", models.BooleanField()),
                ("has_forfeited", models.BooleanField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.CharField(max_length=100)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_used_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="account",
            index=models.Index(
                condition=models.Q(("expires_at__isnull", False)), fields=["expires_at"], name="guests_by_end"
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"), name="one_account_per_name_whatever_case"
            ),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(fields=("account", "blocked"), name="blocked_once"),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.CheckConstraint(
                condition=models.Q(("account", models.F("blocked")), _negated=True), name="nobody_blocks_themselves"
            ),
        ),
        migrations.AddConstraint(
            model_name="contribution",
            constraint=models.UniqueConstraint(fields=("deal", "account"), name="one_contribution_per_account"),
        ),
        migrations.AddField(
            model_name="gamecard",
            name="deal",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.deal"
            ),
        ),
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
            model_name="resultchange",
            index=models.Index(fields=["made_at"], name="result_changes_by_age"),
        ),
        migrations.AddIndex(
            model_name="uncountedresult",
            index=models.Index(fields=["made_at"], name="uncounted_results_by_age"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="games_due"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("bots_due_at__isnull", False)), fields=["bots_due_at"], name="games_bots_due"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("seq__gt", models.F("checkpointed_seq"))), fields=["id"], name="games_to_checkpoint"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["last_at"], name="games_last_at"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ("open", "running", "finished", "adjudicated", "aborted"))),
                name="game_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("game", "seq"), name="one_event_per_seq"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("game", "command_id"), name="one_event_per_command"),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["status", "opened_at", "id"], name="disputes_by_status"),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["club", "status", "opened_at"], name="disputes_by_club"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(fields=("game", "seq"), name="one_dispute_per_event"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ("open", "dismissed", "voided", "forfeited"))),
                name="dispute_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="checkpointleaf",
            constraint=models.UniqueConstraint(fields=("checkpoint", "position"), name="one_leaf_per_position"),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.UniqueConstraint(fields=("deal", "account"), name="one_attempt_per_account"),
        ),
        migrations.AddConstraint(
            model_name="actor",
            constraint=models.UniqueConstraint(fields=("game", "account"), name="one_actor_per_account_and_game"),
        ),
        migrations.AddConstraint(
            model_name="actor",
            constraint=models.UniqueConstraint(fields=("game", "name"), name="one_account_per_actor"),
        ),
        migrations.AddConstraint(
            model_name="playergame",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_player_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="seatresult",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_result_per_seat"),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(fields=["visibility", "status", "-created_at"], name="cards_by_status"),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(fields=["host", "ended_at"], name="cards_by_host"),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(
                condition=models.Q(("club__isnull", False)), fields=["club", "-created_at"], name="cards_by_club"
            ),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(
                condition=models.Q(("tournament__isnull", False)), fields=["tournament"], name="cards_by_tournament"
            ),
        ),
        migrations.AddIndex(
            model_name="gamecard",
            index=models.Index(
                condition=models.Q(
                    ("ended_at__isnull", True),
                    ("is_rated", True),
                    ("seconds__isnull", True),
                    ("tournament__isnull", True),
                ),
                fields=["created_at"],
                name="cards_rated_without_clock",
            ),
        ),
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
