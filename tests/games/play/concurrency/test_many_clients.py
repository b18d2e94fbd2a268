"""Sixteen clients at twenty games: every command that was possible succeeds, nothing is lost, nothing stands twice."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection, connections

from engine.log import chain_hashes
from games.log.models import Event, Game
from games.log.state_cache import fold_at, fold_memory
from games.play.commands import Receipt
from tests.games.play.concurrency.clients import TOO_LATE, Device, Played, play_all, read_lines
from tests.games.sample_tables import PEOPLE, account, fold_of, table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[4]
COMMANDS, CLIENTS, GAMES = 2000, 16, 20
PROCESSES, IN_EACH_PROCESS = 4, size(25, 500)


def devices() -> list[Device]:
    """Four devices for each of the four people who play all games."""
    players = [account(name).pk for name in PEOPLE]
    return [Device(f"d{number}", players[number % len(players)]) for number in range(CLIENTS)]


def check(played: list[Played], games: list[str]) -> None:
    """Hold what was acknowledged against the logs."""
    fold_memory.clear()
    refusals = sum((each.refusals for each in played), Counter[str]())
    assert set(refusals) <= TOO_LATE | {"site/busy"}, refusals
    receipts = {name: receipt for each in played for name, receipt in each.receipts.items()}
    assert len(receipts) == sum(len(each.receipts) for each in played)
    before = set(Event.objects.filter(kind__contains="/").values_list("command_id", flat=True))
    events = Event.objects.exclude(command_id=None).exclude(command_id__in=before - {None})
    stored = {event.command_id: Receipt(event.game_id, event.seq, event.hash) for event in events}
    assert stored == receipts
    assert len(events) == len(receipts)
    for game in games:
        check_log(game)


def check_log(game: str) -> None:
    """The chain of a game holds, and its row and its caches say what it says."""
    events = list(Event.objects.filter(game=game).order_by("seq"))
    hashes = list(chain_hashes([event.body for event in events]))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [event.hash for event in events] == hashes
    head = Game.objects.get(pk=game)
    assert (head.seq, head.head_hash) == (len(events), hashes[-1])
    assert fold_of(game) == fold_at(game, head.seq)


def test_two_thousand_commands_of_sixteen_clients() -> None:
    games = [table(seats=4) for _ in range(GAMES)]
    played = play_all(devices(), COMMANDS)
    assert sum(len(each.receipts) for each in played) >= COMMANDS
    check(played, games)


def test_clients_in_processes_of_their_own() -> None:
    games = [table(seats=4) for _ in range(GAMES)]
    ready = devices()
    connections.close_all()
    database = str(connection.settings_dict["NAME"])
    programs = [start_program(database, ready[at : at + 4]) for at in range(0, CLIENTS, 4)]
    printed = [program.communicate(timeout=120)[0] for program in programs]
    assert [program.returncode for program in programs] == [0] * PROCESSES
    played = [each for text in printed for each in read_lines(text)]
    assert len(played) == CLIENTS
    assert sum(len(each.receipts) for each in played) >= PROCESSES * IN_EACH_PROCESS
    check(played, games)


def start_program(database: str, devices: list[Device]) -> "subprocess.Popen[str]":
    named = [f"{device.name}:{device.account}" for device in devices]
    command = [sys.executable, "-m", "tests.games.play.concurrency.clients", database, str(IN_EACH_PROCESS), *named]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
