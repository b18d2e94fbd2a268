"""The machine's clock set forward and back while people and bots play: no deadline is lost, none comes early, and it is
told. The clocks that nobody can set go on, as they do when a real clock is set."""

import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connections

from games.clock.models import Chore
from games.clock.site_time import now
from games.log.models import Checkpoint, Event, Game
from games.statuses import FINISHED
from tests.games.chaos.deadlines import are_over
from tests.games.chaos.players import Party
from tests.games.chaos.set_clock import SetClock, clock_to_set
from tests.games.chaos.site import Site, running, wait_until
from tests.games.clock.chains import is_unbroken
from tests.games.sample_tables import account, mixed_table
from tests.scripts.processes import PATIENCE_SECONDS
from tests.sizes import FULL, size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

STEPS = (-600, 3600, -86_400) * size(1, 2)
CLOCK = 6
"""The seconds that somebody has who lets them run out."""
LONG = 3 * 86_400
BEFORE = 1.0
"""The seconds that pass of it before the clock is set."""
TOLD = 5.0
"""The seconds within which it must be told."""
LATE = 10.0
"""How many seconds later than agreed a time may run out on a busy machine."""
EARLY = 0.2
"""How many seconds sooner: what two looks at the same clocks may differ by."""


def ask(site: Site, path: str) -> str:
    """What an insider reads there."""
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}/{path}", headers={"Host": "localhost"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            text: str = answer.read().decode()
    except urllib.error.HTTPError as refused:
        pytest.fail(f"{path}: {refused.code} {refused.read().decode()}")
    return text


def is_told(site: Site, seconds: int) -> bool:
    """Whether log, readiness and metrics tell that the clock was set by so much."""
    ready, metrics = json.loads(ask(site, "readyz")), ask(site, "metrics")
    in_metrics = [float(line.split()[1]) for line in metrics.splitlines() if line.startswith("brikks_clock_step")]
    in_log = f"was set by {seconds:+} s; deadlines are moved" in site.output()
    said = [*in_metrics, ready.get("clock_step", {}).get("seconds", 0.0)]
    return in_log and said == pytest.approx([seconds, seconds], abs=1)


def asked_in_vain(site: Site, seconds: int) -> float:
    """Ask until it is told; when somebody asked for the last time and was not told.

    Not when the answer came: on a busy machine whoever asks is slow, too.
    """
    deadline, in_vain, asked = time.monotonic() + PATIENCE_SECONDS, 0.0, time.monotonic()
    while not is_told(site, seconds):
        assert asked < deadline, "nobody was ever told"
        time.sleep(0.1)
        in_vain, asked = asked, time.monotonic()
    return in_vain


def seconds_left(game: str) -> float:
    due = Game.objects.values_list("due_at", flat=True).get(pk=game)
    assert due is not None
    return (due - now()).total_seconds()


def has_bot_acted(game: str) -> bool:
    return Event.objects.filter(game=game, actor__startswith="bot").exclude(kind="game/joined").exists()


def begin_game(party: Party) -> str:
    """A game that people and bots play, the people as quickly as they can."""
    game = mixed_table(2, "random", "greedy", seconds=60)
    party.sit_down(game, 2)
    return game


def has_new_checkpoint(before: int) -> bool:
    return Checkpoint.objects.count() > before


def call_for_checkpoint() -> int:
    """Have the next checkpoint due now instead of within a minute; how many there are."""
    chore = Chore.objects.get(name="checkpoint")
    assert -LATE < (chore.due_at - now()).total_seconds() <= 61
    Chore.objects.update(due_at=now())
    return Checkpoint.objects.count()


@contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    """These programs stand still for longer than a sweep may be late."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
        time.sleep(size(0, 7))
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def end_of(game: str) -> float:
    """When a game was seen to be over; in a thread of its own, so that nothing else delays the look."""
    try:
        wait_until(lambda: are_over([game]), "the time has run out", 2 * PATIENCE_SECONDS)
        return time.monotonic()
    finally:
        connections.close_all()


def let_play(party: Party) -> None:
    """Have people make a move; they are in the middle of a game then."""
    moves = len(party.acknowledged)
    wait_until(lambda: len(party.acknowledged) > moves, "people go on")


def set_and_look(site: Site, clock: SetClock, party: Party, seconds: int, is_outage: bool) -> None:
    """Set the clock under play, with or without a beat that rings, and see that everything goes on."""
    began = time.monotonic()
    idle, patient = (mixed_table(1, variant="solo", seconds=agreed, timeout="forfeit") for agreed in (CLOCK, LONG))
    with ThreadPoolExecutor(1) as watcher:
        ended = watcher.submit(end_of, idle)
        first = time.monotonic(), seconds_left(patient), time.monotonic()
        time.sleep(BEFORE)
        begin_game(party)
        let_play(party)
        with stopped(site.pids("beat") if is_outage else []):
            clock.step(seconds)
            stepped = time.monotonic()
            let_play(party)
        outage = time.monotonic() - stepped if is_outage else 0.0
        assert asked_in_vain(site, seconds) <= stepped + outage + TOLD
        after, checkpoints = begin_game(party), call_for_checkpoint()
        then = time.monotonic(), seconds_left(patient), time.monotonic()
        least, most = first[1] - (then[2] - first[0]), first[1] - (then[0] - first[2])
        assert least + max(0.0, outage - TOLD) - EARLY <= then[1] <= most + outage + LATE
        assert CLOCK - EARLY <= ended.result() - began - outage <= CLOCK + LATE
    wait_until(lambda: has_bot_acted(after), "bots go on")
    wait_until(lambda: has_new_checkpoint(checkpoints), "there is a checkpoint")


def test_no_deadline_is_lost_and_none_comes_early_when_the_clock_is_set(tmp_path: Path) -> None:
    for name in ("Ada", "Bob"):
        account(name)
    with clock_to_set(tmp_path) as clock:
        with (
            running(tmp_path, "web", "worker", "beat", variables=clock.environment) as site,
            Party(site.port, ("Ada", "Bob")) as party,
        ):
            for number, seconds in enumerate(STEPS):
                set_and_look(site, clock, party, seconds, is_outage=FULL and number % 2 == 1)
            wait_until(lambda: bool(party.failed) or party.is_done, "every game is over", 120)
            assert party.failed == []
            assert party.missing() == []
            site.stop()
            verdict = json.loads(site.manage("audit", "--json", "--workers", "1"))
        assert verdict["findings"] == []
    timeouts = Event.objects.filter(kind="drop", body__contains='"timeout"').values_list("game", flat=True)
    ended = Game.objects.filter(pk__in=timeouts, status=FINISHED, card__variant="solo").count()
    assert (len(timeouts), ended) == (len(STEPS), len(STEPS))
    assert all(is_unbroken(game) for game in Game.objects.values_list("pk", flat=True))
