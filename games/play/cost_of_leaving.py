"""What leaving a rated game costs: from the first roll on it is a loss, but for a short grace now and then.

Whoever has seen a roll and does not like it must not get another one for nothing. But somebody may have sat down by
mistake, or be called away: before their own first answer, within some seconds of the first roll, they may leave for
free, a few times a day. What was agreed on about that stands in the first event of a game, and that somebody has left
by grace, and for which time that day, in the event by which they left: ratings follow from logs alone, and anybody can
count.

Only in rated games of several people outside of tournaments, whose rules go first. A solo run counts as it stands.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import OuterRef, QuerySet

from engine.protocol import Json
from engine.registry import AnyGame
from games.accounts.models import Account, Actor
from games.clock.site_time import read_time, write_time
from games.log.entries import SYSTEM
from games.log.event_store import StoredEvent
from games.log.fold import Fold
from games.log.models import Event
from games.statuses import RUNNING

GRACE: Final = "grace"
"""Under what the first event says what was agreed on, and an event that somebody left by it."""
GRACE_IN_BODY: Final = f'"{GRACE}":'
"""By what the bodies of both are found in the database; some that are found may speak of something else."""
GRACE_SECONDS: Final = 30
GRACES_A_DAY: Final = 3
AWAY_AFTER: Final = timedelta(days=14)
"""How long somebody may let the others of a rated game wait that has no clock; then they have left it."""
FREE: Final = "free"
EXCUSED: Final = "grace"
LOSS: Final = "loss"
POINTS: Final = "points"
COSTS: Final = (FREE, EXCUSED, LOSS, POINTS)


class Cost(NamedTuple):
    """What leaving a game now costs, and what of the grace is left."""

    cost: str
    """Nothing, as the game is not rated or nobody has seen anything; nothing, by grace; a loss; the points of a run."""
    left: int = 0
    """How often today one may still leave by grace, this time included."""
    until: datetime | None = None
    """Until when that is possible here."""


def agreed_grace(is_rated: bool, seats: int, is_tournament: bool) -> Json:
    """What the first event of a new game says about it; nothing where it does not apply."""
    applies = is_rated and seats > 1 and not is_tournament
    return {GRACE: {"seconds": GRACE_SECONDS, "a_day": GRACES_A_DAY}} if applies else {}


def cost_of_leaving(game_id: str, fold: Fold, seat: int, account: int, moment: datetime) -> Cost:
    """What it costs somebody to leave a running game now."""
    if not fold.created["rated"] or fold.status != RUNNING:
        return Cost(FREE)
    if fold.tournament is not None:
        return Cost(LOSS)
    if len(fold.seated) == 1:
        return Cost(POINTS)
    first = _first_roll_at(game_id, fold.rules)
    if first is None:
        return Cost(FREE)
    agreed = fold.created.get(GRACE)
    if agreed is None or _has_answered(game_id, fold.rules, seat):
        return Cost(LOSS)
    until = read_time(first) + timedelta(seconds=agreed["seconds"])
    left = agreed["a_day"] - graces_used_today(account, moment)
    return Cost(EXCUSED, left, until) if moment <= until and left > 0 else Cost(LOSS, max(0, left))


def grace_entry(game_id: str, fold: Fold, seat: int, account: int | None, moment: datetime) -> Json:
    """What the event by which somebody leaves says besides: that it is by grace, and which time that day.

    Whoever leaves several games at once waits here, so that no two of them are the same time.
    """
    if account is None or GRACE not in fold.created:
        return {}
    list(Account.objects.select_for_update(no_key=True).filter(pk=account).values_list("pk"))
    cost, left, _ = cost_of_leaving(game_id, fold, seat, account, moment)
    return {GRACE: fold.created[GRACE]["a_day"] - left + 1} if cost == EXCUSED else {}


def graces_used_today(account: int, moment: datetime) -> int:
    """How often somebody has left by grace on this day, in the site's time."""
    day = write_time(moment)[:10]
    games = dict(Actor.objects.filter(account=account, game__last_at__gte=day).values_list("game", "name"))
    left = Event.objects.filter(game__in=games, at__startswith=day, seat__isnull=False, body__contains=GRACE_IN_BODY)
    return sum(games[game] == actor for game, actor in left.values_list("game", "actor"))


def grace_agreements(game: str | OuterRef) -> QuerySet[Event]:
    """The first event of a game if it says what was agreed on about leaving; at least something of that name."""
    return Event.objects.filter(game=game, seq=1, body__contains=GRACE_IN_BODY)


def first_roll(rows: list[StoredEvent], rules: AnyGame) -> StoredEvent | None:
    """The first roll of a game, which everybody at the table could see."""
    throws = _throws(rules)
    return next((row for row in rows if row.entry.kind in throws), None)


def has_answered(rows: list[StoredEvent], rules: AnyGame, seat: int) -> bool:
    """Whether somebody has answered a roll by themselves; what the clock does for them is no answer."""
    return any(row.entry.seat == seat and row.entry.kind in rules.answers and row.entry.actor != SYSTEM for row in rows)


def departure(rows: list[StoredEvent], rules: AnyGame, seat: int) -> StoredEvent | None:
    """The event by which a seat has left before the end; none if it was taken out by a decision."""
    return next((row for row in rows if row.entry.seat == seat and row.entry.kind in rules.departures), None)


def _throws(rules: AnyGame) -> Collection[str]:
    return rules.dice.throws if rules.dice else rules.answers


def _first_roll_at(game_id: str, rules: AnyGame) -> str | None:
    """When it was, for a card that is drawn often: no more of a running game is read than is needed."""
    rolls = Event.objects.filter(game=game_id, kind__in=sorted(_throws(rules)))
    return rolls.order_by("seq").values_list("at", flat=True).first()


def _has_answered(game_id: str, rules: AnyGame, seat: int) -> bool:
    """The same of a running game as `has_answered` says of one that was read."""
    answers = Event.objects.filter(game=game_id, seat=seat, kind__in=sorted(rules.answers))
    return answers.exclude(actor=SYSTEM).exists()
