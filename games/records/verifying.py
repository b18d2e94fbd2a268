"""Saying of somebody's record what is right and wrong with it, without keeping anything of it."""

from engine.canonical import canonical
from engine.errors import Refused
from engine.protocol import Json
from engine.records import Faulty, read_record
from engine.verify import report, verify
from games.records.reading import FaultyRecord, check_length, own_keys, parse_document


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
