"""The queue before a SQLite database: one writer at a time; the threads of a process in the order in which they came.

SQLite lets one writer in and has the others sleep and try again, in no order and longer each time: with many writers
most of the time nobody writes. Here the threads of a process take turns in order, and the first of them waits for other
processes on a file beside the database, where the kernel wakes the next as soon as one has done. Before that file is a
door, a second one, behind which one process at a time waits: who has just written and wants to again, which would be
quicker than to wake somebody, waits before the door. The kernel gives both up for a process that is killed.

The queue is a courtesy and no safeguard: SQLite's own lock keeps writers apart, also those who know of no queue. So
whoever finds no file, or a file system without locks, goes on without. The database itself is never opened here: to
close it again would drop the locks that SQLite holds on it.
"""

import fcntl
import logging
import os
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

from brikks_site.threads import Threads

log = logging.getLogger(__name__)

SUFFIX: Final = "-queue"
"""What is added to the name of the database for the file on which processes wait."""
DOOR: Final = "-door"
"""What is added to that for the file behind which the next process waits."""
AT_A_STRETCH: Final = 0.02
"""Seconds after which the threads of a process do not hand a turn on among themselves any more."""


class WriteQueue:
    """The queue of one database, as one process sees it."""

    def __init__(self, database: str) -> None:
        self._path = Path(database + SUFFIX)
        self._process = os.getpid()
        self._mutex = threading.Lock()
        self._is_taken = False
        """Whether a thread of this process has its turn, or is the one that waits for other processes."""
        self._threads: deque[threading.Lock] = deque()
        """The other threads in their order, each behind a lock that its predecessor opens."""
        self._door: int | None = None
        self._file: int | None = None
        self._has_file = False
        """Whether this process has the file, perhaps for its next thread."""
        self._until = 0.0
        """Until when threads of this process may hand the file to each other."""
        # No limit can be set on a wait for the kernel, so that another thread waits for whoever has the turn.
        self._sentry = Threads(1, "write-queue")
        self._is_sentry_waiting = False
        self._sent: threading.Lock | None = None
        """Opened by the sentry when it has the file; nobody's if whoever sent it has given up."""
        self._has_complained = False

    def enter(self, seconds: float) -> bool:
        """Wait for a turn, at most so long; whether it has come. Who has had it must leave."""
        deadline = time.monotonic() + seconds
        if not self._wait_for_threads(deadline):
            return False
        has_turn = False
        try:
            has_turn = self._wait_for_processes(deadline)
        finally:
            # Whoever is interrupted, as by Ctrl-C, must not stay in the others' way either.
            if not has_turn:
                self._call_next_thread()
        return has_turn

    def leave(self) -> None:
        """Let the next one write. What a child process has inherited is its parent's to give up."""
        if self._process != os.getpid():
            return
        with self._mutex:
            if not self._threads or time.monotonic() > self._until:
                self._give_up_file()
        self._call_next_thread()

    def _wait_for_threads(self, deadline: float) -> bool:
        with self._mutex:
            if not self._is_taken:
                self._is_taken = True
                return True
            gate = _closed_gate()
            self._threads.append(gate)
        try:
            if gate.acquire(timeout=max(0.0, deadline - time.monotonic())):
                return True
        except BaseException:
            if not self._stand_back(gate):
                self._call_next_thread()
            raise
        return not self._stand_back(gate)

    def _stand_back(self, gate: threading.Lock) -> bool:
        """Leave the queue of threads; not if the gate was opened in the last moment."""
        with self._mutex:
            if gate not in self._threads:
                return False
            self._threads.remove(gate)
            return True

    def _call_next_thread(self) -> None:
        with self._mutex:
            if self._threads:
                self._threads.popleft().release()
            else:
                # Also what was kept for a thread that has been interrupted since.
                self._give_up_file()
                self._is_taken = False

    def _wait_for_processes(self, deadline: float) -> bool:
        try:
            with self._mutex:
                if self._has_file or (not self._is_sentry_waiting and self._take_at_once()):
                    return True
                gate = self._send_sentry()
        except OSError as error:
            self._go_without(error)
            return True
        try:
            if gate.acquire(timeout=max(0.0, deadline - time.monotonic())):
                return True
        except BaseException:
            if not self._give_up_sentry(gate):
                self._give_up_file()
            raise
        return not self._give_up_sentry(gate)

    def _give_up_sentry(self, gate: threading.Lock) -> bool:
        """Want nothing more of the sentry; not if it has opened the gate in the last moment."""
        with self._mutex:
            if self._sent is not gate:
                return False
            self._sent = None
            return True

    def _take_at_once(self) -> bool:
        self._open_files()
        assert self._door is not None
        assert self._file is not None
        try:
            fcntl.flock(self._door, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            fcntl.flock(self._door, fcntl.LOCK_UN)
        self._have_file()
        return True

    def _open_files(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        if self._door is None:
            self._door = os.open(f"{self._path}{DOOR}", flags, 0o600)
        if self._file is None:
            self._file = os.open(self._path, flags, 0o600)

    def _have_file(self) -> None:
        self._has_file, self._until = True, time.monotonic() + AT_A_STRETCH

    def _send_sentry(self) -> threading.Lock:
        """Have the file waited for, by a sentry that may still be waiting for somebody who has given up."""
        self._sent = gate = _closed_gate()
        if not self._is_sentry_waiting:
            self._sentry.submit(self._watch)  # which fails where no thread can be begun
            self._is_sentry_waiting = True
        return gate

    def _watch(self) -> None:
        """Wait for the file, in the sentry's own thread, and hand it over; nobody else waits for it meanwhile."""
        assert self._door is not None
        assert self._file is not None
        has_file = False
        try:
            fcntl.flock(self._door, fcntl.LOCK_EX)
            fcntl.flock(self._file, fcntl.LOCK_EX)
            has_file = True
        except OSError as error:
            self._go_without(error)
        with self._mutex:
            self._is_sentry_waiting = False
            if has_file:
                self._have_file()
            gate, self._sent = self._sent, None
            if gate is not None:
                gate.release()
            else:
                self._give_up_file()
            # Only now: the next process would otherwise be woken before the one whose turn it is.
            with suppress(OSError):  # there may be no locks here
                fcntl.flock(self._door, fcntl.LOCK_UN)

    def _give_up_file(self) -> None:
        self._has_file = False
        if self._file is not None:
            with suppress(OSError):  # there may be no locks here
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _go_without(self, error: OSError) -> None:
        """Say once that processes do not queue here; SQLite keeps them apart in its own way."""
        if not self._has_complained:
            self._has_complained = True
            log.warning("Writers of several processes do not queue: %s: %s", error.strerror, self._path)

    def close_in_child(self) -> None:
        """Give up a file that is the parent's: as long as a child has it open, the kernel keeps the parent's lock."""
        for file in (self._door, self._file):
            if file is not None:
                os.close(file)


def _closed_gate() -> threading.Lock:
    gate = threading.Lock()
    gate.acquire()
    return gate


_queues: dict[str, WriteQueue] = {}
_finding = threading.Lock()


def queue_of(database: str) -> WriteQueue:
    """The one queue that this process has for a database."""
    if queue := _queues.get(database):
        return queue
    with _finding:
        return _queues.setdefault(database, WriteQueue(database))


def _begin_anew_in_child() -> None:
    """A child has none of its parent's threads, and must not stand in its parent's place."""
    global _finding
    _finding = threading.Lock()
    for queue in _queues.values():
        queue.close_in_child()
    _queues.clear()


os.register_at_fork(after_in_child=_begin_anew_in_child)
