"""Reading the rows of a stored log fast: the text of each event, checked against the columns stored beside it.

A log holds the same few thousand events again and again; only number, time, ids and blinding value differ. So each
event is read, checked and decoded once, and remembered by its text. A row whose text is, letter for letter, what its
columns and a remembered text make is as good as read. Every other row is read as strictly as `engine.log` does, which
also finds the words for what is wrong.
"""

import json
import re
from collections.abc import Sequence
from datetime import datetime
from types import NoneType
from typing import Any, Final, NamedTuple, NoReturn

from engine.canonical import LARGEST, canonical_or_none, parse_json
from engine.errors import Malformed, Refused, as_json
from engine.log import PLAIN_TIME, RESERVED, has_reserved, is_id, is_time, read_body
from engine.protocol import Json
from engine.records import is_platform_kind
from engine.registry import AnyGame
from engine.sealing import BLIND, BLIND_DIGITS

LIMIT: Final = 50_000
"""How many events, and how many ids, are remembered before starting afresh."""

_BLINDED: Final = f'{{"{BLIND}":"'
_BLIND_AT: Final = len(_BLINDED)
_BLIND_END: Final = _BLIND_AT + BLIND_DIGITS

_DATA_AT: Final = len('{"actor":"","at":"2026-11-16T09:00:00.000000Z","data":')
"""Where the data begin in the text of an event whose actor has an empty name."""
_ONE_WORD: Final = re.compile(r'\{"([a-z_]+)":"([0-9a-z]*)"\}')
"""An object with one field that is a word, which can be written in no other way."""

_ZEROS: Final = str.maketrans("123456789", "0" * 9)
_TIME_SHAPE: Final = "0000-00-00T00:00:00.000000Z"

_is_plain_time: Final = PLAIN_TIME.fullmatch


class _Written(dict[int | None, str]):
    """Numbers and null as JSON writes them; those that occur again and again are there already."""

    def __missing__(self, number: int) -> str:
        return str(number)


_written: Final = _Written({None: "null"} | {number: str(number) for number in range(1000)}).__getitem__


class Columns(NamedTuple):
    """The rows of a log, column by column."""

    seqs: Sequence[Any]
    kinds: Sequence[Any]
    seats: Sequence[Any]
    actors: Sequence[Any]
    ats: Sequence[Any]
    bodies: Sequence[Any]


class Reader:
    """Reads the rows of any number of games that are played under the same rules."""

    def __init__(self, game: AnyGame) -> None:
        self._decode = game.decode
        self._events: dict[tuple[str, int | None, str], Any] = {}
        """By kind, seat and the text of the data."""
        self._blinded: dict[tuple[str, int | None, str], Any] = {}
        """The same for data that begin with blinding, without it: that rest may be sound with blinding or without."""
        self._kinds: set[tuple[str, int | None]] = set()
        """Kinds with their seats, as they have been met in sound rows."""
        self._ids: set[str] = set()

    def read(self, game: Any, seq: Any, kind: Any, seat: Any, actor: Any, at: Any, body: Any) -> Any:
        """The event of the rules in this row, or the data of one of the platform's own.

        Refused if the body is no event (`chain/body`), if a column differs from it (`chain/column`), or if the game
        cannot decode it.
        """
        try:
            data = self._matching_data(game, seq, kind, seat, actor, at, body)
        except TypeError:  # a column of a type that no event has
            data = None
        if data is None:
            return self._read_strictly(game, seq, kind, seat, actor, at, body)
        if _is_blinded(data):
            event = self._blinded.get((kind, seat, data[_BLIND_END:]))
        else:
            event = self._events.get((kind, seat, data))
        return self._read_new(data, game, seq, kind, seat, actor, at, body) if event is None else event

    def read_log(self, game: Any, log: Columns) -> list[Any]:
        """The same for many rows of one game at once; refused like the first of them that is."""
        try:
            if self._is_plain(game, log):
                return self._read_at_once(game, log)
        except (TypeError, AttributeError):  # columns of types that no event has
            pass
        return [self.read(game, *row) for row in zip(*log, strict=True)]

    def _is_plain(self, game: Any, log: Columns) -> bool:
        """Whether all numbers, ids and times of some rows are sound, so that nobody need ask for each of them."""
        seqs, ats = log.seqs, {*log.ats}
        return (
            {*map(type, seqs)} == {int}
            and {*map(type, log.seats)} <= {int, NoneType}
            and min(seqs) > 0
            and max(seqs) < LARGEST
            and is_id(game)
            and all(map(is_id, {*log.actors}))
            and _are_times(ats)
        )

    def _read_at_once(self, game: str, log: Columns) -> list[Any]:
        """A list at a time, because then the interpreter spends least on each event."""
        seqs, kinds, seats, actors, ats, bodies = log
        tail = f',"game":"{game}","kind":"'
        datas = [body[_DATA_AT + len(actor) : body.rfind(tail)] for actor, body in zip(actors, bodies, strict=True)]
        numbers, places = map(_written, seqs), map(_written, seats)
        made = [
            f'{{"actor":"{actor}","at":"{at}","data":{data}{tail}{kind}","seat":{seat},"seq":{seq}}}'
            for seq, kind, seat, actor, at, data in zip(numbers, kinds, places, actors, ats, datas, strict=True)
        ]
        if made != [*bodies]:
            return [self.read(game, *row) for row in zip(*log, strict=True)]
        plain, blinded = self._events.get, self._blinded.get
        # What `_is_blinded` asks stands here itself, as calling it would cost as much as all the rest of this.
        events = [
            blinded((kind, seat, data[_BLIND_END:]))
            if data[:_BLIND_AT] == _BLINDED and data[_BLIND_AT:_BLIND_END].isalnum()
            else plain((kind, seat, data))
            for kind, seat, data in zip(kinds, seats, datas, strict=True)
        ]
        for place in [place for place, event in enumerate(events) if event is None]:
            row = [column[place] for column in log]
            events[place] = self._read_new(datas[place], game, *row)
        return events

    def _read_new(self, data: str, game: Any, seq: Any, kind: Any, seat: Any, actor: Any, at: Any, body: Any) -> Any:
        """The event of a row that has not been met before, given the text of its data."""
        fields = self._sound_fields(kind, seat, data)
        if fields is None:
            event = self._read_strictly(game, seq, kind, seat, actor, at, body)
        else:
            event = fields if is_platform_kind(kind) else self._decode_fields(kind, seat, fields)
        self._remember(kind, seat, data, event)
        return event

    def _matching_data(self, game: Any, seq: Any, kind: Any, seat: Any, actor: Any, at: Any, body: Any) -> str | None:
        """The text between what the columns make of the beginning and the end of a body, None if they do not fit.

        Whether that text, the kind and the seat are sound is not known yet; the other columns are.
        """
        head = f'{{"actor":"{actor}","at":"{at}","data":'
        tail = f',"game":"{game}","kind":"{kind}","seat":{"null" if seat is None else seat},"seq":{seq}}}'
        data: str = body[len(head) : -len(tail)]
        ids = self._ids
        if (
            f"{head}{data}{tail}" == body
            and (actor in ids or self._is_new_id(actor))
            and (game in ids or self._is_new_id(game))
            and (_is_plain_time(at) or is_time(at))
            and type(seq) is int
            and 0 < seq < LARGEST
            and (seat is None or type(seat) is int)
            and type(kind) is str
        ):
            return data
        return None

    def _is_new_id(self, value: Any) -> bool:
        if not is_id(value):
            return False
        if len(self._ids) >= LIMIT:
            self._ids.clear()
        self._ids.add(value)
        return True

    def _sound_fields(self, kind: str, seat: int | None, text: str) -> Json | None:
        """The data of an event, None unless kind and seat are known and the text is sound."""
        if (kind, seat) not in self._kinds:
            return None
        if text == "{}":
            return {}
        if (one := _ONE_WORD.fullmatch(text)) and one[1] not in RESERVED:
            return {one[1]: one[2]}
        data = _read_simple(text)
        if data is None:
            data = _read_canonical(text)
        return data if isinstance(data, dict) and not has_reserved(data) else None

    def _remember(self, kind: str, seat: int | None, data: str, event: Any) -> None:
        if len(self._events) + len(self._blinded) + len(self._kinds) >= LIMIT - 1:
            self._events.clear()
            self._blinded.clear()
            self._kinds.clear()
        self._kinds.add((kind, seat))
        if is_platform_kind(kind):
            return
        if _is_blinded(data):
            self._blinded[kind, seat, data[_BLIND_END:]] = event
        else:
            self._events[kind, seat, data] = event

    def _read_strictly(self, game: Any, seq: Any, kind: Any, seat: Any, actor: Any, at: Any, body: Any) -> Any:
        stored = _read_text(body)
        columns = {"game": game, "seq": seq, "kind": kind, "seat": seat, "actor": actor, "at": at}
        for name, value in columns.items():
            if type(value) is not type(stored[name]) or value != stored[name]:
                raise _differing(name, value, stored[name])
        data: Json = stored["data"]
        return data if is_platform_kind(kind) else self._decode_fields(kind, seat, data)

    def _decode_fields(self, kind: str, seat: int | None, data: Json) -> Any:
        return self._decode({**data, "kind": kind} | ({} if seat is None else {"seat": seat}))


def _is_blinded(data: str) -> bool:
    """Whether data begin with a blinding value; letters and digits stand for themselves, so the rest decides."""
    return data[:_BLIND_AT] == _BLINDED and data[_BLIND_AT:_BLIND_END].isalnum()


def _read_simple(text: str) -> Any:
    """What a canonical text says, if it is ASCII without fractions and long numbers; None if not, or not plainly.

    All else that is canonical shows by writing it again, which is a good deal faster than asking for every part.
    """
    if not text.isascii():
        return None
    try:
        value = _decode_plain(text)
        return value if _encode_plain(value) == text else None
    except (ValueError, RecursionError):
        return None


def _read_canonical(text: str) -> Any:
    """What a canonical text says, None if it is not canonical."""
    try:
        value = parse_json(text)
    except Refused:
        return None
    return value if canonical_or_none(value) == text else None


def _short_number(digits: str) -> int:
    if len(digits) > _FEW_DIGITS:
        raise ValueError(digits)
    return int(digits)


def _refuse_number(written: str) -> NoReturn:
    raise ValueError(written)


_FEW_DIGITS: Final = 15
"""Numbers of so many digits, or of one less and a sign, are below `LARGEST`."""
_decode_plain: Final = json.JSONDecoder(
    parse_int=_short_number, parse_float=_refuse_number, parse_constant=_refuse_number
).decode
_encode_plain: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def _are_times(ats: set[str]) -> bool:
    """Whether all of these are times as the log writes them."""
    if "".join(ats).translate(_ZEROS) != _TIME_SHAPE * len(ats):
        return False
    try:
        return all(map(datetime.fromisoformat, ats))
    except ValueError:
        return False


def _read_text(body: Any) -> Json:
    try:
        return read_body(body)
    except Refused as refusal:
        if refusal.code == "chain/body":
            raise
        raise Malformed("chain/body", "{reason}", reason=refusal.sentence) from None


def _differing(column: str, value: object, stored: object) -> Malformed:
    template = "The column “{column}” says {value}, the stored text {stored}."
    return Malformed("chain/column", template, column=column, value=as_json(value), stored=as_json(stored))
