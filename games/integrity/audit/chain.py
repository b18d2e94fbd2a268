"""A log as it is stored: every link, every text, every column beside it, and which command each event answers.

Whole columns are compared at once, which takes no time; only a log in which something is wrong is gone through event by
event, to say what and where. What a command said is known only by its hash, and neither name nor hash is in the text
that the chain holds. They are tied to the hash of their event, so that a change is noticed; whoever changes that too
cannot be told from it.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from engine.errors import Malformed, Refused, as_json
from engine.log import FIRST_PREVIOUS, is_id, read_body
from engine.log_reader import Columns, Reader
from engine.protocol import Json
from engine.registry import AnyGame, find
from games.integrity.audit.batches import Batch
from games.integrity.audit.findings import InGame
from games.log.entries import LONGEST_COMMAND_ID, OF_BOTS, SYSTEM
from games.log.event_store import HALF_HASH
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
        sha256(f"brikks-command/1|{link}|{name}|{digest[:HALF_HASH]}".encode()).hexdigest()[:HALF_HASH]
        for link, name, digest in zip(links, ids, hashes, strict=True)
        if name is not None
    ]
    return ties == [digest[HALF_HASH:] for digest in given] and _is_hex("".join(given))


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


EventRow: TypeAlias = tuple[Any, ...]
"""A stored event: game, seq, kind, seat, actor, at, body, previous hash, hash, name and hash of its command."""
_LOGS: Final = (
    "SELECT game_id, seq, kind, seat, actor, at, body, prev_hash, hash, command_id, command_hash"
    " FROM games_event WHERE {} ORDER BY game_id, seq"
)
_COLUMNS: Final = ("game", "seq", "kind", "seat", "actor", "at")
_BODY: Final = len(_COLUMNS)
Column: TypeAlias = tuple[Any, ...]


class Log(NamedTuple):
    """A stored log column by column, up to the first event that cannot be believed."""

    seqs: Column
    kinds: Column
    seats: Column
    actors: Column
    ats: Column
    previous: Column
    hashes: Column
    events: list[Any]
    """Of each row the event of the rules, or the data of one of the platform's own."""
    is_whole: bool
    rules: AnyGame | None
    """The rules that the first event names."""


class _Unknown:
    """Stands for rules that are not known here."""

    decode = dict


_UNKNOWN: Final[Any] = _Unknown()
_readers: Final[dict[Any, Reader]] = {}


def reader_of(rules: AnyGame | None) -> Reader:
    """What reads the rows of all games under some rules; under unknown ones it takes every event as it is."""
    if rules not in _readers:
        _readers[rules] = Reader(rules or _UNKNOWN)
    return _readers[rules]


def read_logs(batch: Batch) -> Iterator[tuple[str, list[EventRow]]]:
    """The stored events of each game."""
    for game, rows in groupby(batch.rows(_LOGS), itemgetter(0)):
        yield game, list(rows)


def check_chain(found: InGame, rows: list[EventRow]) -> Log:
    """Follow a chain from its first link to its last, and read its events."""
    columns = tuple(zip(*rows, strict=True))
    try:
        if _is_linked(columns):
            return _read(found.game, rows[0], columns)
    except (Refused, TypeError):
        pass
    return _check_one_by_one(found, rows)


def _is_linked(columns: tuple[Column, ...]) -> bool:
    """Whether the numbers, hashes, times and commands of a log are as they should be."""
    _, seqs, kinds, seats, actors, ats, bodies, previous, hashes, *commands = columns
    links = [
        sha256(f"brikks-log/1\n{before}\n{body}".encode()).hexdigest()
        for before, body in zip(previous, bodies, strict=True)
    ]
    return (
        links == list(hashes)
        and previous == (FIRST_PREVIOUS, *hashes[:-1])
        and seqs == tuple(range(1, len(seqs) + 1))
        and list(ats) == sorted(ats)
        and are_sound(kinds, seats, actors, hashes, *commands)
    )


def _read(game: str, first: EventRow, columns: tuple[Column, ...]) -> Log:
    """The events of a log, refused unless every column fits its text."""
    created = reader_of(None).read(*first[: _BODY + 1])
    rules = _rules(first[2], created)
    rest = Columns(*[column[1:] for column in columns[1 : _BODY + 1]])
    return _log(columns, [created, *reader_of(rules).read_log(game, rest)], True, rules)


def _log(columns: tuple[Column, ...], events: list[Any], is_whole: bool, rules: AnyGame | None) -> Log:
    _, seqs, kinds, seats, actors, ats, _, previous, hashes, *_ = columns
    return Log(seqs, kinds, seats, actors, ats, previous, hashes, events, is_whole, rules)


def _rules(kind: str, created: Any) -> AnyGame:
    """The rules that the first event of a log names."""
    if kind != CREATED:
        raise Malformed("rules/order", "A log begins with “{kind}”.", kind=CREATED)
    try:
        return find(created.get("key"), created.get("rules_version"))
    except Refused as refusal:
        raise Malformed("rules/unknown", "{reason}", reason=refusal.sentence) from None


def _check_one_by_one(found: InGame, rows: list[EventRow]) -> Log:
    """Name everything that is wrong with a chain or its columns.

    What is wrong with one event is said of that event only: the next one is held against what is stored of this one.
    A row whose text is sound but whose columns are not is put right, for whoever goes on with it.
    """
    events: list[Any] = []
    unsound: list[int] = []
    rules = _first_rules(found, rows[0])
    expected, previous, last_at = 0, FIRST_PREVIOUS, ""
    for place, row in enumerate(rows):
        found_before = len(found.findings)
        expected = _check_number(found, expected + 1, row[1])
        is_after_gap = len(found.findings) > found_before
        _check_link(found, expected, row, row[7] if is_after_gap else previous)
        is_believed = len(found.findings) == found_before
        event, rows[place] = _read_anyway(found, expected, row, reader_of(rules).read)
        if sentence := wrong_command(expected, *rows[place][2:5], *row[9:]):
            found.add("column/command", sentence, expected)
        elif is_believed and not are_tied([row[8]], [row[9]], [row[10]]):
            found.add("column/command", "The command that it names is not the one that it was made by.", expected)
        if is_believed and event is not None:
            last_at = _check_time(found, expected, rows[place][5], last_at)
        else:
            unsound.append(place)
        events.append(event)
        previous = row[8]
    end = unsound[0] if unsound else len(rows)
    columns = tuple(zip(*rows[:end], strict=True)) or ((),) * len(rows[0])
    return _log(columns, events[:end], not unsound, rules)


def _first_rules(found: InGame, first: EventRow) -> AnyGame | None:
    try:
        body = read_body(first[_BODY])
    except Refused:
        return None
    try:
        return _rules(body["kind"], body["data"])
    except Refused as refusal:
        found.add(refusal.code, refusal.sentence, 1)
        return None


def _check_number(found: InGame, expected: int, seq: Any) -> int:
    """Say what is missing before an event; the number that it counts as."""
    if seq == expected:
        return expected
    if type(seq) is not int or seq < expected:
        found.add("chain/seq", f"In the place of event {expected} stands one with the number {as_json(seq)}.", expected)
        return expected
    missing = f"Event {expected} is" if seq == expected + 1 else f"Events {expected} to {seq - 1} are"
    found.add("chain/gap", f"{missing} missing.", expected)
    return seq


def _check_link(found: InGame, seq: int, row: EventRow, previous: Any) -> None:
    if row[7] != previous:
        found.add("chain/previous", "The previous hash is not the hash of the event before.", seq)
    if row[8] not in (_link(previous, row[_BODY]), _link(row[7], row[_BODY])):
        found.add("chain/hash", "The hash does not belong to the stored text and the events before it.", seq)


def _link(previous: Any, body: Any) -> str:
    return sha256(f"brikks-log/1\n{previous}\n{body}".encode()).hexdigest()


def _check_time(found: InGame, seq: int, at: str, last_at: str) -> str:
    """Say that an event is older than the one before; the later of the two times."""
    if at >= last_at:
        return at
    found.add("chain/time", f"It is said to have happened at {at}, before the event before it.", seq)
    return last_at


def _read_anyway(found: InGame, seq: int, row: EventRow, read: Callable[..., Any]) -> tuple[Any, EventRow]:
    """The event of a row, and the row as it should be; None and the row if not even the text tells what they are."""
    try:
        return read(*row[: _BODY + 1]), row
    except Refused as refusal:
        if refusal.code != "chain/column":
            found.add("chain/body" if refusal.code == "chain/body" else "rules/event", refusal.sentence, seq)
            return None, row
    text = read_body(row[_BODY])
    _name_columns(found, seq, row, text)
    if (text["game"], text["seq"]) != row[:2]:
        return None, row
    told = tuple(text[column] for column in _COLUMNS)
    return _read_anyway(found, seq, (*told, *row[_BODY:]), read)


def _name_columns(found: InGame, seq: int, row: EventRow, text: Json) -> None:
    for column, value in zip(_COLUMNS, row, strict=False):
        if type(value) is not type(text[column]) or value != text[column]:
            sentence = f"The column “{column}” says {as_json(value)}, the stored text {as_json(text[column])}."
            found.add(f"column/{column}", sentence, seq)
