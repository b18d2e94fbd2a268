"""Words that people wrote: the log holds only their salted hash, so that they can be erased."""

from django.db import models


class ErasableText(models.Model):
    """A reason or statement; `sha256` of salt and text is what the log holds."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="texts")
    sha256 = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    text = models.TextField()

    def __str__(self) -> str:
        return self.sha256
