"""Rated games that nobody goes on with: a bad one cannot be left lying for good.

A run ends as it stands; at a table of several, those forfeit for whom the others wait. Only where there is no clock,
which would see to it, and no shared deal, whose round does.
"""

import logging
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import OperationalError
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from engine.result import AS_STANDS, FORFEIT
from games.accounts.callers import SYSTEM_CALLER
from games.log.models import Game
from games.log.sql import write_transaction
from games.log.state_cache import load_fold
from games.log.unit_of_work import Head, lock_head
from games.play.cost_of_leaving import AWAY_AFTER, grace_agreements
from games.play.deadlines import RETRY_PAUSE
from games.play.lifecycle import adjudicate
from games.play.models import GameCard
from games.refusals import Busy
from games.statuses import RUNNING
from tournaments.variants import SOLO

log = logging.getLogger(__name__)
IDLE: Final = timedelta(days=7)
"""How long a run may lie untouched."""
AT_MOST: Final = 20
"""How many of them one sweep ends; the rest is next."""
COMMAND: Final = "idle-run"
"""How the name begins under which a run is ended; how it goes on nobody knows, who might have used it up."""


def end_idle_games(moment: datetime) -> None:
    """End the games that nobody has touched for too long, each in a transaction of its own."""
    for game in find_idle_games(moment):
        try:
            _end_game(game, moment)
        except (Busy, OperationalError) as error:
            log.warning("The idle game %s could not be ended just now: %s", game, error)
        except Exception:
            log.exception("The idle game %s could not be ended.", game)
            Game.objects.filter(pk=game).update(asked_at=moment - _patience(game) + RETRY_PAUSE)


def find_idle_games(moment: datetime) -> list[str]:
    """The games that have lain untouched for too long, the oldest first."""
    run, others_wait = Q(variant=SOLO, game__asked_at__lte=moment - IDLE), Q(game__asked_at__lte=moment - AWAY_AFTER)
    idle = _unclocked().filter(run | others_wait, created_at__lte=moment - IDLE)
    return list(idle.order_by("created_at").values_list("pk", flat=True)[:AT_MOST])


def excuse_outage(last: datetime, moment: datetime) -> None:
    """Let nobody lose a game to an outage: what lay untouched when it began lies as long as before."""
    waiting = _unclocked().filter(game__asked_at__lte=last).values("pk")
    Game.objects.filter(pk__in=waiting).update(asked_at=F("asked_at") + (moment - last))


def _unclocked() -> QuerySet[GameCard]:
    """The rated games that go on without a clock and outside of tournaments; of several, those that agreed on what
    leaving costs."""
    rated = GameCard.objects.filter(is_rated=True, seconds=None, tournament=None, ended_at=None)
    return rated.filter(
        Q(variant=SOLO) | Exists(grace_agreements(OuterRef("game"))), status=RUNNING, deal__is_shared=False
    )


def _patience(game: str) -> timedelta:
    """How long a game may lie untouched."""
    return IDLE if GameCard.objects.filter(pk=game, variant=SOLO).exists() else AWAY_AFTER


def _end_game(game: str, moment: datetime) -> None:
    """End a game unless somebody has come back to it meanwhile."""
    with write_transaction():
        head = lock_head(game)
        awaited = _awaited(head)
        if head.asked_at is not None and head.asked_at <= moment - (AWAY_AFTER if awaited else IDLE):
            command = f"{COMMAND}-{secrets.token_hex(8)}"
            adjudicate(game, SYSTEM_CALLER, command, FORFEIT if awaited else AS_STANDS, awaited)


def _awaited(head: Head) -> list[int]:
    """For whom the others of a table wait; nobody waits for whoever plays alone."""
    fold = load_fold(head)
    return list(fold.awaited) if len(fold.seated) > 1 else []
