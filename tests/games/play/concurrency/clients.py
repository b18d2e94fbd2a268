"""Clients that play as fast as they can: each is one device of somebody, in a thread with its own connection.

A client knows only what it is shown. It reads where it is its turn, chooses, sends a command, and reads again when it
comes too late; a command that finds the site busy is sent again as it is, and so are some that were already answered.
This module is also a program, for devices in processes of their own: it prints what was acknowledged, line by line.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

import django
from django.db import connections

if __name__ == "__main__":
    django.setup()

from engine.errors import Refused
from engine.protocol import Json
from games.accounts.callers import Caller, Viewer
from games.play.commands import Receipt
from games.play.game_lists import turns_of
from games.play.moves import make_move
from games.play.visibility import see_position
from games.refusals import Busy
from tests.games.choices import choices

TOO_LATE = {
    "move/stale",
    "game/over",
    "seat/out",
    "turn/already-answered",
    "turn/other-seat",
    "turn/wrong-phase",
}
"""How a command is refused that was possible when its client last looked."""
LONGEST = 120.0
"""Seconds after which clients give up, so that a fault ends as a failure."""


class Device(NamedTuple):
    """Somebody's device, by a name that no other one has."""

    name: str
    account: int


class Played(NamedTuple):
    """What a device has got done."""

    receipts: dict[str, Receipt]
    """What was acknowledged, by command."""
    refusals: Counter[str]


def play_all(devices: Sequence[Device], goal: int) -> list[Played]:
    """Let all devices play at once, until together they have got so many commands acknowledged."""
    played = [Played({}, Counter()) for _ in devices]

    def is_enough() -> bool:
        return sum(len(each.receipts) for each in played) >= goal

    with ThreadPoolExecutor(len(devices)) as crowd:
        list(crowd.map(partial(_play, is_enough), devices, played))
    return played


def _play(is_enough: Callable[[], bool], device: Device, played: Played) -> None:
    """Act wherever it is one's turn."""
    random, end = Random(device.name), time.monotonic() + LONGEST
    try:
        while not is_enough() and time.monotonic() < end:
            turns = list(turns_of(device.account).values_list("game", "seat"))
            random.shuffle(turns)
            for game, seat in turns:
                _take_turn(device, game, seat, played, random)
            if not turns:
                time.sleep(0.005)
    finally:
        connections.close_all()


def _take_turn(device: Device, game: str, seat: int, played: Played, random: Random) -> None:
    position = see_position(game, Viewer(device.account))
    if seat not in position["awaited"]:
        return
    action = _choose(choices(position["options"], seat), random)
    name = f"{device.name}-{len(played.receipts)}-{sum(played.refusals.values())}"
    try:
        receipt = _send(device, name, game, action, position["asked"], played)
    except Refused as refusal:
        played.refusals[refusal.code] += 1
        return
    played.receipts[name] = receipt
    if random.random() < 0.1:
        assert _send(device, name, game, action, position["asked"], played) == receipt


def _send(device: Device, name: str, game: str, action: Json, asked: int, played: Played) -> Receipt:
    """Give a command until it is answered."""
    while True:
        try:
            return make_move(game, Caller(device.account), name, action, asked)
        except Busy as refusal:
            played.refusals[refusal.code] += 1


def _choose(actions: list[Json], random: Random) -> Json:
    """Something that keeps the game going for long: as low as possible."""
    lowest = min(action.get("y", 0 if action["kind"] in ("start", "keep", "reroll") else 99) for action in actions)
    return random.choice([action for action in actions if action.get("y", lowest) == lowest])


def lines(played: Iterable[Played]) -> Iterator[str]:
    """What was acknowledged and refused, as a program prints it."""
    for each in played:
        yield json.dumps({"receipts": each.receipts, "refusals": each.refusals})


def read_lines(text: str) -> list[Played]:
    """What a program has printed."""
    found = [json.loads(line) for line in text.splitlines()]
    return [
        Played({name: Receipt(*receipt) for name, receipt in each["receipts"].items()}, Counter(each["refusals"]))
        for each in found
    ]


def main(database: str, goal: str, *devices: str) -> None:
    """Play with devices called `name:account`, until together they have got so many commands acknowledged."""
    connections["default"].settings_dict["NAME"] = database
    ready = [Device(name, int(account)) for name, _, account in (device.partition(":") for device in devices)]
    for line in lines(play_all(ready, int(goal))):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
