"""What a log means: all of its events folded into one value. Pure, without the database.

The rules of the game say what its own events do to its state; the platform's own events (kinds with a slash) are
folded here. A fold is what services decide by, what a snapshot keeps and what the audit compares with.
"""

from typing import Any, NamedTuple

from engine import dice
from engine.canonical import canonical, parse_json
from engine.errors import Malformed
from engine.protocol import OVER, Fields, Json
from engine.records import is_platform_kind
from engine.registry import AnyGame, find
from games.log.entries import Entry, fields_of
from games.statuses import ABORTED, ADJUDICATED, FINISHED, OPEN, RUNNING

CREATED = "game/created"
JOINED = "game/joined"
LEFT = "game/left"
STARTED = "game/started"
FINISHED_KIND = "game/finished"
ADJUDICATED_KIND = "game/adjudicated"
ABORTED_KIND = "game/aborted"
REVEALED = "dice/revealed"


class Fold(NamedTuple):
    """Where a game is after some number of events."""

    seq: int
    hash: str
    created: Json
    """What the first event says: the game, its seats, its clock, its dice."""
    host: str
    """The actor who created it."""
    rules: AnyGame
    state: Any
    status: str
    seated: tuple[str | None, ...]
    """The actor on each seat."""
    contributions: tuple[str, ...]
    asked: int
    """The event that asked for the current answers: the latest throw of the dice, or the start."""
    rolls: int
    is_revealed: bool

    @property
    def dice(self) -> Json:
        """The dice that were agreed on; empty for a game without any."""
        return self.created.get("dice") or {}

    @property
    def has_table_dice(self) -> bool:
        return self.dice.get("scheme") == dice.TABLE

    @property
    def is_over(self) -> bool:
        """Whether nothing of the rules can happen any more."""
        return self.status in (FINISHED, ADJUDICATED, ABORTED)

    @property
    def is_played(self) -> bool:
        """Whether it has begun and is over, be it called off: its dice can be checked then."""
        return self.is_over and self.asked > 1

    @property
    def awaited(self) -> list[int]:
        """The seats that must act now."""
        return self.rules.awaiting(self.state).seats if self.status == RUNNING else []

    @property
    def tournament(self) -> str | None:
        """The id of the tournament to which the game belongs."""
        anchor: Json = self.created.get("tournament") or {}
        return anchor.get("id")

    @property
    def is_again(self) -> bool:
        """Whether it is played for fun on dice that others have played before, once their deal was closed."""
        return "again" in self.created

    @property
    def reserved(self) -> tuple[str | None, ...]:
        """The actor for whom each seat is kept, None where there is none; the same before and after it is taken."""
        return tuple(seat.get("actor") for seat in self.created["seats"])

    @property
    def missing(self) -> tuple[str, ...]:
        """The actors without whom the table has begun, where the game follows one that has waited for them."""
        follows: Json = self.created.get("follows") or {}
        return tuple(follows.get("without", ()))

    def bot(self, seat: int) -> str | None:
        """The name of the bot on a seat, None for people."""
        name: str | None = self.created["seats"][seat].get("bot")
        return name

    def seat_of(self, actor: str) -> int | None:
        """The seat that somebody has taken."""
        return self.seated.index(actor) if actor in self.seated else None


def begin(created: Entry, link: str) -> Fold:
    """The fold of a log with only its first event."""
    data = created.data
    rules = find(data["key"], data["rules_version"])
    seats = len(data["seats"])
    frozen = (data.get("dice") or {}).get("contributions")
    contributions = tuple(frozen) if frozen is not None else ("",) * seats
    start = rules.start(data)
    return Fold(1, link, data, created.actor, rules, start, OPEN, (None,) * seats, contributions, 1, 0, False)


def advance(fold: Fold, entry: Entry, link: str) -> Fold:
    """The fold after one more event; refused if the rules do not allow it."""
    seq = fold.seq + 1
    if is_platform_kind(entry.kind):
        return fold._replace(seq=seq, hash=link, **_changes(fold, entry))
    rules = fold.rules
    state = rules.apply(fold.state, rules.decode(fields_of(entry)))
    again = rules.dice.throws.get(entry.kind) if rules.dice else 0
    asked = fold.asked if again is None else seq
    rolls = fold.rolls + (rules.dice is not None and again == 0)
    return fold._replace(seq=seq, hash=link, state=state, asked=asked, rolls=rolls)


def _changes(fold: Fold, entry: Entry) -> Json:
    """What one of the platform's own events changes."""
    kind, seat = entry.kind, entry.seat
    if kind == JOINED and seat is not None:
        return _seating(fold, seat, entry.actor, entry.data.get("contribution", ""))
    if kind == LEFT and seat is not None:
        return _seating(fold, seat, None, "")
    if kind == STARTED:
        return {"status": RUNNING, "asked": fold.seq + 1}
    if kind == REVEALED:
        return {"is_revealed": True}
    return {"status": _ENDINGS[kind]} if kind in _ENDINGS else {}


_ENDINGS = {FINISHED_KIND: FINISHED, ADJUDICATED_KIND: ADJUDICATED, ABORTED_KIND: ABORTED}


def _seating(fold: Fold, seat: int, actor: str | None, contribution: str) -> Json:
    """Another actor on a seat; the contributions of a shared deal are frozen already."""
    seated = (*fold.seated[:seat], actor, *fold.seated[seat + 1 :])
    if "contributions" in fold.dice:
        return {"seated": seated}
    added = (*fold.contributions[:seat], contribution, *fold.contributions[seat + 1 :])
    return {"seated": seated, "contributions": added}


def is_finished_by_rules(fold: Fold) -> bool:
    """Whether the rules have come to an end."""
    return fold.rules.awaiting(fold.state).phase == OVER


def freeze(fold: Fold) -> str:
    """A fold as canonical text, without its seq and hash, which the snapshot's row has."""
    return canonical(frozen(fold))


def frozen(fold: Fold) -> Json:
    """The same as a JSON object."""
    kept = {name: getattr(fold, name) for name in _KEPT}
    return {**kept, "state": fold.rules.freeze(fold.state)}


def thaw(seq: int, link: str, text: str) -> Fold:
    """The fold that was frozen; refused unless the text is exactly what freezing would give."""
    try:
        fold = _thaw(seq, link, parse_json(text))
        if freeze(fold) != text:
            raise ValueError("it would be written differently")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Malformed("snapshot/unreadable", "The snapshot cannot be read: {reason}.", reason=str(error)) from None
    return fold


def _thaw(seq: int, link: str, kept: Fields) -> Fold:
    created = kept["created"]
    rules = find(created["key"], created["rules_version"])
    values: dict[str, Any] = {name: tuple(kept[name]) if isinstance(kept[name], list) else kept[name] for name in _KEPT}
    return Fold(seq=seq, hash=link, rules=rules, state=rules.thaw(kept["state"]), **values)


_KEPT = ("created", "host", "status", "seated", "contributions", "asked", "rolls", "is_revealed")
