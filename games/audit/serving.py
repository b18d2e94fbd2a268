"""What the server did for a seat: only what the seat had no choice in, or what its time that has run out gives."""

from datetime import timedelta
from typing import Any

from engine.errors import Refused
from games.audit.chain import Log
from games.audit.findings import InGame
from games.clocks.clock import read_time, write_time
from games.log.fold import Fold


def check_server(found: InGame, fold: Fold, state: Any, log: Log, place: int, throws: list[int]) -> None:
    """Hold an event of the server's that is no throw of the dice against the state before it.

    The fold is one from before it, after which the dice were thrown at some places.
    """
    event, seat, seq = log.events[place], log.seats[place], log.seqs[place]
    if event == fold.rules.forced(state):
        return
    if not _is_timed_out(fold, state, seat, event):
        sentence = f"“{log.kinds[place]}” was not forced on seat {seat} and is not what running out of time gives."
        found.add("rules/actor", sentence, seq)
        return
    # An outage moves a deadline, but only to a later time; so does another question after the same throw.
    due_at = read_time(log.ats[_asked(fold, place, throws)]) + timedelta(seconds=fold.created["clock"]["seconds"])
    # After the machine's clock was set back, the log's time stands still until it has caught up.
    stands_still = log.ats[place] == log.ats[place - 1]
    if read_time(log.ats[place]) < due_at and not stands_still:
        found.add("rules/clock", f"The time of seat {seat} was not over before {write_time(due_at)}.", seq)


def _is_timed_out(fold: Fold, state: Any, seat: int, event: Any) -> bool:
    """Whether this happens to a person on this seat whose time runs out."""
    clock = fold.created.get("clock")
    if not clock or not 0 <= seat < len(fold.seated) or fold.bot(seat) is not None:
        return False
    try:
        return bool(event == fold.rules.timed_out(state, seat, clock["timeout"]))
    except Refused:
        return False


def _asked(fold: Fold, place: int, throws: list[int]) -> int:
    """Where in the log stands what the seat should have answered."""
    if fold.rules.dice is None:
        # What is said about a game between its moves asks for nothing.
        return place - 1 if place > fold.seq else fold.asked - 1
    return max([fold.asked - 1, *(throw for throw in throws if throw < place)])
