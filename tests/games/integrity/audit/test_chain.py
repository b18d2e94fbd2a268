"""Attacks on logs, each past the guards: found, and named with game and event."""

from datetime import timedelta
from random import Random

import pytest

from games.clock.site_time import read_time, write_time
from games.log.models import Event, Game
from tests.games.integrity.audit.tampering import (
    IS_SQLITE,
    Named,
    around_the_guards,
    change,
    change_event,
    changed,
    cut,
    delete,
    event,
    execute,
    found,
    length,
    rewrite,
)
from tests.games.integrity.audit.world import World
from tests.games.sample_tables import fold_of
from tests.sizes import size

MIDDLE = 20
"""An event in the middle of a log, which neither a snapshot nor a checkpoint holds."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(size(25, 400)))
def test_a_changed_byte_in_a_body(world: World, number: int) -> None:
    rng = Random(f"body {number}")
    game = rng.choice([world.finished, world.sealed, world.duel, world.hidden, world.stones])
    seq = rng.randint(1, length(game))
    body = event(game, seq).body
    change_event(game, seq, body=changed(body, rng.randrange(len(body))))
    named = found()
    assert Named("chain/hash", game, seq) in named
    assert {(one.game, one.seq) for one in named} == {(game, seq)}


def test_a_changed_hash(world: World) -> None:
    change_event(world.finished, MIDDLE, hash=changed(event(world.finished, MIDDLE).hash, 5))
    assert found() == {
        Named("chain/hash", world.finished, MIDDLE),
        Named("chain/previous", world.finished, MIDDLE + 1),
    }


def test_a_changed_hash_of_the_last_event(world: World) -> None:
    last = length(world.finished)
    change_event(world.finished, last, hash="0" * 64)
    assert found() == {
        Named("chain/hash", world.finished, last),
        Named("head/head_hash", world.finished, last),
        Named("checkpoint/leaf", world.finished, last, 1),
    }


def test_a_changed_previous_hash(world: World) -> None:
    change_event(world.finished, MIDDLE, prev_hash=changed(event(world.finished, MIDDLE).prev_hash, 63))
    assert found() == {Named("chain/previous", world.finished, MIDDLE)}


@pytest.mark.parametrize(
    ("column", "value"), [("kind", "bom"), ("seat", 3), ("seat", None), ("actor", "p-0"), ("at", "2026-11-16")]
)
def test_a_changed_query_column(world: World, column: str, value: object) -> None:
    change_event(world.finished, MIDDLE, **{column: value})
    assert found() == {Named(f"column/{column}", world.finished, MIDDLE)}


def test_a_platform_event_that_is_queried_as_one_of_the_rules(world: World) -> None:
    last = length(world.finished)
    change_event(world.finished, last, kind="roll", seat=0)
    assert found() == {Named("column/kind", world.finished, last), Named("column/seat", world.finished, last)}


def test_a_changed_number(world: World) -> None:
    last = length(world.finished)
    change("games_event", {"seq": last + 10}, game_id=world.finished, seq=last)
    assert found() == {
        Named("chain/gap", world.finished, last),
        Named("column/seq", world.finished, last + 10),
        Named("head/seq", world.finished, last + 10),
        Named("checkpoint/leaf", world.finished, last, 1),
    }


def test_an_event_moved_to_another_game(world: World) -> None:
    last, more = length(world.finished), length(world.waiting)
    change_event(world.finished, last, game_id=world.waiting)
    named = found()
    assert {
        Named("head/seq", world.finished, last - 1),
        Named("checkpoint/leaf", world.finished, last, 1),
        Named("chain/gap", world.waiting, more + 1),
        Named("column/game", world.waiting, last),
        Named("head/seq", world.waiting, last),
    } <= named
    assert {one.game for one in named} == {world.finished, world.waiting}


@pytest.mark.parametrize(
    "values",
    [{"command_id": None}, {"command_hash": None}, {"command_hash": "a" * 63}],
    ids=repr,
)
def test_columns_of_a_command_that_do_not_fit_together(world: World, values: dict[str, str | None]) -> None:
    seq = Event.objects.filter(game=world.finished, command_id__isnull=False).order_by("seq")[9].seq
    change_event(world.finished, seq, **values)
    assert found() == {Named("column/command", world.finished, seq)}


def test_two_events_swapped_with_all_their_columns(world: World) -> None:
    one, two = event(world.finished, MIDDLE), event(world.finished, MIDDLE + 1)
    with around_the_guards():
        for seq, new in ((999, one), (one.seq, two), (two.seq, one)):
            old = one.pk if new is one else two.pk
            execute("UPDATE games_event SET seq = %s WHERE id = %s", seq, old)
    named = found()
    assert {
        Named("column/seq", world.finished, MIDDLE),
        Named("chain/previous", world.finished, MIDDLE),
        Named("column/seq", world.finished, MIDDLE + 1),
        Named("chain/previous", world.finished, MIDDLE + 1),
    } <= named
    assert {(one.game, one.seq) for one in named} == {(world.finished, seq) for seq in (MIDDLE, MIDDLE + 1, MIDDLE + 2)}


def test_two_events_whose_texts_are_swapped(world: World) -> None:
    one, two = event(world.finished, MIDDLE), event(world.finished, MIDDLE + 1)
    for seq, new in ((MIDDLE, two), (MIDDLE + 1, one)):
        change_event(world.finished, seq, body=new.body, kind=new.kind, seat=new.seat, actor=new.actor, at=new.at)
    assert found() == {
        Named(code, world.finished, seq) for code in ("chain/hash", "column/seq") for seq in (MIDDLE, MIDDLE + 1)
    }


def test_a_deleted_event(world: World) -> None:
    delete("games_event", game_id=world.finished, seq=MIDDLE)
    assert found() == {Named("chain/gap", world.finished, MIDDLE)}


def test_a_cut_tail(world: World) -> None:
    last = length(world.sealed)
    delete("games_event", game_id=world.sealed, seq=last)
    assert found() == {
        Named("head/seq", world.sealed, last - 1),
        Named("head/head_hash", world.sealed, last - 1),
        Named("head/last_at", world.sealed, last - 1),
        Named("head/awaited", world.sealed, last - 1),
        Named("checkpoint/leaf", world.sealed, last, 2),
    }


def test_a_cut_tail_with_everything_else_made_to_fit(world: World) -> None:
    last = length(world.sealed)
    cut(world.sealed, 1)
    Game.objects.filter(pk=world.sealed).update(awaited=sum(1 << seat for seat in fold_of(world.sealed).awaited))
    assert found() == {Named("checkpoint/leaf", world.sealed, last, 2)}


def test_a_cut_reveal(world: World) -> None:
    last = length(world.finished)
    cut(world.finished, 1)
    assert found() == {
        Named("rules/missing", world.finished, last - 1),
        Named("checkpoint/leaf", world.finished, last, 1),
    }


def rewrite_later(game: str) -> None:
    """Let an event of the rules happen a moment later than it did, which changes nothing but hashes."""
    rows = list(Event.objects.filter(game=game, kind__in=("keep", "start", "reroll")).order_by("seq"))
    victim = next(row for row in rows if row.seq > 5 and later(row.at) < event(game, row.seq + 1).at)
    change_event(game, victim.seq, at=later(victim.at))
    rewrite(game, victim.seq, victim.body.replace(victim.at, later(victim.at)))


def later(at: str) -> str:
    """A microsecond later."""
    return write_time(read_time(at) + timedelta(microseconds=1))


def test_a_chain_rewritten_forward(world: World) -> None:
    last = length(world.finished)
    rewrite_later(world.finished)
    assert found() == {Named("checkpoint/leaf", world.finished, last, 1)}


def test_a_chain_rewritten_forward_from_before_two_checkpoints(world: World) -> None:
    first, last = Game.objects.get(pk=world.sealed).leaves.order_by("checkpoint").values_list("seq", flat=True)
    rewrite_later(world.sealed)
    assert found() == {
        Named("checkpoint/leaf", world.sealed, first, 1),
        Named("checkpoint/leaf", world.sealed, last, 2),
    }


def test_a_game_in_which_somebody_else_has_acted(world: World) -> None:
    victim = Event.objects.filter(game=world.sealed, kind="start", seat=2).get()
    stranger = Event.objects.filter(game=world.sealed, kind="start", seat=1).get().actor
    change_event(world.sealed, victim.seq, actor=stranger)
    rewrite(world.sealed, victim.seq, victim.body.replace(victim.actor, stranger))
    named = {one for one in found() if one.code != "checkpoint/leaf"}
    assert named == {Named("rules/actor", world.sealed, victim.seq)}


def test_a_move_that_the_rules_refuse(world: World) -> None:
    victim = Event.objects.filter(game=world.finished, kind="keep").order_by("seq").first()
    assert victim is not None
    seat = 1 - (victim.seat or 0)
    change_event(world.finished, victim.seq, seat=seat)
    rewrite(world.finished, victim.seq, victim.body.replace(f'"seat":{victim.seat}', f'"seat":{seat}'))
    assert Named("rules/illegal", world.finished, victim.seq) in found()


def test_a_platform_event_where_it_cannot_stand(world: World) -> None:
    last = length(world.finished) - 1
    victim = event(world.finished, last)
    assert victim.kind == "game/finished"
    change_event(world.finished, last, kind="game/joined")
    rewrite(world.finished, last, victim.body.replace("game/finished", "game/joined"))
    assert Named("rules/order", world.finished, last) in found()


def test_a_log_without_a_game(world: World) -> None:
    game = "g-orphan"
    execute(
        "INSERT INTO games_event (game_id, seq, kind, seat, body, actor, at, prev_hash, hash, command_id, command_hash)"
        " SELECT %s, seq, kind, seat, body, actor, at, prev_hash, hash, command_id, command_hash FROM games_event"
        " WHERE game_id = %s AND seq = 1",
        game,
        world.aborted,
    )
    assert found() == {Named("game/missing", game), Named("column/game", game, 1)}


def test_a_game_without_a_log(world: World) -> None:
    with around_the_guards():
        execute("DELETE FROM games_event WHERE game_id = %s", world.aborted)
    assert Named("chain/empty", world.aborted) in found()


@pytest.mark.skipif(not IS_SQLITE, reason="Only SQLite keeps text that is none.")
@pytest.mark.parametrize("value", ["CAST(x'ff7b' AS TEXT)", "x'00'", "17", "1.5"])
def test_a_body_that_is_no_text_at_all(world: World, value: str) -> None:
    with around_the_guards():
        execute(f"UPDATE games_event SET body = {value} WHERE game_id = %s AND seq = %s", world.finished, MIDDLE)
    assert found() == {Named("chain/hash", world.finished, MIDDLE), Named("chain/body", world.finished, MIDDLE)}


@pytest.mark.skipif(not IS_SQLITE, reason="Only SQLite keeps values of any type in any column.")
@pytest.mark.parametrize("column", ["seq", "kind", "seat", "actor", "at", "prev_hash", "hash"])
def test_a_column_of_another_type(world: World, column: str) -> None:
    with around_the_guards():
        execute(f"UPDATE games_event SET {column} = x'00ff' WHERE game_id = %s AND seq = %s", world.finished, MIDDLE)
    named = found()
    assert named
    assert {one.game for one in named} == {world.finished}
