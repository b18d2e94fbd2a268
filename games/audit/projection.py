"""The rows from which lists and profiles are made, against what the log gives."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import as_json
from engine.result import result_of
from games.audit.findings import InGame
from games.audit.replay import Replay
from games.audit.stored import Stored
from games.projections.deriving import Disputed, Player, Result, derived, has_result


def check_projections(found: InGame, stored: Stored, replay: Replay) -> None:
    """Hold card, results, players and disputes against the log."""
    fold = replay.fold
    assert fold is not None
    result = None
    if has_result(fold):
        result = result_of(fold.rules.outcome(fold.state), replay.forfeited, replay.decisions)
    expected = derived(fold, result, replay.platform, stored.accounts)
    if stored.card is None:
        found.add("card/missing", "The game is missing in the list of games.")
    elif stored.card != expected.card:
        _name_fields(found, "card", "The list of games", stored.card, expected.card)
    if stored.results != expected.results:
        _name_seats(found, "result", "The result", stored.results, expected.results)
    if stored.players != expected.players:
        _name_seats(found, "player", "The player", stored.players, expected.players)
    if stored.disputes != expected.disputes:
        _name_disputes(found, stored.disputes, expected.disputes)


def _name_seats(
    found: InGame, what: str, subject: str, stored: Sequence[Result | Player], derived: Sequence[Result | Player]
) -> None:
    """Say which seats differ, and in what."""
    given, wanted = ({row.seat: row for row in rows} for rows in (stored, derived))
    for seat in sorted({*given, *wanted}, key=str):
        if seat not in given:
            found.add(f"{what}/missing", f"{subject} of seat {seat} is missing.")
        elif seat not in wanted:
            found.add(f"{what}/extra", f"{subject} of seat {seat} should not be there.")
        else:
            _name_fields(found, what, f"{subject} of seat {seat}", given[seat], wanted[seat])


def _name_disputes(found: InGame, stored: Sequence[Disputed], derived: Sequence[Disputed]) -> None:
    """Say which disputes differ, and in what."""
    given, wanted = ({row.seq: row for row in rows} for rows in (stored, derived))
    for seq in sorted({*given, *wanted}, key=str):
        if seq not in given:
            found.add("dispute/missing", f"The dispute of event {seq} is missing in the queue.", seq)
        elif seq not in wanted:
            found.add("dispute/extra", f"The dispute of event {seq} should not be there.")
        else:
            _name_fields(found, "dispute", f"The dispute of event {seq}", given[seq], wanted[seq])


def _name_fields(found: InGame, what: str, subject: str, stored: NamedTuple, derived: NamedTuple) -> None:
    for name, given, wanted in zip(stored._fields, stored, derived, strict=True):
        if given != wanted:
            sentence = f"{subject} says {as_json(given)} for “{name}”, the log {as_json(wanted)}."
            found.add(f"{what}/{name}", sentence)
