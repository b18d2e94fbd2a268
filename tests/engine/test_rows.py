"""Reading rows fast: what comes out is what the slow way gives, and what it refuses is refused, whatever is changed."""

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import log_reader
from engine.brikks.events import Bomb, Keep
from engine.brikks.game import BRIKKS
from engine.canonical import canonical_or_none
from engine.errors import Refused
from engine.log import read_body, write_body
from engine.log_reader import Reader
from engine.protocol import Json
from tests.engine.platform_log import platform_events
from tests.sizes import size

Row = dict[str, Any]
"""The columns of a stored event and its body."""

CHANGED_ROWS = size(9_000, 400_000)
CHUNKS = 6
COLUMNS = ("game", "seq", "kind", "seat", "actor", "at")
TABLES = [("solo", (1,)), ("standard", (2, 1, 3)), ("standard", (4, 4)), ("duel", (1, 2))]
AT = "2026-11-16T09:00:00.000000Z"
KEEP: Row = {"game": "g-1", "seq": 7, "kind": "keep", "seat": 0, "actor": "p-0", "at": AT}


@cache
def sound_rows() -> tuple[Row, ...]:
    """The logs of some games."""
    rng = Random("rows")
    return tuple(
        row(rng, f"g-{game}", seq, fields)
        for game, (variant, levels) in enumerate(TABLES)
        for seq, fields in enumerate(platform_events(variant, levels), start=1)
    )


def row(rng: Random, game: str, seq: int, fields: Json) -> Row:
    """How an event is stored."""
    kind, seat = fields["kind"], fields.get("seat")
    data = {name: value for name, value in fields.items() if name not in ("kind", "seat")}
    day, second = rng.randint(1, 30), rng.randint(0, 59)
    at = f"2026-11-{day:02}T{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{second:02}.{rng.randrange(10**6):06}Z"
    actor = "system" if seat is None else f"{game}-p{seat}"
    columns = {"game": game, "seq": seq, "kind": kind, "seat": seat, "actor": actor, "at": at}
    return columns | {"body": write_body(data=data, **columns)}


def slow(given: Row) -> Any:
    """What the strict way makes of a row: the event or the data, refused if body and columns do not agree."""
    stored = read_body(given["body"])
    if any(type(given[name]) is not type(stored[name]) or given[name] != stored[name] for name in COLUMNS):
        raise Refused("slow/column", "A column differs.")
    if "/" in stored["kind"]:
        return stored["data"]
    fields = {**stored["data"], "kind": stored["kind"], "seat": stored["seat"]}
    return BRIKKS.decode(fields)


def verdict(reading: Any, given: Row) -> Any:
    """What a way of reading gives, or that it refuses."""
    try:
        return reading(given)
    except Refused as refused:
        return "refused" if refused.sentence.strip() else "refused without a word"


def warm() -> Reader:
    """A reader that has met every sound row."""
    reader = Reader(BRIKKS)
    for given in sound_rows():
        reader.read(**given)
    return reader


def test_sound_rows_give_what_the_slow_way_gives_at_first_and_again() -> None:
    reader = Reader(BRIKKS)
    for _ in range(2):
        for given in sound_rows():
            assert reader.read(**given) == slow(given)


def test_events_that_differ_only_in_what_is_not_theirs_are_decoded_once() -> None:
    decoded: Counter[str] = Counter()

    class Counting:
        def decode(self, fields: Json) -> Any:
            decoded[json.dumps(fields)] += 1
            return BRIKKS.decode(fields)

    reader = Reader(Counting())  # type: ignore[arg-type]  # all that a reader asks of a game
    for seq, blind in enumerate(["0" * 16, "f" * 16, "0123456789abcdef"], start=1):
        event = {"kind": "bomb", "seat": 1, "blind": blind}
        assert reader.read(**row(Random(seq), f"g-{seq}", seq, event)) == Bomb(1)
    assert sum(decoded.values()) == 1


def test_a_blinding_value_of_another_form_is_no_hindrance() -> None:
    reader = warm()
    for blind in [
        "",
        "0" * 15,
        "0" * 17,
        "a b",
        'quoted"',
        "back\\slash",
        "é" * 16,
        "棋" * 16,
        7,
        None,
        ["0" * 16],
        {},
    ]:
        for seat in (0, 1):
            given = row(Random(1), "g-0", 9, {"kind": "bomb", "seat": seat, "blind": blind})
            assert reader.read(**given) == reader.read(**given) == Bomb(seat)


BLINDED = '{"blind":"0123456789abcdef'


@pytest.mark.parametrize(
    ("kind", "sound", "unsound"),
    [
        ("bomb", BLINDED + '"}', '"}'),
        ("place", BLINDED + '","color":"red","column":2,"x":4,"y":0}', '","color":"red","column":2,"x":4,"y":0}'),
        ("bomb", "{}", BLINDED + "{}"),
        ("drop", '{"reason":"stuck"}', BLINDED + '{"reason":"stuck"}'),
    ],
)
def test_what_is_left_of_a_blinded_text_is_no_text_of_its_own_nor_the_other_way_round(
    kind: str, sound: str, unsound: str
) -> None:
    columns, reader = KEEP | {"kind": kind}, Reader(BRIKKS)
    good, bad = (columns | {"body": put_together(columns, data)} for data in (sound, unsound))
    for _ in range(2):
        assert reader.read(**good) == slow(good)
        with pytest.raises(Refused):
            reader.read(**bad)
        for given, is_sound in ((good, True), (bad, False)):
            log = log_reader.Columns(*([given[name]] for name in ("seq", "kind", "seat", "actor", "at", "body")))
            if is_sound:
                assert reader.read_log(given["game"], log) == [slow(given)]
            else:
                with pytest.raises(Refused):
                    reader.read_log(given["game"], log)


def test_the_data_of_the_platforms_events_is_the_readers_own_each_time() -> None:
    reader = Reader(BRIKKS)
    created = sound_rows()[0]
    for _ in range(3):
        data = reader.read(**created)
        assert data == slow(created)
        data["dice"]["deal"] = "another"
        data.clear()


def test_a_reader_that_starts_afresh_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_reader, "LIMIT", 5)
    reader = Reader(BRIKKS)
    for _ in range(2):
        for given in sound_rows():
            assert reader.read(**given) == slow(given)
            assert max(len(reader._events) + len(reader._kinds), len(reader._ids)) <= 5


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_one_change_anywhere_gets_the_verdict_of_the_slow_way(chunk: int) -> None:
    rng = Random(f"one change {chunk}")
    reader, seen = warm(), Counter[str]()
    for _ in range(CHANGED_ROWS // CHUNKS):
        given = changed(rng, dict(rng.choice(sound_rows())))
        expected = verdict(slow, given)
        assert verdict(lambda one: reader.read(**one), given) == expected, given
        seen["refused" if expected == "refused" else "read"] += 1
    assert seen["refused"] > 100
    assert seen["read"] > 10, "some changes, such as one in a blinding value, make another sound row"


def changed(rng: Random, given: Row) -> Row:
    """The row with one thing changed: in the body, in a column, or in both at once so that they agree."""
    way = rng.choice([in_body, in_body, in_column, in_both, in_both, in_both, in_data])
    return way(rng, given)


def in_body(rng: Random, given: Row) -> Row:
    return given | {"body": spoiled(rng, given["body"])}


def in_column(rng: Random, given: Row) -> Row:
    name = rng.choice(COLUMNS)
    return given | {name: other_value(rng, given[name])}


def in_both(rng: Random, given: Row) -> Row:
    """A body put together from columns of which one is changed, sound or not: what the fast way compares with."""
    name = rng.choice(COLUMNS)
    columns = given | {name: other_value(rng, given[name])}
    data = canonical_or_none(read_body(given["body"])["data"])
    return columns | {"body": put_together(columns, data)}


def in_data(rng: Random, given: Row) -> Row:
    """A body that fits its columns and has something wrong, or only something else, in its data."""
    data = canonical_or_none(read_body(given["body"])["data"])
    assert data is not None
    return given | {"body": put_together(given, spoiled(rng, data))}


def put_together(columns: Row, data: str | None) -> str:
    seat = "null" if columns["seat"] is None else columns["seat"]
    return (
        f'{{"actor":"{columns["actor"]}","at":"{columns["at"]}","data":{data},"game":"{columns["game"]}",'
        f'"kind":"{columns["kind"]}","seat":{seat},"seq":{columns["seq"]}}}'
    )


JUNK: list[Any] = [
    None, True, False, 0, -1, 1, 2, 1.0, "", "1", "null", 2**53, 2**53 - 1, [], {}, ["keep"], b"p-0",
]  # fmt: skip


def other_value(rng: Random, value: Any) -> Any:
    """Something a column should not say, or not here."""
    if isinstance(value, str) and rng.random() < 0.8:
        return spoiled(rng, value)
    if type(value) is int and rng.random() < 0.5:
        return rng.choice([value + 1, value - 1, float(value), str(value), value * 10])
    return rng.choice(JUNK)


PIECES = [
    '"', "\\", "\\u0061", ",", "}", "{", " ", "\n", "\x00", "\x7f", "é", "棋", "\ud800", "٣", "0", "9", "-", "A", "²",
    '","seat":1', '"}', '\\"', '"kind":"keep",', '"blind":"0123456789abcdef",', "null", "true", "1.0",
]  # fmt: skip
"""What is put in or in the place of something."""


def spoiled(rng: Random, text: str) -> str:
    """A text with one character changed, lost, doubled or exchanged, or something put in."""
    at = rng.randrange(len(text)) if text else 0
    before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
    ways = [
        before + after,
        before + here + here + after,
        before + after[:1] + here + after[1:],
        before + "".join(chr(ord(one) ^ 1 << rng.randrange(8)) for one in here) + after,
        before + rng.choice(PIECES) + after,
        before + rng.choice(PIECES) + here + after,
    ]
    return rng.choice(ways)


def test_every_single_changed_bit_of_some_bodies_and_columns_gets_the_verdict_of_the_slow_way() -> None:
    reader = warm()
    kinds = {given["kind"]: given for given in sound_rows()}
    assert {"place", "bomb", "roll", "keep", "start", "game/created", "game/joined"} <= set(kinds)
    for given in kinds.values():
        for name in ("body", "game", "kind", "actor", "at"):
            text = given[name]
            for at in range(len(text)):
                for bit in range(7):
                    other = given | {name: text[:at] + chr(ord(text[at]) ^ 1 << bit) + text[at + 1 :]}
                    assert verdict(lambda one: reader.read(**one), other) == verdict(slow, other), other


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "g-2"}, 'The column “game” says "g-2", the stored text "g-1".'),
        ({"seq": 8}, "The column “seq” says 8, the stored text 7."),
        ({"seq": "7"}, 'The column “seq” says "7", the stored text 7.'),
        ({"kind": "bomb"}, 'The column “kind” says "bomb", the stored text "keep".'),
        ({"seat": 1}, "The column “seat” says 1, the stored text 0."),
        ({"seat": None}, "The column “seat” says null, the stored text 0."),
        ({"seat": False}, "The column “seat” says false, the stored text 0."),
        ({"actor": "p-1"}, 'The column “actor” says "p-1", the stored text "p-0".'),
        ({"at": AT.replace("09", "10")}, f'The column “at” says "{AT.replace("09", "10")}", the stored text "{AT}".'),
    ],
)
@pytest.mark.parametrize("is_warm", [False, True])
def test_a_column_that_differs_is_named(change: Row, told: str, is_warm: bool) -> None:
    given = KEEP | {"body": write_body(data={}, **KEEP)}
    reader = Reader(BRIKKS)
    if is_warm:
        assert reader.read(**given) == Keep(0)
    with pytest.raises(Refused) as caught:
        reader.read(**given | change)
    assert (caught.value.code, caught.value.sentence) == ("chain/column", told)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ('{"x": 1}', "it is not written in the canonical way"),
        ('{"b":1,"a":2}', "it is not written in the canonical way"),
        ('{"a":1,"a":1}', "it is not written in the canonical way"),
        ('{"blind":"0123456789abcdef","a":1}', "it is not written in the canonical way"),
        ('{"a":1.5}', "A float cannot be written."),
        ('{"a":9007199254740992}', "A whole number must be below 2^53."),
        ('{"seat":1}', "its data names a key that belongs to the event itself"),
        ("[]", "its kind or data is of the wrong type"),
        ("{", "This is not JSON"),
        ("", "This is not JSON"),
    ],
)
@pytest.mark.parametrize("kind", ["keep", "game/finished"])
def test_what_is_not_canonical_is_told(kind: str, data: str, told: str) -> None:
    columns = KEEP | {"kind": kind}
    reader = Reader(BRIKKS)
    assert reader.read(**columns, body=put_together(columns, "{}")) is not None
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            reader.read(**columns, body=put_together(columns, data))
        assert caught.value.code == "chain/body"
        assert told in caught.value.sentence


@pytest.mark.parametrize("body", [None, 7, b"{}", ["{}"], {}])
def test_a_body_that_is_no_text_is_refused(body: object) -> None:
    with pytest.raises(Refused) as caught:
        warm().read(**KEEP, body=body)
    assert caught.value.code == "chain/body"


def test_what_the_game_cannot_decode_is_refused_in_its_words_each_time() -> None:
    reader = Reader(BRIKKS)
    columns = KEEP | {"kind": "jump"}
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            reader.read(**columns, body=put_together(columns, "{}"))
        assert caught.value.code == "event/unknown-kind"
