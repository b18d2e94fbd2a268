"""What holds of the log of a game beside its chain: which of its events answer a command, how bots name theirs, and by
which rules of a game the events are read."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from engine.errors import Malformed, Refused
from engine.log import is_id
from engine.registry import AnyGame, find
from games.integrity.audit.batches import Batch
from games.integrity.audit.chain import AuditedLogs, EventRow, are_tied, is_hex
from games.log.entries import LONGEST_COMMAND_ID, OF_BOTS, SYSTEM
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, CREATED, FINISHED_KIND, JOINED, LEFT, REVEALED, STARTED
from games.log.log_sorts import GAME_LOGS, statements_of

DIGITS: Final = 64
_COMMANDED: Final = frozenset((CREATED, LEFT, ABORTED_KIND, ADJUDICATED_KIND))
_FOLLOWING: Final = frozenset((FINISHED_KIND, REVEALED))


def read_logs(batch: Batch) -> Iterator[tuple[str, list[EventRow]]]:
    """The stored events of each game."""
    for game, rows in groupby(batch.rows(statements_of(GAME_LOGS).select_for_audit), itemgetter(0)):
        yield game, list(rows)


def _find_rules(kind: Any, created: Any) -> AnyGame:
    """The rules that the first event of a log names."""
    if kind != CREATED:
        raise Malformed("rules/order", "A log begins with “{kind}”.", kind=CREATED)
    try:
        return find(created.get("key"), created.get("rules_version"))
    except Refused as refusal:
        raise Malformed("rules/unknown", "{reason}", reason=refusal.sentence) from None


def _are_commands_sound(columns: tuple[Any, ...]) -> bool:
    """Whether all commands of a log are as they should be; if not, or if that is not plain at once, False.

    Whole columns are looked at, as texts in a row, because there is a command for almost every event.
    """
    _, _, kinds, seats, actors, _, _, _, links, ids, hashes = columns
    given = [name for name in ids if name is not None]
    if not given or not _are_names(given) or not are_tied(links, ids, hashes):
        return False
    has_none = [name is None for name in ids]
    # The first event answers a command even if the server has made the game, as it makes those of tournaments.
    is_usual = not has_none[0] and has_none[1:] == [actor == SYSTEM for actor in actors[1:]]
    is_plain = is_usual and not any(actor.startswith(OF_BOTS) for actor in {*actors})
    return (is_plain and f"\n{OF_BOTS}" not in "\n".join(["", *given])) or not any(
        wrong_command(seq, *event) for seq, event in enumerate(zip(kinds, seats, actors, ids, hashes, strict=True), 1)
    )


def _are_names(ids: list[str]) -> bool:
    return min(map(len, ids)) > 0 and max(map(len, ids)) <= LONGEST_COMMAND_ID and is_id("-".join(ids))


def _wrong_command_in_row(seq: int, row: EventRow, before: EventRow | None) -> str | None:
    return wrong_command(seq, *row[2:5], *row[9:])


def wrong_command(seq: int, kind: Any, seat: Any, actor: Any, name: Any, digest: Any) -> str | None:
    """What is wrong with the command of one event, in a sentence; None if nothing is."""
    if (name is None) != (digest is None):
        return "Of its command only the name or only the hash is there."
    is_needed = _needs_command(kind, actor)
    if name is None:
        return "It answers a command, but none is named." if is_needed else None
    if is_needed is False:
        return "It only follows from others, but names a command."
    if not is_id(name) or len(name) > LONGEST_COMMAND_ID:
        return "The name of its command is none."
    if not isinstance(digest, str) or len(digest) != DIGITS or not is_hex(digest):
        return "The hash of its command is none."
    is_by_bot = isinstance(actor, str) and actor.startswith(OF_BOTS)
    if is_by_bot and not _is_of_bot(name, actor, seq):
        return f"A command of {actor} would be named after it and an event before this one."
    if not is_by_bot and name.startswith(OF_BOTS):
        return "Its command has a name that only bots' commands have."
    return None


def _is_of_bot(name: str, actor: str, seq: int) -> bool:
    """Whether a bot has named its command after the event by which it chose; others may have acted meanwhile."""
    chosen_at = name.removeprefix(f"{actor}-")
    return chosen_at != name and chosen_at.isdecimal() and 0 < int(chosen_at) < seq


def _needs_command(kind: Any, actor: Any) -> bool | None:
    """Whether an event has a command; None if it may or may not."""
    if kind in _COMMANDED:
        return True
    if kind in _FOLLOWING:
        return False
    if kind == STARTED:
        # A tournament's game begins by itself.
        return None if actor == SYSTEM else True
    if kind == JOINED:
        return not (isinstance(actor, str) and actor.startswith(OF_BOTS))
    return None if not isinstance(kind, str) or "/" in kind else actor != SYSTEM


GAMES: Final = AuditedLogs(GAME_LOGS, _find_rules, _are_commands_sound, _wrong_command_in_row)
