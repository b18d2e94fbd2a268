"""What each command says: of one document, or of notes that somebody keeps and those that have come."""

import os
from pathlib import Path
from typing import Any, Final

from engine.checkpoint import LINES, Keys, Unfit, continued, split_notes
from engine.errors import Refused, brief
from engine.protocol import Json
from engine.ranking import winners
from engine.records import Record, final_state, prefix, read_record
from engine.sealing import BLIND
from engine.verify import report, verify


def refusal_line(at: int, refusal: Refused) -> Json:
    """The line for a record that is faulty at an event, or at 0 as a whole."""
    return {"ok": False, "at": at, "error": refusal.sentence, "code": refusal.code}


def replay_line(document: Any) -> Json:
    """Whether all events are legal, and how the game then stands."""
    record = read_record(document)
    state = final_state(record)
    outcome = record.game.outcome(state)
    forfeits = [{seat} for seat in record.game.forfeits(state)]
    return {
        "ok": True,
        "events": len(record.events),
        "finished": outcome.finished,
        "scores": list(outcome.scores),
        "winners": winners(outcome.merits, forfeits) if outcome.finished else None,
    }


def options_line(document: Any) -> Json:
    """Who must act after the last event, and what they may do."""
    record = read_record(document)
    state = final_state(record)
    turn = record.game.awaiting(state)
    seats = {str(seat): record.game.options(state, seat) for seat in turn.seats}
    return {"ok": True, "phase": turn.phase, "seats": seats}


def verify_line(
    document: Any,
    keys: Keys | None,
    required: tuple[str, ...],
    commitment: str | None = None,
    contribution: str | None = None,
) -> Json:
    """What the checks of a record say; what was kept must be there to be compared, and with dice whose seed is known:
    before that anything could have been rolled."""
    kept = [name for name, value in (("commitment", commitment), ("contribution", contribution)) if value is not None]
    needed = dict.fromkeys((*required, *(["dice"] if kept else []), *kept))
    return report(verify(document, keys, commitment, contribution), tuple(needed))


def drawing(document: Any, at: int | None) -> str:
    """The game as text after so many events, or after all."""
    record = read_record(document)
    shown = len(record.events) if at is None else min(at, len(record.events))
    state = final_state(prefix(record, shown))
    return f"after event {shown} of {len(record.events)}{_last(record, shown)}\n{record.game.draw(state)}\n"


def _last(record: Record, shown: int) -> str:
    """The last event drawn, in its own words."""
    if not shown:
        return ""
    fields = record.events[shown - 1]
    told = [f"{brief(name)} {brief(value)}" for name, value in fields.items() if name not in ("kind", "seq", BLIND)]
    return " ".join([f": {brief(fields.get('kind'))}", *told])


LONGEST: Final = 4096
"""Bytes that the last note of a file surely fits into."""


def new_notes(kept: Path, come: Path, keys: Keys | None) -> list[str]:
    """The notes that have come and are new; refused unless all are in order."""
    if keys is None:
        raise Unfit("Signatures cannot be checked here: the package cryptography is missing (python3-cryptography).")
    try:
        with come.open(encoding="utf-8") as lines:
            return continued(_last_of(kept), split_notes(lines), keys)
    except (OSError, UnicodeDecodeError) as error:
        raise Unfit(f"The notes cannot be read: {error}.") from None


def _last_of(path: Path) -> str:
    """The text of the last note of a file, "" if there is none; of a file of years only the end is read."""
    if not path.exists() or not path.stat().st_size:
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LONGEST), os.SEEK_SET)
        return "".join(file.read().decode(errors="replace").splitlines(keepends=True)[-LINES:])
