"""The queue before a SQLite database: threads and processes in order, nobody for ever, the killed forgotten."""

import fcntl
import multiprocessing
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from brikks_site.sqlite.write_queue import DOOR, SUFFIX, WriteQueue, queue_of
from tests.scripts.processes import PATIENCE_SECONDS
from tests.sites import ROOT

pytestmark = pytest.mark.slow

HOLD = """
import sys
from brikks_site.sqlite.write_queue import WriteQueue
queue = WriteQueue(sys.argv[1])
assert queue.enter(60)
print("in", flush=True)
sys.stdin.read(1)
queue.leave()
sys.stdin.read()
"""
TAKE = """
import sys
from brikks_site.sqlite.write_queue import WriteQueue
queue = WriteQueue(sys.argv[1])
assert queue.enter(60)
print("in", flush=True)
queue.leave()
"""
SHARE = """
import sys, time
from brikks_site.sqlite.write_queue import WriteQueue
queue = WriteQueue(sys.argv[1])
print("ready", flush=True)
# By one clock for all of them, and counted only when the last of them has long begun.
since, until = map(float, sys.stdin.readline().split())
turns = 0
while (moment := time.monotonic()) < until:
    assert queue.enter(60)
    time.sleep(0.002)
    queue.leave()
    turns += moment >= since
print(turns, flush=True)
"""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "any.sqlite3")


def program(text: str, database: str) -> subprocess.Popen[str]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", text, database], cwd=ROOT, text=True, **pipes)  # type: ignore[call-overload, no-any-return]


@contextmanager
def another_process(database: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has its turn, until it is sent something."""
    with program(HOLD, database) as process:
        assert process.stdout
        assert process.stdout.readline() == "in\n"
        try:
            yield process
        finally:
            process.kill()


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_threads_have_their_turns_in_the_order_in_which_they_came(database: str) -> None:
    queue, seen = WriteQueue(database), list[int]()

    def take(number: int) -> None:
        assert queue.enter(PATIENCE_SECONDS)
        seen.append(number)
        queue.leave()

    assert queue.enter(1)
    threads = [threading.Thread(target=take, args=[number]) for number in range(8)]
    for number, thread in enumerate(threads, start=1):
        thread.start()
        wait_until(lambda number=number: len(queue._threads) == number)  # type: ignore[misc]
    queue.leave()
    for thread in threads:
        thread.join()
    assert seen == list(range(8))


def test_a_thread_that_has_waited_too_long_goes_and_the_next_comes(database: str) -> None:
    queue, seen = WriteQueue(database), list[bool]()
    assert queue.enter(1)
    thread = threading.Thread(target=lambda: seen.append(queue.enter(0.05)))
    thread.start()
    thread.join()
    queue.leave()
    assert seen == [False]
    assert queue.enter(0.05)


def test_who_gives_up_on_another_process_keeps_nobody_waiting_later(database: str) -> None:
    queue = WriteQueue(database)
    with another_process(database) as other:
        assert not queue.enter(0.05)
        assert not queue.enter(0.05), "the one who watches for the first is still there"
        assert other.stdin
        other.stdin.write("x")
        other.stdin.flush()
        assert queue.enter(PATIENCE_SECONDS)
        queue.leave()
        # Nobody is left behind who holds what nobody asked for.
        with another_process(database):
            assert not queue.enter(0.05)
    assert queue.enter(PATIENCE_SECONDS)


def test_the_turn_of_a_killed_process_is_over_at_once(database: str) -> None:
    queue = WriteQueue(database)
    with another_process(database) as other:
        threading.Timer(0.2, other.send_signal, [signal.SIGKILL]).start()
        assert queue.enter(PATIENCE_SECONDS)


class Interrupted(Exception):
    """What a signal raises in whoever waits."""


@contextmanager
def interrupted_soon() -> Iterator[None]:
    """What is done in the block is interrupted, as by Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    old = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Interrupted):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_who_is_interrupted_behind_another_thread_leaves_the_queue(database: str) -> None:
    queue, done = WriteQueue(database), threading.Event()

    def hold() -> None:
        assert queue.enter(1)
        done.wait(PATIENCE_SECONDS)
        queue.leave()

    thread = threading.Thread(target=hold)
    thread.start()
    wait_until(lambda: queue._is_taken)
    with interrupted_soon():
        queue.enter(PATIENCE_SECONDS)
    done.set()
    thread.join()
    assert queue.enter(0.5)
    queue.leave()


def test_who_is_interrupted_behind_another_process_holds_up_neither_threads_nor_processes(database: str) -> None:
    queue = WriteQueue(database)
    with another_process(database), interrupted_soon():
        queue.enter(PATIENCE_SECONDS)
    wait_until(lambda: not queue._is_sentry_waiting)
    with another_process(database):
        assert not queue.enter(0.05)
    assert queue.enter(PATIENCE_SECONDS)
    queue.leave()


def test_a_thread_that_cannot_be_begun_holds_up_nobody_later(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    queue = WriteQueue(database)
    with another_process(database) as other:
        with monkeypatch.context() as patched:
            patched.setattr(threading.Thread, "start", refuse)
            with pytest.raises(RuntimeError):
                queue.enter(0.05)
        threading.Timer(0.2, other.send_signal, [signal.SIGKILL]).start()
        assert queue.enter(PATIENCE_SECONDS)


def test_a_forked_child_stands_in_its_own_place(database: str) -> None:
    queue, fork = queue_of(database), multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe()

    def child() -> None:
        queue.leave()  # what it has inherited is not its own
        theirs.send(queue_of(database).enter(0.1))
        theirs.recv()
        theirs.send(queue_of(database).enter(PATIENCE_SECONDS))

    assert queue.enter(1)
    process = fork.Process(target=child)
    process.start()
    assert ours.recv() is False, "its parent has its turn"
    queue.leave()
    assert queue.enter(PATIENCE_SECONDS), "a child that lives on holds nothing of its parent's"
    queue.leave()
    ours.send("go on")
    assert ours.recv() is True
    process.join()
    assert queue.enter(PATIENCE_SECONDS)
    queue.leave()


def test_where_there_can_be_no_file_one_goes_on_without_and_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    queue = WriteQueue(str(tmp_path / "nowhere" / "any.sqlite3"))
    for _ in range(2):
        assert queue.enter(0.1)
        assert not _enters_meanwhile(queue), "threads still take turns"
        queue.leave()
    assert caplog.text.count("Writers of several processes do not queue: No such file or directory") == 1


def _enters_meanwhile(queue: WriteQueue) -> bool:
    seen: list[bool] = []
    thread = threading.Thread(target=lambda: seen.append(queue.enter(0.05)))
    thread.start()
    thread.join()
    return seen[0]


def test_a_file_system_without_locks_is_gone_on_without(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(file: int, operation: int) -> None:
        raise OSError(95, os.strerror(95))

    monkeypatch.setattr("brikks_site.sqlite.write_queue.fcntl.flock", refuse)
    queue = WriteQueue(database)
    assert queue.enter(0.1)
    queue.leave()
    assert "do not queue: Operation not supported" in caplog.text


def test_processes_have_as_many_turns_as_each_other(database: str) -> None:
    processes = [program(SHARE, database) for _ in range(6)]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    now = time.monotonic()
    for process in processes:
        assert process.stdin
        process.stdin.write(f"{now + 1} {now + 3}\n")
        process.stdin.flush()
    turns = [int(process.communicate()[0]) for process in processes]
    assert min(turns) > sum(turns) / len(turns) / 2, turns
    assert Path(database + SUFFIX).stat().st_mode & 0o077 == 0
    assert Path(database + SUFFIX + DOOR).stat().st_mode & 0o077 == 0


def is_locked(file: Path) -> bool:
    with file.open("rb") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_who_has_just_written_does_not_pass_a_process_that_waits_however_slow_it_is(database: str) -> None:
    queue = WriteQueue(database)
    assert queue.enter(1)
    other = program(TAKE, database)
    wait_until(lambda: is_locked(Path(database + SUFFIX + DOOR)))
    other.send_signal(signal.SIGSTOP)
    queue.leave()
    assert not queue.enter(0.3)
    other.send_signal(signal.SIGCONT)
    assert queue.enter(PATIENCE_SECONDS)
    queue.leave()
    assert other.communicate()[0] == "in\n"


def test_threads_hand_on_the_turn_of_their_process_for_a_while_only(database: str, monkeypatch: Any) -> None:
    queue, seen = WriteQueue(database), list[bool]()

    def take() -> None:
        assert queue.enter(PATIENCE_SECONDS)
        assert other.stdout
        seen.append(bool(select.select([other.stdout], [], [], 0)[0]))
        queue.leave()

    for seconds, was_passed in ((60.0, True), (0.0, False)):
        monkeypatch.setattr("brikks_site.sqlite.write_queue.AT_A_STRETCH", seconds)
        assert queue.enter(1)
        other = program(TAKE, database)
        wait_until(lambda: is_locked(Path(database + SUFFIX + DOOR)))
        thread = threading.Thread(target=take)
        thread.start()
        wait_until(lambda: len(queue._threads) == 1)
        queue.leave()
        thread.join()
        assert (seen.pop(), other.communicate()[0]) == (not was_passed, "in\n")
