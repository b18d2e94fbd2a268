"""The contenders on one database: commands, and the bare view, asked by the same clients."""

import json
from collections.abc import Sequence
from typing import Any, Final

from django.db import connections

from benchmarks.appending.plans import Step, plan, players
from benchmarks.servers import serving
from benchmarks.serving import BARE, COMMANDS
from benchmarks.serving.bare import make_table
from benchmarks.serving.clients import Request, request, send_all
from benchmarks.timing import Contender, interleave, summarize_waits
from games.accounts.models import Account
from games.accounts.tokens import PLAY, READ, make_token

CLIENTS: Final = (1, 8, 32)


def measure(rounds: int, commands: int) -> dict[int, dict[str, list[Any]]]:
    """For each number of clients, what a command and what a bare insert costs as a `Timing`, and how long they took."""
    make_table()
    who = players()
    tokens = {f"account {one.pk}": make_token(one, "bench", [READ, PLAY], None)[1] for one in who}
    with serving(BRIKKS_THROTTLES="off", DJANGO_SETTINGS_MODULE="benchmarks.serving.settings") as port:
        return {clients: _measure(port, clients, rounds, commands, who, tokens) for clients in CLIENTS}


def _measure(
    port: int, clients: int, rounds: int, commands: int, who: list[Account], tokens: dict[str, str]
) -> dict[str, list[Any]]:
    each, waits = max(1, commands // clients), {way: list[float]() for way in (COMMANDS, BARE)}
    ways = {way: _contender(port, way, clients, each, who, tokens, waits[way]) for way in waits}
    times = interleave(ways, rounds)
    return {way: [*timing.per(each * clients), summarize_waits(waits[way])] for way, timing in times.items()}


def _contender(
    port: int, way: str, clients: int, each: int, who: list[Account], tokens: dict[str, str], waits: list[float]
) -> Contender:
    """Sends new games every time; making them is not measured."""

    def run() -> list[float]:
        portions = [_requests(port, way, _portion(each, who), tokens) for _ in range(clients)]
        connections.close_all()
        answered = send_all(port, portions)
        waits.extend(answered.waits)
        return [answered.seconds]

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
            json.dumps({"command_id": step.id, "action": step.action, "answers": step.answers}),
        )
        for step in steps
    ]
