"""The columns of commands: names and hashes that cannot be any, that should not be there, or that are missing."""

from typing import Any

import pytest

from games.integrity.audit.game_log import wrong_command
from games.log.models import Event
from tests.games.integrity.audit.tampering import IS_SQLITE, Named, change_event, found
from tests.games.integrity.audit.world import World

DIGEST = "0123456789abcdef" * 4


def first(game: str, **where: Any) -> Event:
    """The first event of which this holds."""
    found = Event.objects.filter(game=game, **where).order_by("seq").first()
    assert found is not None
    return found


@pytest.mark.parametrize(
    "values",
    [
        {"command_id": ""},
        {"command_id": "two words"},
        {"command_id": "c-é"},
        {"command_id": "line\n"},
        {"command_id": "bot-0-7"},
        {"command_hash": "A" * 64},
        {"command_hash": "g" * 64},
        {"command_hash": " " * 64},
        {"command_hash": ""},
        {"command_hash": "0" * 62},
        {"command_id": None, "command_hash": None},
    ],
    ids=repr,
)
def test_a_command_of_a_person(world: World, values: dict[str, Any]) -> None:
    victim = first(world.finished, kind="keep")
    change_event(world.finished, victim.seq, **values)
    assert found() == {Named("column/command", world.finished, victim.seq)}


@pytest.mark.slow
@pytest.mark.parametrize(("column", "letters"), [("command_id", "yz"), ("command_hash", "01")])
def test_one_changed_byte_in_the_columns_of_a_command(world: World, column: str, letters: str) -> None:
    victim = first(world.finished, kind="keep")
    text = getattr(victim, column)
    for at in range(len(text)):
        other = text[:at] + letters[text[at] == letters[0]] + text[at + 1 :]
        change_event(world.finished, victim.seq, **{column: other})
        assert found() == {Named("column/command", world.finished, victim.seq)}, at


@pytest.mark.skipif(not IS_SQLITE, reason="PostgreSQL keeps no text that is longer than its column.")
@pytest.mark.parametrize(
    "values", [{"command_id": "c" * 65}, {"command_hash": "0" * 66}, {"command_id": b"c"}], ids=repr
)
def test_a_command_that_its_column_has_no_room_for(world: World, values: dict[str, Any]) -> None:
    victim = first(world.finished, kind="keep")
    change_event(world.finished, victim.seq, **values)
    assert found() == {Named("column/command", world.finished, victim.seq)}


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("finished", {"kind": "roll"}),
        ("finished", {"kind": "game/finished"}),
        ("finished", {"kind": "dice/revealed"}),
        ("stones", {"kind": "take", "actor": "system"}),
        ("timed_out", {"kind": "bomb", "actor": "system"}),
        ("bots", {"kind": "game/joined"}),
    ],
)
def test_a_command_of_an_event_that_only_follows(world: World, name: str, where: dict[str, str]) -> None:
    victim = first(getattr(world, name), **where)
    change_event(victim.game_id, victim.seq, command_id="c-made-up", command_hash=DIGEST)
    assert found() == {Named("column/command", victim.game_id, victim.seq)}


@pytest.mark.parametrize("kind", ["game/created", "game/joined", "game/started"])
def test_a_missing_command_of_the_platform(world: World, kind: str) -> None:
    victim = first(world.finished, kind=kind)
    change_event(world.finished, victim.seq, command_id=None, command_hash=None)
    assert found() == {Named("column/command", world.finished, victim.seq)}


@pytest.mark.parametrize("name", ["bot-0-1", "bot-1-999", "c-77"])
def test_a_command_of_a_bot_with_another_name(world: World, name: str) -> None:
    victim = first(world.bots, actor="bot-1", kind="start")
    change_event(world.bots, victim.seq, command_id=name)
    assert found() == {Named("column/command", world.bots, victim.seq)}


def test_whether_a_command_of_a_ruling_is_there_is_left_open() -> None:
    assert wrong_command(9, "ruling/voided", None, "p-1", None, None) is None
    assert wrong_command(9, "ruling/voided", None, "p-1", "c-1", DIGEST) is None
