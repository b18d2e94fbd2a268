"""What a log says of disputes and rulings: who flagged which event, what was answered, what was ruled and still
counts.

Over the platform's own events. The words themselves are kept elsewhere, where they can be erased; a log holds their
salted hashes. Here and not in `games.disputes`, because what lists show of a game is derived from it as well.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from engine.result import in_force
from games.clock.site_time import read_time
from games.log.entries import fields_of
from games.log.event_store import StoredEvent, events_of_kinds

RIGHT: Final = "as"
STAFF: Final = "staff"
ORGANISER: Final = "organiser"
RIGHTS: Final = (STAFF, ORGANISER)
OPENED_KIND: Final = "dispute/opened"
ANSWERED_KIND: Final = "dispute/answered"
DISMISSED_KIND: Final = "ruling/dismissed"
VOIDED_KIND: Final = "ruling/voided"
FORFEITED_KIND: Final = "ruling/forfeited"
REVERSED_KIND: Final = "ruling/reversed"
WAITING: Final = "open"
DISMISSED: Final = "dismissed"
VOIDED: Final = "voided"
FORFEITED: Final = "forfeited"
REVERSED: Final = "reversed"
VERDICTS: Final = (DISMISSED, VOIDED, FORFEITED)
"""What can be ruled, beside that an earlier ruling counts no more."""
KINDS: Final = (OPENED_KIND, ANSWERED_KIND, DISMISSED_KIND, VOIDED_KIND, FORFEITED_KIND, REVERSED_KIND)


class DisputeStatement(NamedTuple):
    """Something that somebody has said about a dispute."""

    seq: int
    actor: str
    made_at: datetime
    sha256: str | None


class Ruling(NamedTuple):
    """A decision about a game."""

    seq: int
    how: str
    actor: str
    made_at: datetime
    sha256: str | None
    """The hash of its reason."""
    seats: tuple[int, ...]
    """The seats that forfeit the game by it."""
    dispute: int | None
    """The dispute that it settles."""
    reverses: int | None
    """The ruling that counts no more because of it."""
    right: str | None
    """By what right it was given."""
    is_in_force: bool

    @property
    def is_verdict(self) -> bool:
        return self.how in VERDICTS


class Flag(NamedTuple):
    """That somebody has flagged an event of a game for review, and what came of it."""

    seq: int
    at: int
    """The event that it is about."""
    statements: tuple[DisputeStatement, ...]
    """The first one is that of whoever opened it."""
    ruling: Ruling | None
    """The ruling that settles it; None while it waits for one."""

    @property
    def status(self) -> str:
        """Open, or what was ruled."""
        return WAITING if self.ruling is None else self.ruling.how

    @property
    def opened(self) -> DisputeStatement:
        """By whom and when it was opened, and what they said."""
        return self.statements[0]


class Case(NamedTuple):
    """All disputes and rulings of a game."""

    flags: tuple[Flag, ...]
    rulings: tuple[Ruling, ...]

    def flag(self, seq: Any) -> Flag | None:
        """The dispute that an event has opened."""
        return next((flag for flag in self.flags if type(seq) is int and flag.seq == seq), None)

    def ruling(self, seq: Any) -> Ruling | None:
        """The ruling that an event is."""
        return next((ruling for ruling in self.rulings if type(seq) is int and ruling.seq == seq), None)

    @property
    def verdicts(self) -> list[Ruling]:
        """The rulings that count now, reversals aside."""
        return [ruling for ruling in self.rulings if ruling.is_in_force and ruling.is_verdict]

    @property
    def is_with_staff(self) -> bool:
        """Whether those who run the site have ruled here, whatever has become of that: from then on they decide."""
        return any(ruling.right == STAFF for ruling in self.rulings)

    def is_settled_twice_without(self, seq: int) -> bool:
        """Whether two rulings would count on one dispute if this one were reversed."""
        told = {one.seq: {"kind": f"ruling/{one.how}", "ruling": one.reverses} for one in self.rulings}
        counting = in_force({**told, max(told) + 1: {"kind": REVERSED_KIND, "ruling": seq}})
        settled = Counter(one.dispute for one in self.rulings if one.seq in counting and one.is_verdict)
        return any(settled[flag.seq] > 1 for flag in self.flags)


def case_of(rows: Iterable[StoredEvent]) -> Case:
    """What some events say of disputes and rulings; those of other kinds say nothing of them."""
    told = [row for row in rows if row.entry.kind.startswith(("dispute/", "ruling/"))]
    rulings = _rulings([row for row in told if row.entry.kind.startswith("ruling/")])
    answers = [row for row in told if row.entry.kind == ANSWERED_KIND]
    flags = [_flag(row, answers, rulings) for row in told if row.entry.kind == OPENED_KIND]
    return Case(tuple(flags), tuple(rulings))


def _rulings(rows: Sequence[StoredEvent]) -> list[Ruling]:
    counting = in_force({row.seq: fields_of(row.entry) for row in rows})
    return [_ruling(row, row.seq in counting) for row in rows]


def _ruling(row: StoredEvent, is_in_force: bool) -> Ruling:
    data = row.entry.data
    return Ruling(
        seq=row.seq,
        how=row.entry.kind.partition("/")[2],
        actor=row.entry.actor,
        made_at=read_time(row.at),
        sha256=_text(data.get("reason")),
        seats=_seats(data.get("seats")),
        dispute=_number(data.get("dispute")),
        reverses=_number(data.get("ruling")),
        right=_text(data.get(RIGHT)),
        is_in_force=is_in_force,
    )


def _flag(row: StoredEvent, answers: Sequence[StoredEvent], rulings: Sequence[Ruling]) -> Flag:
    own = [answer for answer in answers if answer.entry.data.get("dispute") == row.seq]
    settling = [one for one in rulings if one.dispute == row.seq and one.is_in_force and one.is_verdict]
    at = _number(row.entry.data.get("event"))
    statements = tuple(_statement(said) for said in (row, *own))
    return Flag(row.seq, row.seq if at is None else at, statements, settling[-1] if settling else None)


def _statement(row: StoredEvent) -> DisputeStatement:
    return DisputeStatement(row.seq, row.entry.actor, read_time(row.at), _text(row.entry.data.get("statement")))


def _seats(value: Any) -> tuple[int, ...]:
    return tuple(seat for seat in value if type(seat) is int) if isinstance(value, list) else ()


def _number(value: Any) -> int | None:
    """A number, whatever a log may hold that was not written here."""
    return value if type(value) is int and value >= 0 else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def read_case(game: str) -> Case:
    """The disputes and rulings of a game."""
    return case_of(events_of_kinds(game, KINDS))
