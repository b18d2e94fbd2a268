"""The threads that answer requests: the same one again on a quiet site, never more than there may be."""

import threading
import time
from threading import Barrier, Event

import pytest

from brikks_site.threads import Threads

PATIENCE = 30


def name() -> str:
    return threading.current_thread().name


def test_a_quiet_site_uses_one_thread() -> None:
    threads = Threads(8, "quiet")
    seen = set()
    for _ in range(50):
        seen.add(threads.submit(name).result(PATIENCE))
        # A thread rests only after it has handed its result over.
        deadline = time.monotonic() + PATIENCE
        while not threads._idle and time.monotonic() < deadline:
            time.sleep(0.001)
    assert seen == {"quiet-1"}


def test_a_busy_one_uses_as_many_as_there_may_be() -> None:
    threads = Threads(4, "busy")
    meeting = Barrier(4)
    futures = [threads.submit(meeting.wait, PATIENCE) for _ in range(4)]
    assert sorted(future.result(PATIENCE) for future in futures) == [0, 1, 2, 3]


def test_who_comes_when_all_are_busy_waits_in_line() -> None:
    threads = Threads(1, "line")
    is_free = Event()
    order: list[int] = []
    first = threads.submit(is_free.wait, PATIENCE)
    others = [threads.submit(order.append, number) for number in range(10)]
    assert not any(future.done() for future in others)
    is_free.set()
    assert first.result(PATIENCE)
    for future in others:
        future.result(PATIENCE)
    assert order == list(range(10))


def test_what_fails_is_told_and_the_thread_goes_on() -> None:
    threads = Threads(1, "failing")
    with pytest.raises(ZeroDivisionError):
        threads.submit(lambda: 1 // 0).result(PATIENCE)
    assert threads.submit(name).result(PATIENCE) == "failing-1"


def test_what_was_called_off_is_not_done() -> None:
    threads = Threads(1, "calling-off")
    is_free = Event()
    done: list[int] = []
    threads.submit(is_free.wait, PATIENCE)
    late = threads.submit(done.append, 1)
    assert late.cancel()
    is_free.set()
    threads.submit(done.append, 2).result(PATIENCE)
    assert done == [2]
