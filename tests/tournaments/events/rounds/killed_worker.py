"""Workers that are killed outright: a real process takes steps and kills itself at a point that the test names."""

import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import connections

from tournaments.events.log.event_store import store
from tournaments.events.rounds import runner
from tournaments.events.state_machine import Step

POINTS = ("inside", "before the commit", "after the commit")


def die(*arguments: object) -> None:
    """What no process survives, and after which it does nothing more."""
    os.kill(os.getpid(), signal.SIGKILL)


def then(work: Callable[..., Any], last: Callable[..., object]) -> Callable[..., Any]:
    """Something, and something else after it."""

    def both(*arguments: Any) -> None:
        work(*arguments)
        last()

    return both


def kill_at(step: Step, point: str) -> None:
    """Let this process die when it comes to a point of a step."""
    take = runner.STEPS[step]
    if point == "inside":
        put("STEPS", {**runner.STEPS, step: then(take, die)})
    elif point == "before the commit":
        put("STEPS", {**runner.STEPS, step: then(take, lambda: put("store", then(store, die)))})


def put(name: str, value: object) -> None:
    """Let the taking of steps find something else under a name."""
    setattr(runner, name, value)


def is_killed(work: Callable[[], object]) -> bool:
    """Whether another process is killed while it does something."""
    # It must not use the connections of this one.
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(os.EX_SOFTWARE)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
