"""Games played elsewhere, kept as the records they came in: unrated, and apart from our own logs."""

from django.db import models


class ImportedGame(models.Model):
    """A record that somebody has uploaded."""

    id = models.CharField(primary_key=True, max_length=32)
    account = models.ForeignKey("games.Account", models.SET_NULL, null=True, related_name="imported_games")
    imported_at = models.DateTimeField()
    document = models.TextField()
    """The record as canonical text."""
    sha256 = models.CharField(max_length=64)
    key = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=20)
    seats = models.PositiveSmallIntegerField()
    checks = models.TextField()
    """What the verifier said of it, as canonical text."""
    result = models.TextField()
    """The official result of its events, as canonical text."""

    def __str__(self) -> str:
        return self.id
