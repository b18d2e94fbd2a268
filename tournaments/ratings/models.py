"""Ratings, leaderboards and the solo table: all of it follows from results and can be made anew from them.

What belongs to a pool is kept by generation. What a pool shows is the generation that its row names; another one is
computed aside and takes its place at once.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.accounts.models import Account
from games.log.models import Game


class RatedPlayer(models.Model):
    """Somebody with a rating, under an id that says nothing about them.

    It stays when the account is erased, so that the ratings of those who played against them stay as they are.
    """

    id = models.CharField(primary_key=True, max_length=20)
    account = models.OneToOneField(Account, models.SET_NULL, null=True, related_name="rated")

    def __str__(self) -> str:
        return self.id


class FormerSeat(models.Model):
    """Where somebody has sat whose account was erased, as far as ratings need it: no other row says so any more."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(RatedPlayer, models.CASCADE, related_name="former_seats")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_former_player_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"


class RatingPool(models.Model):
    """Games whose results are compared with each other, and how far they are counted."""

    key = models.CharField(primary_key=True, max_length=40)
    generation = models.PositiveIntegerField(default=0)
    """The generation that is shown."""
    version = models.PositiveBigIntegerField(default=0)
    """Grows with every change of what is shown: by it a copy elsewhere is known to be up to date."""
    at = models.DateTimeField(null=True)
    match = models.CharField(max_length=32, blank=True)
    """The last match that is counted, by its time and key; null and empty before the first."""
    boards_at = models.DateTimeField(null=True)
    boards_match = models.CharField(max_length=32, blank=True)
    """The last match that the leaderboards follow."""
    stale_at = models.DateTimeField(null=True)
    stale_match = models.CharField(max_length=32, blank=True)
    """The first match since which everything has to be computed again; null and empty if nothing has."""
    revision = models.PositiveBigIntegerField(default=0)
    """Grows with every change of its matches: what was computed without it is not stored."""
    building = models.PositiveIntegerField(null=True)
    """The generation that is computed aside just now."""
    building_at = models.DateTimeField(null=True)
    building_match = models.CharField(max_length=32, blank=True)
    """Since which match that one differs from the one that is shown."""
    building_until = models.DateTimeField(null=True)
    """Until when whoever computes it is not disturbed."""
    switched_at = models.DateTimeField(null=True)
    """Since when there may be rows of generations that nobody needs any more; null if there are none."""

    def __str__(self) -> str:
        return self.key


class CountingLease(models.Model):
    """Who counts results just now, so that others do not begin beside them; one row at the most."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    holder = models.CharField(max_length=16)
    until = models.DateTimeField()
    """Until when others wait, unless it is given back before."""

    def __str__(self) -> str:
        return f"{self.holder} until {self.until}"


class RatedMatch(models.Model):
    """A result that counts in a pool: that of a game, or of all runs on one deal; the ledger is a fold over these."""

    pool = models.CharField(max_length=40)
    at = models.DateTimeField()
    key = models.CharField(max_length=32)
    """The id of the game or of the deal."""
    seats = models.TextField()
    """Players and places, `[["r-…", 1], ["r-…", 2]]`, as canonical JSON."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "at", "key"], name="rated_matches_in_order"),
            models.UniqueConstraint(fields=["key"], name="one_match_per_game_or_deal"),
        ]

    def __str__(self) -> str:
        return self.key


class RatedSeat(models.Model):
    """Who has ever sat in a match that counts, or did: by these the lines of a player are found in the ledger.

    The ledger itself is written in the order of its matches, in every generation anew. A row whose match does not count
    any more finds nothing there, and does no harm.
    """

    player = models.ForeignKey(RatedPlayer, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    pool = models.CharField(max_length=40)
    at = models.DateTimeField()
    match = models.CharField(max_length=32)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "pool", "at", "match"], name="seats_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match}"


class LedgerEntry(models.Model):
    """What one match has done to the rating of one player."""

    pool = models.CharField(max_length=40)
    generation = models.PositiveIntegerField()
    at = models.DateTimeField()
    match = models.CharField(max_length=32)
    player = models.ForeignKey(RatedPlayer, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    place = models.PositiveIntegerField()
    field = models.PositiveIntegerField()
    """How many played."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    games = models.PositiveIntegerField()
    """How many matches of the player this makes."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "generation", "at", "match", "player"], name="ledger_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match}"


class Rating(models.Model):
    """How somebody stands in a pool."""

    pool = models.CharField(max_length=40)
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(RatedPlayer, models.CASCADE, related_name="ratings", db_index=False, db_constraint=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    at = models.DateTimeField()
    """When the last match that counts ended."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "generation", "player"], name="one_rating_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}"


class BoardRow(models.Model):
    """How somebody stands on a leaderboard: a pool and a period."""

    pool = models.CharField(max_length=40)
    generation = models.PositiveIntegerField()
    period = models.CharField(max_length=12)
    player = models.ForeignKey(RatedPlayer, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    value = models.IntegerField()
    """What is compared, the highest first: the rating after the last match of the period, or the best solo score."""
    before = models.IntegerField(null=True)
    """The rating before the first match of the period; null where there was none, and for solo scores."""
    deviation = models.PositiveIntegerField(null=True)
    """How uncertain a rating is; null for solo scores."""
    games = models.PositiveIntegerField()
    """How many matches of the period count."""
    is_listed = models.BooleanField()
    """Whether these are enough for a place, against enough people, and the player still has an account."""
    met = models.CharField(max_length=96, default="", blank=True)
    """Whom they have met first in the period, each with the number of the match; empty for solo scores."""
    version = models.PositiveBigIntegerField(default=0)
    """That of the pool when this was written: by it a copy elsewhere finds what it lacks. In a generation that is
    computed aside it says nothing yet."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["pool", "generation", "period", "version"], name="boards_by_version"),
            models.Index(
                "pool",
                "generation",
                "period",
                models.F("value").desc(),
                "player",
                name="boards_in_order",
                condition=Q(is_listed=True),
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "generation", "player", "period"], name="one_row_per_board"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool} {self.period}"


class BoardBucket(models.Model):
    """How many of a leaderboard's listed players have one value: by these a place is known without counting players."""

    pool = models.CharField(max_length=40)
    generation = models.PositiveIntegerField()
    period = models.CharField(max_length=12)
    value = models.IntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "generation", "period", "value"], name="one_bucket_per_value"),
        ]

    def __str__(self) -> str:
        return f"{self.value} in {self.pool} {self.period}"


class SoloRun(models.Model):
    """A rated solo game that has ended, as the solo table counts it."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+", db_constraint=False)
    """Without a constraint: whoever counts holds pools and would wait for games, which others lock before pools."""
    player = models.ForeignKey(RatedPlayer, models.CASCADE, related_name="runs", db_index=False)
    key = models.CharField(max_length=20)
    """Which game it is a run of."""
    level = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    rated = models.IntegerField()
    """The score with what the level adds to it."""
    is_complete = models.BooleanField()
    """Whether it was played to its end: others count as they stand, and have no title."""
    ended_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-ended_at", "game"], name="solo_runs_by_player"),
        ]

    def __str__(self) -> str:
        return self.game_id
