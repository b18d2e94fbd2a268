"""What was done in the server's name: only what nobody had a choice in, or what a clock gives, and not too early."""

from datetime import timedelta
from typing import Any

import pytest

from engine.log import read_body
from games.clock.site_time import read_time, write_time
from games.log.models import Event
from tests.games.integrity.audit.tampering import Named, event, named_in, remake
from tests.games.integrity.audit.world import World

UNCOMMANDED: dict[str, Any] = {"actor": "system", "command_id": None, "command_hash": None}


def first(game: str, **where: object) -> Event:
    """The first event of which this holds."""
    found = Event.objects.filter(game=game, **where).order_by("seq").first()
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "kind"), [("finished", "keep"), ("sealed", "start"), ("stones", "take")])
def test_a_choice_that_the_server_has_made(world: World, name: str, kind: str) -> None:
    game = getattr(world, name)
    victim = first(game, kind=kind)
    remake(game, victim.seq, **UNCOMMANDED)
    assert named_in(game) == {Named("rules/actor", game, victim.seq)}


def test_what_nobody_has_a_choice_in_is_the_servers(world: World) -> None:
    assert first(world.stones, kind="take", actor="system")
    assert named_in(world.stones) == set()


def timed_out(game: str) -> list[Event]:
    """What the clock has done: all that the server did but throwing dice and dropping who has no choice."""
    rows = Event.objects.filter(game=game, actor="system", seat__isnull=False).exclude(kind="roll").order_by("seq")
    return [row for row in rows if read_body(row.body)["data"].get("reason") != "stuck"]


def test_a_time_that_ran_out_when_it_should(world: World) -> None:
    assert len(timed_out(world.timed_out)) > 3
    assert named_in(world.timed_out) == set()


def test_a_time_that_ran_out_too_early(world: World) -> None:
    game = world.timed_out
    victims = [row for row in timed_out(game) if event(game, row.seq - 1).at < row.at]
    victim = victims[len(victims) // 2]
    remake(game, victim.seq, at=write_time(read_time(victim.at) - timedelta(seconds=2)))
    assert named_in(game) == {Named("rules/clock", game, victim.seq)}


def test_a_clock_that_was_set_back_makes_no_time_out_look_too_early(world: World) -> None:
    """The log's time stands still then: the time-out has the time of the event before it."""
    game = world.timed_out
    victim = next(row for row in timed_out(game) if event(game, row.seq - 1).at < row.at)
    remake(game, victim.seq, at=event(game, victim.seq - 1).at)
    assert Named("rules/clock", game, victim.seq) not in named_in(game)


def test_a_time_that_ran_out_in_a_game_without_a_clock(world: World) -> None:
    game, created = world.timed_out, event(world.timed_out, 1)
    remake(game, 1, data=read_body(created.body)["data"] | {"clock": None})
    assert {Named("rules/actor", game, row.seq) for row in timed_out(game)} <= named_in(game)


def test_another_choice_than_the_clock_would_make(world: World) -> None:
    """The game is said to forfeit at once, so bombs cannot have been thrown for those who were late."""
    game, created = world.timed_out, event(world.timed_out, 1)
    data = read_body(created.body)["data"]
    remake(game, 1, data=data | {"clock": {**data["clock"], "timeout": "forfeit"}})
    bombs = [row for row in timed_out(game) if row.kind == "bomb"]
    assert bombs
    assert {Named("rules/actor", game, row.seq) for row in bombs} <= named_in(game)


def test_somebody_who_says_that_their_own_time_ran_out(world: World) -> None:
    victim = first(world.resigned, kind="drop")
    remake(world.resigned, victim.seq, data={"reason": "timeout"})
    assert named_in(world.resigned) == {Named("rules/actor", world.resigned, victim.seq)}


@pytest.mark.parametrize("reason", ["timeout", "resign"])
def test_somebody_whom_the_server_gives_up_without_a_clock(world: World, reason: str) -> None:
    victim = first(world.resigned, kind="drop")
    remake(world.resigned, victim.seq, data={"reason": reason}, **UNCOMMANDED)
    assert named_in(world.resigned) == {Named("rules/actor", world.resigned, victim.seq)}
