"""The snapshot of a game, byte for byte."""

import json
from typing import Final

from games.audit.findings import InGame
from games.audit.replay import Replay
from games.audit.stored import SnapshotRow
from games.log.fold import freeze, frozen
from games.log.folding import seal_snapshot

_write: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
"""Canonical text of what is known to have one, without another look at each part of it."""


def check_snapshot(found: InGame, snapshot: SnapshotRow, replay: Replay) -> None:
    """Hold a snapshot against the fold of the log at its event, and its seal against all of it."""
    seq, kept = snapshot.seq, replay.kept
    if snapshot.seal != seal_snapshot(found.game, seq, snapshot.hash, snapshot.state):
        found.add("snapshot/seal", "The snapshot is not sealed with this site's key, or was changed since.", seq)
    if kept is None:
        found.add("snapshot/seq", f"The snapshot is of event {seq}, which the log does not have.", seq)
        return
    if snapshot.hash != kept.hash:
        found.add("snapshot/hash", "The hash of the snapshot is not that of its event.", seq)
    if snapshot.state != _write(frozen(kept)) and snapshot.state != freeze(kept):
        found.add("snapshot/state", "The snapshot is not what the log up to its event gives.", seq)
