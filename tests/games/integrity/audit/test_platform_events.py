"""The platform's own events by somebody who cannot have made them: found, and named with the event."""

from typing import Any

import pytest

from games.log.models import Event
from tests.games.integrity.audit.tampering import Named, named_in, remake
from tests.games.integrity.audit.world import World

STRANGER = "p-0123456789abcdef"


def first(game: str, kind: str, **where: Any) -> Event:
    """The first event of a kind."""
    found = Event.objects.filter(game=game, kind=kind, **where).order_by("seq").first()
    assert found is not None
    return found


def attack(name: str, world: World, kind: str, **values: Any) -> tuple[set[Named], Named]:
    """What is named after an event was changed, and that its actor should be."""
    victim = first(getattr(world, name), kind)
    remake(victim.game_id, victim.seq, **values)
    return named_in(victim.game_id), Named("rules/actor", victim.game_id, victim.seq)


@pytest.mark.parametrize(
    ("name", "kind", "actor"),
    [
        ("sealed", "game/started", STRANGER),
        ("aborted", "game/aborted", STRANGER),
        ("finished", "game/finished", STRANGER),
        ("finished", "dice/revealed", STRANGER),
        ("waiting", "game/left", STRANGER),
        ("waiting", "game/left", "system"),
        ("waiting", "game/joined", "bot-0"),
        ("waiting", "game/joined", "system"),
        ("mixed", "game/joined", STRANGER),
        ("mixed", "game/joined", "bot-0"),
    ],
)
def test_an_event_by_somebody_else(world: World, name: str, kind: str, actor: str) -> None:
    named, expected = attack(name, world, kind, actor=actor)
    assert expected in named


def test_a_game_that_a_bot_has_created(world: World) -> None:
    named, expected = attack("created", world, "game/created", actor="bot-0")
    assert expected in named


def test_a_game_that_the_server_has_started_or_called_off(world: World) -> None:
    for name, kind in (("sealed", "game/started"), ("aborted", "game/aborted")):
        named, _ = attack(name, world, kind, actor="system")
        assert named == set()


def test_a_decision_by_somebody_who_plays(world: World) -> None:
    player = first(world.as_stands, "game/joined", seat=1).actor
    named, expected = attack("as_stands", world, "game/adjudicated", actor=player)
    assert named == {expected}


def test_a_decision_by_somebody_who_does_not_play(world: World) -> None:
    named, _ = attack("as_stands", world, "game/adjudicated", actor=STRANGER)
    assert named == set()


def test_a_game_that_goes_on_is_called_off_by_the_server_alone_and_in_tournaments_alone(world: World) -> None:
    for name, actor in (("paired", None), ("finished", "system")):
        victim = first(getattr(world, name), "game/finished")
        host = first(victim.game_id, "game/joined").actor
        remake(victim.game_id, victim.seq, kind="game/aborted", actor=actor or host)
        assert Named("rules/actor", victim.game_id, victim.seq) in named_in(victim.game_id)


def test_one_actor_on_two_seats(world: World) -> None:
    ada = first(world.sealed, "game/joined", seat=0).actor
    second = first(world.sealed, "game/joined", seat=1)
    remake(world.sealed, second.seq, actor=ada)
    assert Named("rules/actor", world.sealed, second.seq) in named_in(world.sealed)


def test_a_seat_that_was_taken_from_somebody(world: World) -> None:
    second = first(world.sealed, "game/joined", seat=1)
    remake(world.sealed, second.seq, seat=0)
    assert Named("rules/actor", world.sealed, second.seq) in named_in(world.sealed)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("created", "game/created"),
        ("sealed", "game/started"),
        ("aborted", "game/aborted"),
        ("as_stands", "game/adjudicated"),
        ("finished", "game/finished"),
        ("finished", "dice/revealed"),
    ],
)
def test_an_event_with_a_seat_that_has_none(world: World, name: str, kind: str) -> None:
    named, expected = attack(name, world, kind, seat=0)
    assert expected in named


@pytest.mark.parametrize("kind", ["game/answered", "game/forgotten", "dice/loaded", "other/thing"])
def test_an_event_that_there_is_not(world: World, kind: str) -> None:
    victim = first(world.waiting, "game/left")
    remake(world.waiting, victim.seq, kind=kind, seat=None)
    assert Named("rules/kind", world.waiting, victim.seq) in named_in(world.waiting)


@pytest.mark.parametrize("kind", ["ruling/dismissed", "dispute/opened"])
def test_events_about_a_game_are_allowed_but_have_no_seat(world: World, kind: str) -> None:
    victim = first(world.aborted, "game/aborted")
    codes = ("rules/kind", "rules/actor", "rules/order")
    for seat, named in ((None, set()), (0, {Named("rules/actor", world.aborted, victim.seq)})):
        remake(world.aborted, victim.seq, kind=kind, seat=seat, actor=STRANGER)
        assert {one for one in named_in(world.aborted) if one.code in codes} == named


@pytest.mark.parametrize("kind", ["ruling/voided", "dispute/opened"])
def test_events_about_a_game_come_from_people_and_rulings_from_others_than_play(world: World, kind: str) -> None:
    victim = first(world.as_stands, "dice/revealed")
    player = first(world.as_stands, "game/joined", seat=1).actor
    wrong = {"system", "bot-0"} | ({player} if kind == "ruling/voided" else set())
    for actor in ("system", "bot-0", player, STRANGER):
        remake(world.as_stands, victim.seq, kind=kind, seat=None, actor=actor)
        named = Named("rules/actor", world.as_stands, victim.seq) in named_in(world.as_stands)
        assert named is (actor in wrong)


def test_a_bot_that_adds_to_the_dice(world: World) -> None:
    victim = first(world.mixed, "game/joined", actor__startswith="bot-")
    remake(world.mixed, victim.seq, data={"contribution": "f" * 32})
    assert Named("rules/order", world.mixed, victim.seq) in named_in(world.mixed)
