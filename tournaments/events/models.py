"""Tournaments as rows: what is locked while a tournament's log grows, its hash-chained events, and what follows from
them.

The truth is the log. The database refuses to change or delete its events and their heads under signed checkpoints
(see `games.log.guards`); the columns beside `body` are for querying. Rows of entrants, rounds, tables and places are
its projection (`tournaments.events.projections`), kept in the same transaction, and what the constraints hold on to:
nobody twice in a round, no round paired twice by one run.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.accounts.models import Account
from games.log.models import Checkpoint, Game
from games.play.models import Deal
from tournaments.clubs.models import Club, ClubPerson
from tournaments.events.statuses import ANNOUNCED, CHECK_IN, REGISTRATION, ROUND_STATUSES, RUNNING, TOURNAMENT_STATUSES
from tournaments.events.values import OVERRIDDEN


class Tournament(models.Model):
    """One tournament, or one division of a league's season."""

    id = models.CharField(primary_key=True, max_length=32)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments", db_index=False)
    name = models.CharField(max_length=80)
    format = models.CharField(max_length=20)
    settings = models.TextField()
    """Everything that was agreed on, as canonical JSON; see `tournaments.events.settings`."""
    seed = models.CharField(max_length=64)
    """Empty until the start, then public: pairings and lots are drawn from it, so that anybody can draw them again."""
    is_public = models.BooleanField()
    """Whether strangers may see it once it is announced; members of the club always do."""
    invite = models.CharField(max_length=32, unique=True)
    """The secret part of the link by which people enter."""
    created_at = models.DateTimeField()

    seq = models.PositiveIntegerField()
    """How many events the log holds."""
    head_hash = models.CharField(max_length=64)
    last_at = models.CharField(max_length=27)
    """The time of the last event, as the log writes it."""
    checkpointed_seq = models.PositiveIntegerField(default=0)
    """How much of the log a checkpoint vouches for."""

    status = models.CharField(max_length=12)
    round = models.PositiveSmallIntegerField(default=0)
    """The number of the latest round that was paired."""
    round_count = models.PositiveSmallIntegerField(default=0)
    """How many rounds there are; 0 before the start."""
    deal = models.ForeignKey(Deal, models.PROTECT, null=True, related_name="+")
    """The dice of the round that opens next, to which people add until then, where everybody gets the same."""
    paused_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    """When the sweep sees to it next; null while it waits for people only."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="tournaments_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["club", "-created_at"], name="tournaments_by_club"),
            models.Index(fields=["-created_at", "-id"], name="tournaments_by_age"),
            models.Index(fields=["status", "-created_at"], name="tournaments_by_status"),
            models.Index(fields=["id"], name="tournaments_to_checkpoint", condition=Q(seq__gt=F("checkpointed_seq"))),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(status__in=TOURNAMENT_STATUSES), name="tournament_status_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_under_way(self) -> bool:
        """Whether it is being played now, and not paused."""
        return self.status == RUNNING and self.paused_at is None

    @property
    def is_to_come(self) -> bool:
        """Whether it is made known and has not begun."""
        return self.status in (ANNOUNCED, REGISTRATION, CHECK_IN)


class Entrant(models.Model):
    """Somebody who takes part: an account, a person of the club without one, or a bot.

    The log knows only the id; who is behind it is said here, where it can be erased.
    """

    id = models.CharField(primary_key=True, max_length=32)
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants", db_index=False)
    number = models.PositiveIntegerField()
    """In the order of entering, from 1."""
    account = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="entries")
    person = models.ForeignKey(ClubPerson, models.SET_NULL, null=True, related_name="entries")
    bot = models.CharField(max_length=20)
    """The bot's name, empty for people."""
    joined_round = models.PositiveSmallIntegerField()
    """The first round in which they are paired."""
    is_checked_in = models.BooleanField(default=False)
    left_round = models.PositiveSmallIntegerField(null=True)
    """The first round in which they are not paired any more; null for those who are still in."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_per_number"),
            models.UniqueConstraint(fields=["tournament", "account"], name="one_entry_per_account"),
            models.UniqueConstraint(fields=["tournament", "person"], name="one_entry_per_person"),
        ]

    def __str__(self) -> str:
        return self.id


class Round(models.Model):
    """One round: when it is played, and how far it is."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    """When those who have not finished are reminded next; null if never again."""
    waits_until = models.DateTimeField(null=True)
    """Until when its tables of three or four wait for everybody; null if they do as long as it is open."""
    looks_at = models.DateTimeField(null=True)
    """When the tables that wait are looked at next; null if nobody is waited for any more."""
    deal = models.ForeignKey(Deal, models.PROTECT, null=True, related_name="+")
    """The dice that everybody gets, where everybody gets the same."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number"),
            models.CheckConstraint(condition=Q(status__in=ROUND_STATUSES), name="round_status_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} round {self.number}"


class PairingRun(models.Model):
    """That a round was paired, and by which event of the log; a round that is paired anew has several."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="runs", db_index=False)
    number = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    """The event that holds what was drawn, from what, and why."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "number"], name="one_pairing_per_run"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} run {self.number}"


class Table(models.Model):
    """A table of a round: one game, on the site or on paper."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="tables", db_index=False)
    number = models.PositiveIntegerField()
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="+")
    """Null until the round opens, and for a table that plays on paper."""
    is_on_paper = models.BooleanField(default=False)
    is_done = models.BooleanField(default=False)
    """Whether it has a result."""
    is_void = models.BooleanField(default=False)
    """Whether that result counts for nobody."""
    entered = models.CharField(max_length=8, default="", blank=True)
    """How an organiser has entered that result; empty where it comes from the game, or from nobody having come."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} table {self.number}"

    @property
    def is_overridden(self) -> bool:
        """Whether an organiser has decided about it, so that it does not follow its game any more."""
        return self.entered == OVERRIDDEN


class Place(models.Model):
    """Where an entrant sits in a round, or that they have a bye; and how they came out of it."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="places", db_index=False)
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="places")
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="places")
    """Null for a bye."""
    seat = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    rows = models.IntegerField(null=True)
    """Points from rows alone, by which ties may be broken; null where a paper result does not say."""
    place = models.PositiveSmallIntegerField(null=True)
    has_forfeited = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "entrant"], name="once_per_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="one_entrant_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} in {self.round_id}"


class TournamentEvent(models.Model):
    """One event of a tournament's log."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    body = models.TextField()
    """The stored text, exactly as it is hashed."""
    actor = models.CharField(max_length=40)
    at = models.CharField(max_length=27)
    command_id = models.CharField(max_length=64, null=True)
    """What the sender called the command that this event answers; events that only follow from it have none."""
    command_hash = models.CharField(max_length=64, null=True)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="one_tournament_event_per_seq"),
            models.UniqueConstraint(fields=["tournament", "command_id"], name="one_tournament_event_per_command"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.seq}"


class TournamentLeaf(models.Model):
    """The head of one tournament's log under a checkpoint."""

    checkpoint = models.ForeignKey(Checkpoint, models.PROTECT, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="leaves")
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["checkpoint", "position"], name="one_tournament_leaf_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}|{self.seq}|{self.hash}"


class TournamentActor(models.Model):
    """The id under which one tournament's log knows an account; without this row the id is nobody's."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="actors", db_index=False)
    account = models.ForeignKey("games.Account", models.CASCADE, related_name="tournament_actors")
    name = models.CharField(max_length=40)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "account"], name="one_actor_per_account_and_tournament"),
            models.UniqueConstraint(fields=["tournament", "name"], name="one_account_per_tournament_actor"),
        ]

    def __str__(self) -> str:
        return self.name


class TournamentText(models.Model):
    """A reason that somebody gave; the log holds `sha256` of salt and text, so that the words can be erased."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="texts")
    sha256 = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    text = models.TextField()
    author = models.ForeignKey("games.Account", models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return self.sha256
