"""The contenders on one database: commands, and the bare view, asked by the same clients."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from django.db import connections

from benchmarks.appending.plans import Step, plan, players
from benchmarks.serving import BARE, COMMANDS
from benchmarks.serving.bare import make_table
from benchmarks.serving.clients import Request, request, send_all
from benchmarks.timing import Contender, Timing, interleave
from games.accounts.tokens import PLAY, READ, make_token
from games.models import Account

CLIENTS: Final = (1, 8, 32)


def measure(rounds: int, commands: int) -> dict[int, dict[str, Timing]]:
    """For each number of clients, what a command and what a bare insert costs."""
    make_table()
    who = players()
    tokens = {f"account {one.pk}": make_token(one, "bench", [READ, PLAY], None)[1] for one in who}
    with _server() as port:
        return {clients: _measure(port, clients, rounds, commands, who, tokens) for clients in CLIENTS}


def _measure(
    port: int, clients: int, rounds: int, commands: int, who: list[Account], tokens: dict[str, str]
) -> dict[str, Timing]:
    each = max(1, commands // clients)
    ways = {way: _contender(port, way, clients, each, who, tokens) for way in (COMMANDS, BARE)}
    return {way: timing.per(each * clients) for way, timing in interleave(ways, rounds).items()}


def _contender(port: int, way: str, clients: int, each: int, who: list[Account], tokens: dict[str, str]) -> Contender:
    """Sends new games every time; making them is not measured."""

    def run() -> list[float]:
        portions = [_requests(port, way, _portion(each, who), tokens) for _ in range(clients)]
        connections.close_all()
        return [send_all(port, portions)]

    return run


def _portion(commands: int, who: list[Account]) -> list[Step]:
    steps: list[Step] = []
    while len(steps) < commands:
        steps += plan(who)
    return steps[:commands]


def _requests(port: int, way: str, steps: Sequence[Step], tokens: dict[str, str]) -> list[Request]:
    return [
        request(
            port,
            "/bare" if way == BARE else f"/api/v1/games/{step.game}/actions",
            tokens[step.by.identity],
            json.dumps({"command_id": step.id, "action": _said(step), "answers": step.answers}),
        )
        for step in steps
    ]


def _said(step: Step) -> dict[str, object]:
    """An action as a player sends it: what the dice show is the server's to say."""
    is_throw = step.action["kind"] == "reroll"
    return {name: value for name, value in step.action.items() if not is_throw or name in ("kind", "seat")}


@contextmanager
def _server() -> Iterator[int]:
    """A server process on a free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        # As ./run does: connections that come over --fd would otherwise hold back small answers.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.listen(128)
        port = listener.getsockname()[1]
        command = [sys.executable, "-m", "uvicorn", "brikks_site.asgi:application", "--fd", str(listener.fileno())]
        quiet = ["--log-level", "warning", "--no-access-log", "--lifespan", "off"]
        rates = {"BRIKKS_THROTTLES": "off", "DJANGO_SETTINGS_MODULE": "benchmarks.serving.settings"}
        process = subprocess.Popen(  # noqa: S603
            [*command, *quiet], env={**os.environ, **rates}, pass_fds=[listener.fileno()]
        )
        try:
            _wait_until_it_answers(port, process)
            yield port
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()


def _wait_until_it_answers(port: int, process: "subprocess.Popen[bytes]") -> None:
    ask = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError("The server has ended.")
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10) as client:
            client.sendall(ask)
            if b" 200 " in client.recv(4096):
                return
        time.sleep(0.1)
    raise RuntimeError("The server does not answer.")
