"""The checkpoints in the database held against what the witness has seen of them.

The database must still have the very note that was seen last, notes that follow it, and at least as much as it covered.
A witness that is behind is brought up to date; a database that is behind, or is another one, is the alarm: nothing is
signed then until somebody accepts it. What is remembered is always read before the database, which can only have grown
since.
"""

import getpass
import logging
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

from engine.checkpoint import check_signature, note_hash, parse_note
from engine.errors import Refused
from games.clock.site_time import now, write_time
from games.integrity.witness import file
from games.integrity.witness.file import Accepted, Adopted, Seen, WitnessStatement, WitnessUnreadable
from games.keys.signing import known_keys
from games.log.checkpoint_proofs import stored_notes
from games.log.log_sorts import log_sorts
from games.log.models import Checkpoint

log = logging.getLogger(__name__)
ADVICE: Final = (
    "Nothing is signed. Keep the database as it is, run “manage.py audit”, and compare with backups and with notes kept"
    " elsewhere. If you have restored an older state yourself: manage.py witness accept --by NAME --reason WHY"
)
COUNTED_SECONDS: Final = 600.0
"""For how long the numbers of logs and events are believed once they were counted: on a large site that takes a
second."""


class Contradiction(NamedTuple):
    """In what the database contradicts the witness: a code, and a sentence."""

    code: str
    sentence: str
    checkpoint: int | None = None


class HistoryContradicted(Exception):
    """The database is not the one that was signed, or an earlier state of it; nothing is signed over it."""


class CoveredSize(NamedTuple):
    """How many logs there are, and how many events."""

    logs: int
    events: int


class _Counted:
    """Until when this process need not count all logs and events again."""

    until = 0.0


def contradiction(seen: Seen | None, is_patient: bool = False) -> Contradiction | None:
    """What is wrong with the database, given what was seen of it before; None if it only went on.

    Whoever is not patient may be told what counting gave a few minutes ago, if nothing was missing.
    """
    if seen is None:
        return None
    note, last = seen.parsed, _last_number()
    if last < note.number:
        return Contradiction(
            "witness/older",
            f"This site has signed {seen}, but the database ends at checkpoint {last}: it was taken back to an older"
            " state, or rewritten.",
            last,
        )
    if _note(note.number) != seen.note:
        return Contradiction(
            "witness/other",
            f"This site has signed {seen}, but the database has another one under that number, or none: it was taken"
            " back to an older state, or rewritten.",
            note.number,
        )
    return _broken(seen) or _smaller(seen, is_patient)


def _broken(seen: Seen) -> Contradiction | None:
    """Whether the notes since then do not follow each other, up to one that this site has signed."""
    text, number = seen.note, seen.number
    try:
        for later in stored_notes(number):
            note = parse_note(later)
            if (note.number, note.previous) != (number + 1, note_hash(text)):
                return _unconnected(seen, number + 1, "it does not follow the one before")
            text, number = later, note.number
        if number > seen.number:
            check_signature(parse_note(text), known_keys())
    except Refused as refusal:
        return _unconnected(seen, number + 1, refusal.sentence)
    return None


def _unconnected(seen: Seen, number: int, reason: str) -> Contradiction:
    sentence = f"After checkpoint {seen.number}, which this site has signed, comes one that it has not: {reason}"
    return Contradiction("witness/other", f"{sentence.rstrip('.')}.", number)


def _smaller(seen: Seen, is_patient: bool) -> Contradiction | None:
    if not is_patient and time.monotonic() < _Counted.until:
        return None
    size = _sum("SELECT (SELECT count(*) FROM {owners}), (SELECT count(*) FROM {events})")
    is_whole = size.logs >= seen.logs and size.events >= seen.events
    _Counted.until = time.monotonic() + COUNTED_SECONDS if is_whole else 0.0
    if is_whole:
        return None
    sentence = (
        f"The checkpoints up to {seen.number} cover {seen.logs:,} logs with {seen.events:,} events, but the database"
        f" has {size.logs:,} logs and {size.events:,} events: some have vanished."
    )
    return Contradiction("witness/smaller", sentence, seen.number)


def _last_number() -> int:
    return Checkpoint.objects.order_by("-number").values_list("number", flat=True).first() or 0


def _note(number: int) -> str | None:
    return Checkpoint.objects.filter(pk=number).values_list("note", flat=True).first()


def _covered() -> CoveredSize:
    """How much the checkpoints cover, as the rows of games and others say."""
    return _sum("SELECT count(*), coalesce(sum(checkpointed_seq), 0) FROM {owners} WHERE checkpointed_seq > 0")


def _sum(statement: str) -> CoveredSize:
    total = CoveredSize(0, 0)
    with connection.cursor() as cursor:
        for logs in log_sorts():
            cursor.execute(statement.format(owners=logs.owners._meta.db_table, events=logs.events._meta.db_table))
            owners, events = cursor.fetchone()
            total = CoveredSize(total.logs + owners, total.events + int(events))
    return total


def require_history() -> WitnessStatement:
    """What is remembered, once the database is known to go on from there; refused with a sentence if it does not."""
    statement = file.read_witness()
    if wrong := contradiction(statement.seen):
        raise HistoryContradicted(f"{wrong.sentence} {ADVICE}")
    return statement


def require_seen(seen: Seen | None) -> None:
    """Refuse, inside the transaction that signs, a database that has lost what was seen of it a moment ago."""
    if seen is not None and _note(seen.number) != seen.note:
        raise HistoryContradicted(f"The database has lost {seen} just now. {ADVICE}")


def catch_up() -> WitnessStatement:
    """What is remembered, brought up to date with a database that goes on from there; refused if it does not.

    Where nothing was seen yet, a database that has checkpoints is taken at its word, which is remembered and said.
    """
    statement = require_history()
    last = _last_number()
    if last and (statement.seen is None or statement.seen.number < last):
        transaction.on_commit(lambda: _remember_found(last))
    return statement


def remember_note(note: str) -> None:
    """Remember a note that was signed just now as the last one, once it is committed.

    As it was signed, whatever the database has made of it: that is the alarm then.
    """
    transaction.on_commit(lambda: _remember(note, is_own=True))


def _remember_found(number: int) -> None:
    """Remember a checkpoint that was found; only one that this site has signed, whoever has put it there."""
    note = _note(number)
    try:
        check_signature(parse_note(note), known_keys())
    except Refused as refusal:
        log.error("Checkpoint %s is not remembered beside the keys: %s", number, refusal.sentence)
    else:
        _remember(str(note), is_own=False)


def _remember(note: str, is_own: bool) -> None:
    """A file that cannot be written must not undo what is committed: the witness is behind then."""
    size = _covered()
    try:
        file.change_witness(lambda statement: _having_seen(statement, note, size, is_own))
    except (OSError, WitnessUnreadable) as error:
        log.error("Checkpoint %s is not remembered beside the keys: %s", parse_note(note).number, error)


def _having_seen(statement: WitnessStatement, note: str, size: CoveredSize, is_own: bool) -> WitnessStatement:
    seen, number = statement.seen, parse_note(note).number
    if seen is not None and seen.number >= number:
        return statement
    # What was covered once stays covered, whatever the rows say.
    logs, events = (max(size.logs, seen.logs), max(size.events, seen.events)) if seen else size
    adopted = statement.adopted
    if seen is None and not (is_own and number == 1):
        adopted = (*adopted, Adopted(write_time(now()), number, note_hash(note)))
        log.warning("%s begins with checkpoint %s of a database that was there before.", file.witness_path(), number)
    return replace(statement, seen=Seen(note, logs, events), adopted=adopted)


def accept_history(by: str, reason: str, wrong: str = "") -> Accepted:
    """Take the database as it is for the true one from now on; who has said so is remembered for ever."""
    last = _last_number()
    note, size = _note(last), _covered()
    seen = Seen(note, *size) if note else None
    before = file.read_witness().seen
    found = contradiction(before)
    accepted = Accepted(
        write_time(now()),
        name_on_this_machine(by),
        reason,
        str(before or "nothing"),
        str(seen or "a database without checkpoints"),
        wrong or (found.sentence if found else ""),
    )
    file.change_witness(lambda old: replace(old, seen=seen, accepted=(*old.accepted, accepted)))
    return accepted


def name_on_this_machine(by: str) -> str:
    """Who says something, with the user of this machine as whom they say it."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a container may know no name for its user
        user = f"user {os.getuid()}"
    return f"{by} ({user} on this machine)"


def witness_alarms() -> Iterator[str]:
    """What whoever starts the site must hear, in sentences: a contradicted history, guards that were gone."""
    try:
        statement = file.read_witness()
        wrong = contradiction(statement.seen, is_patient=True)
    except (WitnessUnreadable, ImproperlyConfigured) as error:
        yield str(error)
        return
    if wrong:
        yield f"{wrong.sentence} {ADVICE}"
    for gone in statement.unacknowledged:
        yield (
            f"Guards of the log were gone or changed, as found at {gone.at}: {', '.join(gone.names)}. Find out who did"
            " that and what else, run “manage.py audit”, and then: manage.py witness acknowledge --by NAME --reason WHY"
        )
