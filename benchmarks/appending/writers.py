"""Writers as processes of their own, released at the same moment; what counts is the time until all are done.

How long each command took is told too: a writer that is left waiting shows in no rate.
"""

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Final, NamedTuple

from django.db import connection, connections

from benchmarks.appending import FORGETFUL, POLLING, RAW
from benchmarks.appending.plans import Step
from benchmarks.appending.raw import RawWriter
from games.log.state_cache import fold_memory
from games.play.moves import make_move

WARMING: Final = 2
"""Commands that each writer stores before the signal."""


class Written(NamedTuple):
    """The seconds from the signal until all writers are done, and those of each command."""

    seconds: float
    waits: list[float]


def write_all(portions: Sequence[Sequence[Step]], way: str) -> Written:
    """Let as many writers as there are portions store one each."""
    connections.close_all()
    pipes = [_start(portion, way) for portion in portions]
    for pipe in pipes:
        assert pipe.recv() == "ready"
    began = perf_counter()
    for pipe in pipes:
        pipe.send("go")
    told = [pipe.recv() for pipe in pipes]
    seconds = perf_counter() - began
    if failures := [failure for failure, _ in told if failure]:
        raise RuntimeError(failures[0])
    return Written(seconds, [wait for _, waits in told for wait in waits])


def _start(portion: Sequence[Step], way: str) -> Connection:
    ours, theirs = multiprocessing.get_context("fork").Pipe()
    multiprocessing.get_context("fork").Process(target=_write, args=(portion, way, theirs), daemon=True).start()
    return ours


def _write(portion: Sequence[Step], way: str, pipe: Connection) -> None:
    """What a writer does: connect, warm up, wait for the signal, store, say how it went and how long commands took."""
    store = _storing(way)
    waits: list[float] = []
    try:
        # Starting is not measured: a new process has its first command cost many times what the others do.
        for step in portion[:WARMING]:
            store(step)
        pipe.send("ready")
        pipe.recv()
        for step in portion[WARMING:]:
            began = perf_counter()
            store(step)
            waits.append(perf_counter() - began)
    except Exception as error:
        pipe.send((repr(error), waits))
    else:
        pipe.send(("", waits))


def _storing(way: str) -> Callable[[Step], object]:
    if way == RAW:
        return RawWriter(connection).append
    if way == POLLING:
        connection.is_queueing = False  # type: ignore[attr-defined]  # our own backend for SQLite
    connection.ensure_connection()
    return _forget_and_act if way == FORGETFUL else _act


def _act(step: Step) -> None:
    make_move(step.game, step.by, step.id, step.action, step.answers)


def _forget_and_act(step: Step) -> None:
    fold_memory.clear()
    _act(step)
