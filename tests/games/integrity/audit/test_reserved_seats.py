"""Tournaments' games with somebody on a seat that is kept for another, or that should have begun: found and named."""

from typing import Any

import pytest

from engine.log import read_body
from engine.protocol import Json
from games.integrity.audit.batches import Selection
from games.integrity.audit.full_audit import audit
from games.log.models import Event
from games.play.models import Deal
from tests.games.integrity.audit.tampering import Named, change, cut, event, found, named_in, remake
from tests.games.integrity.audit.world import World
from tests.games.reserved import anchor

STRANGER = "p-0123456789abcdef"


def told(game: str) -> Json:
    """What the first event of a game says."""
    data: Json = read_body(event(game, 1).body)["data"]
    return data


def test_they_are_clean_as_they_are(world: World) -> None:
    for game in (world.kept, world.paired, world.bot_run):
        assert audit(Selection(games=(game,))).findings == []


def test_somebody_else_on_a_kept_seat(world: World) -> None:
    joined = Event.objects.get(game=world.kept, kind="game/joined")
    remake(world.kept, joined.seq, actor=STRANGER)
    assert Named("rules/actor", world.kept, joined.seq) in named_in(world.kept)


def test_somebody_who_has_left_one(world: World) -> None:
    joined = Event.objects.get(game=world.kept, kind="game/joined")
    remake(world.kept, joined.seq, kind="game/left", data={})
    assert Named("rules/actor", world.kept, joined.seq) in named_in(world.kept)


def test_a_start_that_is_missing(world: World) -> None:
    started = Event.objects.get(game=world.paired, kind="game/started")
    cut(world.paired, Event.objects.filter(game=world.paired, seq__gte=started.seq).count())
    assert Named("rules/missing", world.paired, started.seq - 1) in named_in(world.paired)


def test_a_start_by_the_server_needs_no_command_but_one_by_a_host_does(world: World) -> None:
    for game, is_named in ((world.paired, False), (world.finished, True)):
        started = Event.objects.get(game=game, kind="game/started")
        change("games_event", {"command_id": None, "command_hash": None}, game_id=game, seq=started.seq)
        assert (Named("column/command", game, started.seq) in named_in(game)) is is_named


@pytest.mark.parametrize(
    "changes",
    [
        {"tournament": anchor(round=0)},
        {"tournament": "t-1"},
        {"seats": [{"kind": "person", "actor": STRANGER}] * 2},
        {"seats": [{"kind": "person"}, {"kind": "person"}]},
        {"seats": [{"kind": "person", "actor": "system"}, {"kind": "person", "actor": STRANGER}]},
    ],
)
def test_a_game_that_was_begun_otherwise(world: World, changes: dict[str, Any]) -> None:
    remake(world.kept, 1, data={**told(world.kept), **changes})
    assert Named("rules/reserved", world.kept, 1) in named_in(world.kept)


def test_a_game_of_a_tournament_that_a_person_has_made(world: World) -> None:
    remake(world.kept, 1, actor=STRANGER)
    assert Named("rules/reserved", world.kept, 1) in named_in(world.kept)


def test_kept_seats_without_a_tournament(world: World) -> None:
    data = told(world.kept)
    del data["tournament"]
    remake(world.kept, 1, data=data)
    assert Named("rules/reserved", world.kept, 1) in named_in(world.kept)


def test_a_card_that_names_another_tournament(world: World) -> None:
    change("games_gamecard", {"tournament": "t-2"}, game_id=world.kept)
    assert named_in(world.kept) == {Named("card/tournament", world.kept)}


def test_the_deal_of_one_tournament_in_another(world: World) -> None:
    Deal.objects.filter(games=world.bot_run).update(tournament="t-2")
    assert found() == {Named("deal/elsewhere", world.bot_run)}
