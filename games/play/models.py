"""Deals, with what players added to a shared one and who has played it; what lists show of games and can be deleted
and made anew: cards, results, disputes, players; and the results that others are still to hear of.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar, Final, TypeVar

from django.db import models


class Deal(models.Model):
    """One secret seed, encrypted with a key that is not in the database."""

    id = models.CharField(primary_key=True, max_length=32)
    sealed_seed = models.TextField()
    commitment = models.CharField(max_length=64)
    is_shared = models.BooleanField(default=False)
    tournament = models.CharField(max_length=32, null=True)
    """Of a shared deal: the id of the tournament that alone plays it."""
    contributions = models.TextField(null=True)
    """Of a shared deal, once frozen: the canonical list of what players added."""
    closed_at = models.DateTimeField(null=True)
    """Of a shared deal: since when its games are shown."""
    revealed_at = models.DateTimeField(null=True)
    """Since when the logs of all its games hold its seed."""
    reveal_due_at = models.DateTimeField(null=True)
    """When revealing it is tried again, if it has failed."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["closed_at"],
                name="deals_to_reveal",
                condition=models.Q(closed_at__isnull=False, revealed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Contribution(models.Model):
    """What one player added to a shared deal before it was frozen."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="collected")
    account = models.ForeignKey("games.Account", models.CASCADE, related_name="+")
    value = models.CharField(max_length=32)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "account"], name="one_contribution_per_account"),
        ]

    def __str__(self) -> str:
        return self.value


class Attempt(models.Model):
    """That somebody has taken a seat on a shared deal: one attempt each."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="attempts")
    account = models.ForeignKey("games.Account", models.CASCADE, related_name="attempts")
    game = models.ForeignKey("games.Game", models.PROTECT, related_name="attempts")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "account"], name="one_attempt_per_account"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.account_id}"


WAITING: Final = "open"
DISMISSED: Final = "dismissed"
VOIDED: Final = "voided"
FORFEITED: Final = "forfeited"
DISPUTE_STATUSES: Final = (WAITING, DISMISSED, VOIDED, FORFEITED)


class GameCard(models.Model):
    """A game as lists show it."""

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="card")
    key = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    levels = models.CharField(max_length=40)
    visibility = models.CharField(max_length=10)
    club = models.CharField(max_length=40, null=True)
    """The id of the club in which it is played."""
    tournament = models.CharField(max_length=32, null=True)
    """The id of the tournament to which it belongs."""
    is_rated = models.BooleanField()
    dice = models.CharField(max_length=20)
    deal = models.ForeignKey("games.Deal", models.CASCADE, null=True, related_name="+")
    seconds = models.PositiveIntegerField(null=True)
    """The time for a decision; null if there is no clock."""
    free_seats = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12)
    """That of the game, or `voided` by a ruling."""
    host = models.ForeignKey("games.Account", models.SET_NULL, null=True, related_name="+", db_index=False)
    """Who has made it; null for the server, and for who was erased."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["visibility", "status", "-created_at"], name="cards_by_status"),
            models.Index(fields=["host", "ended_at"], name="cards_by_host"),
            models.Index(fields=["club", "-created_at"], name="cards_by_club", condition=models.Q(club__isnull=False)),
            models.Index(
                fields=["tournament"], name="cards_by_tournament", condition=models.Q(tournament__isnull=False)
            ),
            models.Index(
                fields=["created_at"],
                name="cards_rated_without_clock",
                condition=models.Q(is_rated=True, seconds__isnull=True, tournament__isnull=True, ended_at__isnull=True),
            ),
            models.Index(
                fields=["key", "variant", "levels", "-ended_at"],
                name="cards_finished_in_tournaments",
                condition=models.Q(tournament__isnull=False, status="finished"),
            ),
            models.Index(
                fields=["variant", "ended_at"], name="cards_with_table_dice", condition=models.Q(dice="table")
            ),
        ]

    def __str__(self) -> str:
        return self.game_id


class SeatResult(models.Model):
    """How one seat of a game that has ended came out of it."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    """Null if the game was voided."""
    has_won = models.BooleanField()
    has_forfeited = models.BooleanField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_result_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"


class Dispute(models.Model):
    """That somebody has flagged a game for review, and what came of it."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="disputes", db_index=False)
    seq = models.PositiveIntegerField()
    """The event that opened it."""
    at = models.PositiveIntegerField()
    """The event that it is about."""
    club = models.CharField(max_length=40, null=True)
    """The id of the club in which the game is played."""
    status = models.CharField(max_length=10)
    opened_at = models.DateTimeField()
    ruled_seq = models.PositiveIntegerField(null=True)
    """The ruling that settled it; null while it waits for one."""
    ruled_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "opened_at", "id"], name="disputes_by_status"),
            models.Index(fields=["club", "status", "opened_at"], name="disputes_by_club"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_dispute_per_event"),
            models.CheckConstraint(condition=models.Q(status__in=DISPUTE_STATUSES), name="dispute_status_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.at}"


class PlayerGame(models.Model):
    """Who sits where: a person whose account is known, a person whose account was erased, or a bot."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="players", db_index=False)
    seat = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=40)
    account = models.ForeignKey("games.Account", models.SET_NULL, null=True, related_name="player_games")
    bot = models.CharField(max_length=20)
    """The bot's name, empty for people."""
    level = models.PositiveSmallIntegerField()
    joined_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"


W = TypeVar("W", "ResultChange", "UncountedResult")


class ResultChange(models.Model):
    """A tournament's game that has come to a result, or to another one, of which the tournament does not know yet."""

    game = models.OneToOneField("games.Game", models.PROTECT, primary_key=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="result_changes_by_age"),
        ]

    def __str__(self) -> str:
        return self.game_id


class UncountedResult(models.Model):
    """A game that has come to a result, or to another one, which no rating and no table of scores holds yet."""

    game = models.OneToOneField("games.Game", models.PROTECT, primary_key=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="uncounted_results_by_age"),
        ]

    def __str__(self) -> str:
        return self.game_id


def queue_results(model: type[W], games: Iterable[str], made_at: datetime) -> None:
    """Leave word of some games, once for each however often."""
    # In one order for everybody: two who leave word of the same games lock rows one after the other.
    words = [model(game_id=game, made_at=made_at) for game in sorted(games)]
    rows = model._default_manager
    rows.bulk_create(words, update_conflicts=True, unique_fields=["game"], update_fields=["made_at"])
