"""Makes moves while everybody listens, and compares when each was committed with when it came to each listener."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from time import perf_counter
from typing import Final, NamedTuple

from django.db import transaction

from benchmarks.appending.plans import Step, plan, players
from benchmarks.databases import ROOT
from benchmarks.servers import serving
from benchmarks.streaming import LISTENERS, TABLES
from games.accounts.models import Account
from games.accounts.tokens import READ, make_token
from games.log.unit_of_work import read_head
from games.play.moves import make_move

PAUSE: Final = (0.04, 0.09)
"""Seconds between a move and a push, at random, so that nothing falls into step with the watcher."""
SETTLING: Final = 1.0
Times = dict[str, float]


class Sent(NamedTuple):
    """Something that was sent: to which connections, under which id, and when."""

    to: Sequence[int]
    id: int
    at: float


def measure(moves: int) -> dict[str, dict[str, Times]]:
    """For each way to spread the listeners over games, how long a move and a push took."""
    tokens = [_token(number) for number in range(LISTENERS)]
    with serving() as port:
        return {name: _measure(port, tables, moves, tokens) for name, tables in TABLES.items()}


def _measure(port: int, tables: int, moves: int, tokens: list[str]) -> dict[str, Times]:
    who = players()
    games = [plan(who) for _ in range(tables)]
    watched = list(islice(cycle(range(tables)), LISTENERS))
    with _running("benchmarks.streaming.bare") as bare:
        bare_port = int(_line_from(bare))
        requests = [_request(games[at][0].game, token) for at, token in zip(watched, tokens, strict=True)]
        with _running("benchmarks.streaming.listeners") as listeners:
            _say(listeners, json.dumps([[port, requests], [bare_port, ["GET / HTTP/1.1\r\n\r\n"] * LISTENERS]]))
            assert _line_from(listeners) == "ready"
            moved, pushed = _send(games, watched, bare, moves)
            time.sleep(SETTLING)
            _say(listeners, "end")
            heard = json.loads(_line_from(listeners))
    return {"ours": _figures(moved, heard[0]), "bare": _figures(pushed, heard[1])}


def _send(
    games: list[list[Step]], watched: list[int], bare: "subprocess.Popen[str]", moves: int
) -> tuple[list[Sent], list[Sent]]:
    """Make moves and have as much pushed by the reference, in turn."""
    moved: list[Sent] = []
    pushed: list[Sent] = []
    for number in range(1, moves + 1):
        table = number % len(games)
        listening = [at for at, game in enumerate(watched) if game == table]
        step = games[table].pop(0)
        if not games[table]:
            break
        moved.append(Sent(listening, *_commit(step)))
        time.sleep(random.uniform(*PAUSE))  # noqa: S311
        pushed.append(Sent(listening, number, perf_counter()))
        _say(bare, f"{number} {json.dumps(step.action)}")
        time.sleep(random.uniform(*PAUSE))  # noqa: S311
    return moved, pushed


def _commit(step: Step) -> tuple[int, float]:
    """Make a move; the number of its event, and the moment right after the commit."""
    moments: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: moments.append(perf_counter()))
        receipt = make_move(step.game, step.by, step.id, step.action, step.answers)
    return receipt.seq, moments[0]


def _figures(sent: list[Sent], heard: list[dict[str, float]]) -> Times:
    """The median and the 99th percentile of the times to all listeners; a message that never came is a failure."""
    times = sorted(heard[at][str(one.id)] - one.at for one in sent for at in one.to)
    return {"median": times[len(times) // 2], "p99": times[int(len(times) * 0.99)]}


def _token(number: int) -> str:
    name = f"listener-{number}"
    account, _ = Account.objects.get_or_create(username=name, defaults={"display_name": name})
    return make_token(account, "bench", [READ], None)[1]


def _request(game: str, token: str) -> str:
    head = f"GET /api/v1/games/{game}/stream?after={read_head(game).seq - 1} HTTP/1.1\r\nHost: localhost\r\n"
    return f"{head}Accept: text/event-stream\r\nAuthorization: Bearer {token}\r\n\r\n"


@contextmanager
def _running(module: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that talks over its input and output."""
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", module], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _say(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin
    process.stdin.write(line + "\n")
    process.stdin.flush()


def _line_from(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    line = process.stdout.readline().strip()
    if not line:
        raise RuntimeError("A process of the benchmark has ended.")
    return line
