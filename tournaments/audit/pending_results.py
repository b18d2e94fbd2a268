"""What may still be to be counted: told by the logs, whatever the tables say of it.

A result is counted within seconds after its game has ended or was ruled upon. A row that says that something is still
to be done is believed only of games in whose logs something has happened lately, by the time of the logs themselves:
it excuses nothing that has long been counted. A site that stands still ages no log.
"""

from collections.abc import Iterator
from datetime import timedelta
from functools import cached_property
from typing import Final

from django.db.models import Max

from games.clock.site_time import now, read_time, write_time
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.audit.findings import Finding
from games.log.models import Game
from games.play.deadlines import RETRY_PAUSE
from games.play.models import GameCard, UncountedResult
from tournaments.events.models import Tournament
from tournaments.ratings.matches import rated_cards

GRACE: Final = timedelta(hours=1)
"""How long counting may take, with everything that follows from it: even all ratings are made anew in less."""


class PendingResults:
    """Which results may be uncounted."""

    @cached_property
    def since(self) -> str:
        """The time, as logs write it, since which what has happened is recent; empty in a database without logs."""
        ends = [model._default_manager.aggregate(last=Max("last_at"))["last"] for model in (Game, Tournament)]
        latest = min(max(end or "" for end in ends), write_time(now()))
        return write_time(read_time(latest) - GRACE) if latest else ""

    @cached_property
    def recent(self) -> frozenset[str]:
        """The games in whose logs, or in those of whose tournaments, something has happened lately; and their deals."""
        tournaments = Tournament.objects.filter(last_at__gte=self.since).values("pk")
        games = [
            *Game.objects.filter(last_at__gte=self.since).values_list("pk", "deal"),
            *GameCard.objects.filter(tournament__in=tournaments).values_list("pk", "deal"),
        ]
        return frozenset(key for pair in games for key in pair if key is not None)

    @cached_property
    def games(self) -> frozenset[str]:
        """The games whose results may be uncounted: those of which word waits, and rightly."""
        waiting = frozenset(UncountedResult.objects.values_list("pk", flat=True))
        return waiting & self.recent if waiting else waiting

    @cached_property
    def matches(self) -> frozenset[str]:
        """The keys of the matches to which these belong."""
        return frozenset(one.match for one in rated_cards(self.games))

    @cached_property
    def pools(self) -> frozenset[str]:
        """The pools in which something may have changed lately."""
        return frozenset(one.pool for one in rated_cards(self.recent) if one.is_rated)

    def check_words(self) -> Iterator[Finding]:
        """Name every word that waits without a reason, or that nobody will hear."""
        words = UncountedResult.objects.order_by("pk").values_list("pk", "made_at", "game__last_at")
        for game, made_at, last_at in words:
            # After the machine's clock was set back, what the log has written is still to come.
            last = max(now(), read_time(last_at) if last_at else now()) + RETRY_PAUSE + OUTAGE_TOLERANCE
            if game not in self.recent:
                sentence = "Its result is said to be uncounted still, but nothing has happened in its log for long."
                yield Finding("rating/waiting", sentence, game)
            elif made_at > last:
                yield Finding("rating/waiting", f"Its result is not to be counted before {made_at:%Y-%m-%d}.", game)
