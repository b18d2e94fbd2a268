"""Leagues: seasons of divisions, each of which is a tournament; who goes up and down is the league's rule."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q

from games.accounts.models import Account
from tournaments.clubs.models import Club, ClubPerson
from tournaments.events.models import Tournament

DRAFT: Final = "draft"
RUNNING: Final = "running"
FINISHED: Final = "finished"
SEASON_STATUSES: Final = (DRAFT, RUNNING, FINISHED)


class League(models.Model):
    """A league of a club."""

    id = models.CharField(primary_key=True, max_length=32)
    club = models.ForeignKey(Club, models.PROTECT, related_name="leagues", db_index=False)
    name = models.CharField(max_length=80)
    rules = models.TextField()
    """Divisions, promotion and relegation, weekly calendar and the settings of its tournaments, as canonical JSON."""
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club", "-created_at"], name="leagues_by_club"),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One season of a league."""

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons", db_index=False)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12)
    starts_on = models.DateField()
    """The day of the first round, in the club's time zone."""
    rules = models.TextField(blank=True)
    """The league's rules as they were when the season was published, as canonical JSON; empty before."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
            models.CheckConstraint(condition=Q(status__in=SEASON_STATUSES), name="season_status_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} season {self.number}"


class Division(models.Model):
    """One division of a season, from 1 at the top."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="divisions", db_index=False)
    rank = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="division")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "rank"], name="one_division_per_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} division {self.rank}"


class Assignment(models.Model):
    """Somebody who is to play in a division of a season that is not published yet; afterwards its tournaments say who
    plays."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="assignments", db_index=False)
    rank = models.PositiveSmallIntegerField()
    """The division, from 1 at the top."""
    position = models.PositiveIntegerField()
    """Where in it, from the top; gaps mean nothing."""
    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="+")
    person = models.ForeignKey(ClubPerson, models.CASCADE, null=True, related_name="+")
    bot = models.CharField(max_length=20)
    """The bot's name, empty for people."""
    came = models.CharField(max_length=12)
    """How they came there from the last season."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["season", "rank", "position"], name="assignments_in_order"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "account"], name="one_assignment_per_account"),
            models.UniqueConstraint(fields=["season", "person"], name="one_assignment_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} division {self.rank} position {self.position}"
