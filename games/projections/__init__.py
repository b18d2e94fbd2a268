"""What lists and profiles read instead of logs: derived, deletable, made anew with `manage.py rebuild`.

Applying and rebuilding are the same work: a game's rows are derived from its log again whenever one of the platform's
own events was added, which is a handful of times in a game.
"""

from django.db import transaction

from engine.records import is_platform_kind
from games.log.drafts import Draft
from games.log.fold import REVEALED
from games.log.head import lock_head
from games.log.reading import read_log
from games.projections.deriving import derive
from games.projections.writing import accounts_in, write

__all__ = ["apply", "concern", "derive", "rebuild"]


def apply(draft: Draft) -> None:
    """Bring a game's rows up to date with a draft that has just been appended."""
    if concern(draft):
        _replace(draft.head.game)


def concern(draft: Draft) -> bool:
    """Whether a draft changes anything that lists show."""
    return any(is_platform_kind(kind) and kind != REVEALED for kind in draft.kinds)


def rebuild(game: str) -> None:
    """Derive a game's rows from its log, and put them in the place of whatever is there."""
    with transaction.atomic():
        # Somebody may be playing: two who write the same rows at once would trip over each other.
        lock_head(game)
        _replace(game)


def _replace(game: str) -> None:
    write(game, derive(read_log(game), accounts_in(game)))
