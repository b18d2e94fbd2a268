"""Threads that take turns, the one that has just rested first.

Python's own pool hands work round to all of its threads alike. Each of ours has a connection to the database, and a
connection that was used a moment ago has everything at hand, while one that has waited finds its pages changed by the
others. So a quiet site uses one thread, and a busy one as many as it needs.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

Result = TypeVar("Result")
Work = Callable[[], None]


class Threads(Executor):
    """At most so many threads, begun when they are needed; they end with the process."""

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self._lock = Lock()
        self._idle: list[SimpleQueue[Work]] = []
        """The letter boxes of the threads that rest, the last to do so at the end."""
        self._waiting: deque[Work] = deque()
        self._begun = 0

    def submit(self, work: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:
        """Have something done, at once or as soon as a thread is free."""
        future: Future[Result] = Future()
        self._hand_over(lambda: _fulfil(future, work, arguments, named))
        return future

    def _hand_over(self, work: Work) -> None:
        with self._lock:
            if self._idle:
                self._idle.pop().put(work)
            elif self._begun < self._most:
                name = f"{self._name}-{self._begun + 1}"
                Thread(target=self._live, args=(work,), name=name, daemon=True).start()
                self._begun += 1  # not before: one that cannot be begun must not be waited for
            else:
                self._waiting.append(work)

    def _live(self, work: Work) -> None:
        box: SimpleQueue[Work] = SimpleQueue()
        while True:
            work()
            with self._lock:
                following = self._waiting.popleft() if self._waiting else None
                if following is None:
                    self._idle.append(box)
            work = following or box.get()


def _fulfil(future: Future[Result], work: Callable[..., Result], arguments: Any, named: Any) -> None:
    """Do it, and keep what comes of it."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work(*arguments, **named))
    except BaseException as error:
        future.set_exception(error)
