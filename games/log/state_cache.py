"""Getting the fold of a log quickly: from this process's memory, else from the snapshot, else from the beginning.

Both are caches keyed by seq and hash, never the truth: what does not fit the log is thrown away and read anew.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hmac import compare_digest, digest

from django.conf import settings
from django.db import connection

from engine.errors import Refused
from games.log.event_store import StoredEvent, events_since
from games.log.fold import Fold, advance, begin, freeze, thaw
from games.log.unit_of_work import Head

MOST_IN_MEMORY = 512
"""How many games a process remembers."""
SNAPSHOT_EVERY = 32
"""After how many events a snapshot is written."""
_SNAPSHOT = "SELECT seq, hash, state, seal FROM games_snapshot WHERE game_id = %s"
_WRITE_SNAPSHOT = (
    "INSERT INTO games_snapshot (game_id, seq, hash, state, seal) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (game_id) DO UPDATE"
    " SET seq = excluded.seq, hash = excluded.hash, state = excluded.state, seal = excluded.seal"
)


class FoldMemory:
    """The folds that were used last, by game."""

    def __init__(self, size: int = MOST_IN_MEMORY) -> None:
        self._size = size
        self._folds: OrderedDict[str, Fold] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: str) -> Fold | None:
        """The fold of a game as it was last used here, however old."""
        with self._lock:
            fold = self._folds.get(game)
            if fold is not None:
                self._folds.move_to_end(game)
            return fold

    def put(self, game: str, fold: Fold) -> None:
        """Remember a fold, and forget the one that was not used for longest."""
        with self._lock:
            self._folds[game] = fold
            self._folds.move_to_end(game)
            if len(self._folds) > self._size:
                self._folds.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._folds.clear()


fold_memory = FoldMemory()


def load_fold(head: Head) -> Fold:
    """The fold of a whole log, given where it ends."""
    remembered = fold_memory.get(head.game)
    if remembered is not None and (remembered.seq, remembered.hash) == (head.seq, head.hash):
        return remembered
    fold = _caught_up(remembered, head) or _caught_up(read_snapshot(head.game), head) or _from_the_beginning(head)
    fold_memory.put(head.game, fold)
    return fold


def fold_at(game: str, seq: int) -> Fold:
    """The fold of a log up to one of its events, replayed from the beginning."""
    return fold_events([row for row in events_since(game, 0) if row.seq <= seq])


def _caught_up(fold: Fold | None, head: Head) -> Fold | None:
    """An older fold brought up to the end, None if it is not one of this log."""
    if fold is None or fold.seq > head.seq:
        return None
    for row in events_since(head.game, fold.seq):
        if row.seq > head.seq:
            break
        if row.previous != fold.hash:
            return None
        fold = advance(fold, row.entry, row.hash)
    return fold if (fold.seq, fold.hash) == (head.seq, head.hash) else None


def _from_the_beginning(head: Head) -> Fold:
    return fold_events([row for row in events_since(head.game, 0) if row.seq <= head.seq])


def read_snapshot(game: str) -> Fold | None:
    """The fold that the snapshot of a game holds, None if there is none that can be read."""
    with connection.cursor() as cursor:
        cursor.execute(_SNAPSHOT, [game])
        row = cursor.fetchone()
    if row is None or not compare_digest(row[3].encode(), seal_snapshot(game, *row[:3]).encode()):
        return None
    try:
        return thaw(*row[:3])
    except Refused:
        return None


def write_snapshot_if_due(game: str, before: int, fold: Fold) -> None:
    """Write a snapshot whenever another so many events have come together."""
    if fold.seq // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
        write_snapshot(game, fold)


def write_snapshot(game: str, fold: Fold) -> None:
    """Write a snapshot in the place of the one before."""
    kept = (fold.seq, fold.hash, freeze(fold))
    with connection.cursor() as cursor:
        cursor.execute(_WRITE_SNAPSHOT, [game, *kept, seal_snapshot(game, *kept)])


def seal_snapshot(game: str, seq: int, link: str, state: str) -> str:
    """What only this site can write: a changed contribution in a snapshot, say, would make wrong dice the truth."""
    said = f"snapshot|{game}|{seq}|{link}|{state}"
    return digest(settings.SECRET_KEY.encode(), said.encode(), "sha256").hex()


def fold_events(rows: Sequence[StoredEvent]) -> Fold:
    """What all of these events together mean."""
    fold = begin(rows[0].entry, rows[0].hash)
    for row in rows[1:]:
        fold = advance(fold, row.entry, row.hash)
    return fold
