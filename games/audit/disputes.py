"""Whether what is said about a game after the fact could be said then: it is gone through again by the rules of the
services, event by event."""

import re
from collections.abc import Mapping
from typing import Final, TypeGuard

from engine.errors import Refused
from engine.protocol import Json
from games.audit.findings import InGame
from games.audit.replay import Replay
from games.log.chaining import Row
from games.log.disputes import ANSWERED, KINDS, OPENED, REVERSED_KIND, Case, case_of
from games.log.entries import SYSTEM
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, FINISHED_KIND, STARTED, Fold
from games.log.rights import RIGHT, RIGHTS, SEAL, is_sealed
from games.log.verdicts import check_answer, check_flag, require_asked, require_reversible, verdict
from games.statuses import ABORTED, ADJUDICATED, FINISHED, OPEN, RUNNING

_STATUSES: Final = {STARTED: RUNNING, FINISHED_KIND: FINISHED, ADJUDICATED_KIND: ADJUDICATED, ABORTED_KIND: ABORTED}
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def check_case(found: InGame, replay: Replay) -> None:
    """Hold disputes, answers and rulings against what stands before them in the log."""
    fold, told = replay.fold, list[Row]()
    if fold is None:
        return
    status = OPEN
    for row in replay.platform:
        status = _STATUSES.get(row.entry.kind, status)
        if row.entry.kind not in KINDS:
            continue
        _check(found, fold._replace(status=status, seq=row.seq - 1), case_of(told), row)
        told.append(row)


def check_words(found: InGame, replay: Replay, texts: set[str], accounts: Mapping[str, int | None]) -> None:
    """Every hash of words in a log has its words, unless whoever wrote them is gone; and no others are there."""
    told = {digest: row for row in replay.platform if (digest := words_in(row.entry.data)) is not None}
    for digest, row in told.items():
        if digest not in texts and row.entry.actor in (SYSTEM, *accounts):
            found.add("text/missing", "The words that belong to it are gone, but whoever wrote them is not.", row.seq)
    for digest in sorted(texts - told.keys(), key=str):
        found.add("text/place", f"The words under {digest} belong to none of its events.")


def words_in(data: Json) -> str | None:
    """The hash of what somebody has said in an event, if anything."""
    said = data.get("reason", data.get("statement"))
    return said if _is_hash(said) else None


def _check(found: InGame, fold: Fold, case: Case, row: Row) -> None:
    """Name what is wrong with one of these events, after a fold and a case."""
    is_ruling = row.entry.kind not in (OPENED, ANSWERED)
    if not _is_hash(row.entry.data.get("reason" if is_ruling else "statement")):
        found.add("rules/words", "What was said is not told by its hash.", row.seq)
    try:
        if is_ruling:
            _check_ruling(found, fold, case, row)
        else:
            _check_dispute(fold, case, row)
    except Refused as refusal:
        found.add("rules/dispute", f"This could not be said then: {refusal.sentence}", row.seq)


def _check_dispute(fold: Fold, case: Case, row: Row) -> None:
    kind, _, data, actor = row.entry
    if kind == OPENED:
        check_flag(fold, case, actor, data.get("event"))
    else:
        check_answer(case, actor, data.get("dispute"))


def _check_ruling(found: InGame, fold: Fold, case: Case, row: Row) -> None:
    data = row.entry.data
    if data.get(RIGHT) not in RIGHTS:
        found.add("rules/right", "The ruling does not say by what right it was given.", row.seq)
    if not is_sealed(found.game, row.previous, row.entry):
        found.add("rules/seal", "The ruling does not bear the seal of this site: nobody has given it here.", row.seq)
    if _due(fold, case, row) != {name: value for name, value in data.items() if name not in ("reason", RIGHT, SEAL)}:
        found.add("rules/dispute", "The ruling says something else than such a ruling would.", row.seq)


def _due(fold: Fold, case: Case, row: Row) -> Json:
    """What a ruling should say beside its reason and its right; refused if it could not be given."""
    kind, _, data, actor = row.entry
    right, dispute = data.get(RIGHT), data.get("dispute")
    if kind == REVERSED_KIND:
        return {"ruling": require_reversible(case, data.get("ruling"), right).seq}
    require_asked(fold, case, actor, right, dispute)
    return verdict(fold, case, kind.partition("/")[2], data.get("seats", []), dispute)


def _is_hash(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and _HASH.fullmatch(text) is not None
