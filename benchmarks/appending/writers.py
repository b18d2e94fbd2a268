"""Writers as processes of their own, released at the same moment; what counts is the time until all are done."""

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from time import perf_counter

from django.db import connection, connections

from benchmarks.appending import FORGETFUL, RAW
from benchmarks.appending.plans import Step
from benchmarks.appending.raw import RawWriter
from games.log.folding import memory
from games.services import act


def write_all(portions: Sequence[Sequence[Step]], way: str) -> list[float]:
    """Let as many writers as there are portions store one each; the seconds from the signal until all are done."""
    connections.close_all()
    pipes = [_start(portion, way) for portion in portions]
    for pipe in pipes:
        assert pipe.recv() == "ready"
    began = perf_counter()
    for pipe in pipes:
        pipe.send("go")
    failures = [failure for pipe in pipes if (failure := pipe.recv())]
    seconds = perf_counter() - began
    if failures:
        raise RuntimeError(failures[0])
    return [seconds]


def _start(portion: Sequence[Step], way: str) -> Connection:
    ours, theirs = multiprocessing.get_context("fork").Pipe()
    multiprocessing.get_context("fork").Process(target=_write, args=(portion, way, theirs), daemon=True).start()
    return ours


def _write(portion: Sequence[Step], way: str, pipe: Connection) -> None:
    """What a writer does: connect, wait for the signal, store, say how it went."""
    store = _storing(way)
    pipe.send("ready")
    pipe.recv()
    try:
        for step in portion:
            store(step)
    except Exception as error:
        pipe.send(repr(error))
    else:
        pipe.send("")


def _storing(way: str) -> Callable[[Step], object]:
    if way == RAW:
        return RawWriter(connection).append
    connection.ensure_connection()
    return _forget_and_act if way == FORGETFUL else _act


def _act(step: Step) -> None:
    act(step.game, step.by, step.id, step.action, step.answers)


def _forget_and_act(step: Step) -> None:
    memory.clear()
    _act(step)
