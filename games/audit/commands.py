"""The columns that say which command an event answers: their form, and whether there should be a command at all.

What a command said is known only by its hash, and neither name nor hash is in the text that the chain holds. They are
tied to the hash of their event, so that a change is noticed; whoever changes that too cannot be told from it.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from engine.log import is_id
from games.log.chaining import HALF
from games.log.entries import LONGEST_COMMAND_ID, OF_BOTS, SYSTEM
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, CREATED, FINISHED_KIND, JOINED, LEFT, REVEALED, STARTED

DIGITS: Final = 64
_COMMANDED: Final = frozenset((CREATED, LEFT, ABORTED_KIND, ADJUDICATED_KIND))
_FOLLOWING: Final = frozenset((FINISHED_KIND, REVEALED))


def are_sound(kinds: Any, seats: Any, actors: Any, links: Any, ids: Any, hashes: Any) -> bool:
    """Whether all commands of a log are as they should be; if not, or if that is not plain at once, False.

    Whole columns are looked at, as texts in a row, because there is a command for almost every event.
    """
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


def are_tied(links: Sequence[Any], ids: Sequence[Any], hashes: Sequence[Any]) -> bool:
    """Whether all commands of a log belong to the events that they stand beside, as `tie_command` writes them.

    A hash that is there without a name, or of another length, is not among those that are made here.
    """
    given = [digest for digest in hashes if digest is not None]
    ties = [
        sha256(f"brikks-command/1|{link}|{name}|{digest[:HALF]}".encode()).hexdigest()[:HALF]
        for link, name, digest in zip(links, ids, hashes, strict=True)
        if name is not None
    ]
    return ties == [digest[HALF:] for digest in given] and _is_hex("".join(given))


def _are_names(ids: list[str]) -> bool:
    return min(map(len, ids)) > 0 and max(map(len, ids)) <= LONGEST_COMMAND_ID and is_id("-".join(ids))


def _is_hex(digests: str) -> bool:
    """Whether this is hexadecimal in lower case: only then does it survive the way to bytes and back."""
    try:
        return bytes.fromhex(digests).hex() == digests
    except ValueError:
        return False


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
    if not isinstance(digest, str) or len(digest) != DIGITS or not _is_hex(digest):
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
