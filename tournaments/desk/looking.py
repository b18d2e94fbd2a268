"""Looking ahead before a ruling is given, and whether what was seen still holds when it is."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.log import is_id
from games.accounts.callers import Viewer
from games.disputes.selectors import check_reversal, check_ruling
from games.log.event_store import find_command
from games.refusals import Conflict
from tournaments.desk.foreseeing import foresee_reversal, foresee_ruling
from tournaments.desk.previews import Preview


def look_ahead(game_id: str, viewer: Viewer, how: str, seats: Sequence[int], dispute: int | None) -> Preview:
    """What a ruling would change, for somebody who could give it now."""
    check_ruling(game_id, viewer, how, seats, dispute)
    return foresee_ruling(game_id, how, seats)


def look_back(game_id: str, viewer: Viewer, ruling: int) -> Preview:
    """What it would change to reverse a ruling, for somebody who could do so now."""
    check_reversal(game_id, viewer, ruling)
    return foresee_reversal(game_id, ruling)


def require_foreseen(game_id: str, command_id: Any, foreseen: Any, look: Callable[[], Preview]) -> None:
    """Refuse a ruling if something else would change than was seen."""
    if not is_foreseen(game_id, command_id, foreseen, look):
        raise outdated()


def is_foreseen(game_id: str, command_id: Any, foreseen: Any, look: Callable[[], Preview]) -> bool:
    """Whether a ruling would change what was seen, by the fingerprint of that; nothing is asked of whoever has looked
    at nothing, nor of a command that was carried out before."""
    if not foreseen or not (is_id(game_id) and is_id(command_id)) or find_command(game_id, command_id):
        return True
    return bool(look().fingerprint == foreseen)


def outdated() -> Conflict:
    """Something else would change now than whoever rules has seen."""
    template = "Something else would change now than when you looked; please look at it again."
    return Conflict("ruling/stale", template)
