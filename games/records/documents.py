"""Reading a document from outside: within limits, strictly, and with the place of what is wrong; or only saying of it
what is right and wrong, without keeping anything.

A document that is read is a legal game whose every part is what the other parts say it is. Who signed it matters only
if it was us: the keys of other sites are not known here.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from engine.canonical import canonical, canonical_or_none, parse_strictly
from engine.checkpoint import Keys, parse_note
from engine.errors import Malformed, Refused, Word
from engine.protocol import Json
from engine.records import Faulty, Record, final_state, read_record
from engine.result import official_result
from engine.verify import report, verify
from engine.verify.verdict import ABSENT, OK, UNCHECKED
from games.keys.signing import known_keys

MOST_RECORD_BYTES: Final = 2_000_000
MOST_EVENTS: Final = 20_000
_AT: Final = Word("Event {at}: {told}")
_AT_EVENT: Final = re.compile(r"Event (\d{1,9})\b")


class FaultyRecord(Malformed):
    """A record that is refused, and where: the number of the event from 1, or 0 for the document as a whole."""

    def __init__(self, at: int, refusal: Refused) -> None:
        super().__init__(refusal.code, refusal.template, **refusal.facts)
        self.at = at

    def worded(self, translate: Callable[[str], str]) -> str:
        """The refusal in words, with the number of the event."""
        told = super().worded(translate)
        if self.at == 0 or _AT_EVENT.match(super().worded(str)):
            return told
        return translate(_AT).format(at=self.at, told=told)


class ReadRecord(NamedTuple):
    """A record in which nothing is wrong."""

    record: Record
    text: str
    """The whole document as canonical text."""
    checks: dict[str, str]
    result: Json


def read_document(document: str | bytes) -> ReadRecord:
    """The record in a document, refused with the number of the event in which something is wrong."""
    value = parse_document(document)
    try:
        record = read_record(value)
        check_length(record)
        final_state(record)
    except Faulty as fault:
        raise FaultyRecord(fault.at, fault.refusal) from None
    checks = _checks(record)
    return ReadRecord(record, _canonical(record), checks, _result(record))


def parse_document(document: str | bytes) -> Any:
    """The value of a JSON text in which no object names a key twice."""
    text = _decode(document)
    try:
        return parse_strictly(text)
    except Refused as refusal:
        raise FaultyRecord(0, refusal) from None


def _decode(document: str | bytes) -> str:
    raw = document.encode("utf-8", "surrogatepass") if isinstance(document, str) else document
    if len(raw) > MOST_RECORD_BYTES:
        raise FaultyRecord(
            0, Malformed("record/too-large", "A record has at most {most} bytes.", most=MOST_RECORD_BYTES)
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FaultyRecord(0, Malformed("json/not-utf8", "This is not UTF-8 text.")) from None


def check_length(record: Record) -> None:
    """Refuse a record with more events than any game has."""
    if len(record.events) > MOST_EVENTS:
        template = "A record has at most {most} events."
        raise Faulty(0, Malformed("record/too-long", template, most=MOST_EVENTS))


def _checks(record: Record) -> dict[str, str]:
    """What each check says, refused if one of them finds something wrong."""
    checks = verify(record.document, own_keys(record.document))
    for check, told in checks.items():
        if told not in (OK, ABSENT, UNCHECKED):
            where = _AT_EVENT.match(told)
            refusal = Malformed(f"record/wrong-{check}", told.replace("{", "{{").replace("}", "}}"))
            raise FaultyRecord(int(where[1]) if where else 0, refusal)
    return checks


def own_keys(document: Any) -> Keys | None:
    """Our key with which the record says to be signed, None if it does not."""
    with suppress(Refused, AttributeError):
        key_id = parse_note(document.get("checkpoint").get("note")).key_id
        known = known_keys()
        return {key_id: known[key_id]} if key_id in known else None
    return None


def _result(record: Record) -> Json:
    try:
        return official_result(record)
    except Refused as refusal:
        raise FaultyRecord(int(str(refusal.facts.get("at", 0))), refusal) from None


def _canonical(record: Record) -> str:
    """The document as canonical text, which cannot hold everything that JSON can."""
    try:
        return canonical(record.document)
    except Refused as refusal:
        texts = (canonical_or_none(fields) for fields in record.events)
        at = next((at for at, text in enumerate(texts, start=1) if text is None), 0)
        raise FaultyRecord(at, refusal) from None


def verify_document(document: str | bytes) -> Json:
    """What each check says of a record, and whether nothing is wrong; refused if it is no record at all."""
    value = parse_document(document)
    try:
        check_length(read_record(value))
        canonical(value)
        return report(verify(value, own_keys(value)))
    except Faulty as fault:
        raise FaultyRecord(fault.at, fault.refusal) from None
    except Refused as refusal:
        raise FaultyRecord(0, refusal) from None
