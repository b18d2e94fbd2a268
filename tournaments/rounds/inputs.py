"""What a pairing was made from, as one short value: whoever pairs a round again can tell that it was the same."""

from hashlib import sha256

from engine.canonical import canonical
from engine.protocol import Json
from tournaments.values import History, PlayedRound


def digest_of(history: History) -> str:
    """The hash of everything that pairing gets."""
    return sha256(canonical(as_json(history)).encode()).hexdigest()


def as_json(history: History) -> Json:
    """A history in one order, however it was told."""
    return {
        "seed": history.seed,
        "entries": sorted(list(entry) for entry in history.entries),
        "rounds": [_round(played) for played in sorted(history.rounds)],
        "forbidden": sorted(sorted(pair) for pair in history.forbidden),
    }


def _round(played: PlayedRound) -> Json:
    tables = sorted(played.tables, key=lambda table: table.number)
    return {
        "number": played.number,
        "tables": [[table.number, table.is_void, [list(seat) for seat in table.seats]] for table in tables],
        "byes": sorted(played.byes),
        "seated": [list(entrants) for entrants in played.seated],
    }
