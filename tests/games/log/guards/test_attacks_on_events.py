"""The database itself keeps the log append-only: every way around it is refused, and what continues it is not."""

from contextlib import suppress
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from engine.log import FIRST_PREVIOUS, chain_hash
from games.log.models import Event, Game
from tests.games.log.guards.rows import (
    IS_SQLITE,
    execute,
    insert,
    next_event,
    refused_by_a_guard,
    refused_by_the_database,
    stored,
)
from tests.games.sample_tables import open_table, table

pytestmark = pytest.mark.django_db

EVENTS = "games_event"
REPLACING = ("INSERT OR REPLACE INTO", "REPLACE INTO") if IS_SQLITE else ()
IGNORING = ("INSERT OR IGNORE INTO", "INSERT OR FAIL INTO", "INSERT OR ROLLBACK INTO") if IS_SQLITE else ()
UPSERT = "SET body = excluded.body, hash = excluded.hash"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET body = 'x'",
        "UPDATE games_event SET body = body",
        "UPDATE games_event SET hash = 'x' WHERE seq = 2",
        "UPDATE games_event SET seq = seq + 1000",
        "UPDATE games_event SET id = id + 1000000",
        "UPDATE games_event SET command_id = 'x' WHERE seq = 1",
        *(
            f"UPDATE OR {what} games_event SET seq = 1 WHERE seq = 2"
            for what in (("REPLACE", "IGNORE") if IS_SQLITE else ())
        ),
    ],
)
def test_no_event_is_changed(statement: str) -> None:
    table()
    with refused_by_a_guard(EVENTS, "update"):
        execute(statement)


@pytest.mark.parametrize("statement", ["DELETE FROM games_event", "DELETE FROM games_event WHERE seq = 4"])
def test_no_event_is_deleted(statement: str) -> None:
    table()
    with refused_by_a_guard(EVENTS, "delete"):
        execute(statement)


def test_no_event_is_changed_or_deleted_through_the_models_either() -> None:
    event = Event.objects.filter(game=table()).latest("seq")
    with refused_by_a_guard(EVENTS, "delete"):
        event.delete()
    event.body = "x"
    with refused_by_a_guard(EVENTS, "update"):
        event.save()
    with refused_by_a_guard(EVENTS, "update"):
        Event.objects.update(kind="keep")
    with refused_by_the_database():
        Event.objects.bulk_create([event])


def test_a_game_with_a_log_is_not_deleted() -> None:
    game = table()
    with refused_by_the_database():
        execute("DELETE FROM games_game WHERE id = %s", game)
        connection.check_constraints()


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING, *IGNORING])
@pytest.mark.parametrize(
    "changes",
    [
        {"seq": 1}, {"seq": 2}, {"seq": 0}, {"seq": -1}, {"seq": 1000}, {"seq": None}, {"seq": 2**31 - 1},
        {"prev_hash": FIRST_PREVIOUS}, {"prev_hash": "x"}, {"prev_hash": ""}, {"prev_hash": None},
        {"game_id": None},
    ],
    ids=str,
)  # fmt: skip
def test_an_event_that_does_not_continue_its_chain_is_refused(verb: str, changes: dict[str, Any]) -> None:
    game = table()
    with refused_by_a_guard(EVENTS, "insert"):
        insert(EVENTS, next_event(game, **changes), verb=verb)


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING])
def test_a_chain_does_not_begin_twice(verb: str) -> None:
    game = table()
    again = next_event(game, seq=1, prev_hash=FIRST_PREVIOUS)
    with refused_by_a_guard(EVENTS, "insert"):
        insert(EVENTS, again, verb=verb)


def test_an_event_does_not_continue_the_chain_of_another_game() -> None:
    one, other = table(), table(seats=3)
    with refused_by_a_guard(EVENTS, "insert"):
        insert(EVENTS, next_event(one, prev_hash=next_event(other)["prev_hash"]))


def test_a_gap_is_refused_even_with_the_right_hash() -> None:
    game = table()
    following = next_event(game)
    with refused_by_a_guard(EVENTS, "insert"):
        insert(EVENTS, {**following, "seq": following["seq"] + 1})


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING])
def test_an_event_does_not_take_the_number_of_another(verb: str) -> None:
    game = table()
    used = Event.objects.get(game=game, seq=2).pk
    with refused_by_the_database():
        insert(EVENTS, {"id": used, **next_event(game)}, verb=verb)


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING])
@pytest.mark.parametrize("number", [0, -1, -5, -(2**62)])
def test_an_event_has_no_number_below_one(verb: str, number: int) -> None:
    game = table()
    with refused_by_a_guard(EVENTS, "number" if IS_SQLITE else "insert"):
        insert(EVENTS, {"id": number, **next_event(game)}, verb=verb)


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING])
def test_an_event_does_not_take_the_command_of_another(verb: str) -> None:
    game = table()
    used = Event.objects.get(game=game, seq=2).command_id
    assert used is not None
    with refused_by_the_database():
        insert(EVENTS, next_event(game, command_id=used, command_hash="x"), verb=verb)


@pytest.mark.parametrize("column", ["seq", "prev_hash", "hash", "body", "kind", "actor", "at"])
def test_nothing_that_an_event_needs_is_left_out(column: str) -> None:
    game = table()
    with refused_by_the_database():
        insert(EVENTS, next_event(game, **{column: None}))


@pytest.mark.parametrize(
    ("target", "changes"),
    [("(id)", {"id": 0}), ("(game_id, seq)", {"seq": 2}), ("(game_id, command_id)", {"command_id": "used"})],
)
@pytest.mark.parametrize("ending", [f"DO UPDATE {UPSERT}", "DO NOTHING"])
def test_an_upsert_changes_nothing(target: str, changes: dict[str, Any], ending: str) -> None:
    game = table()
    old = Event.objects.get(game=game, seq=2)
    used = {"id": old.pk, "seq": old.seq, "command_id": old.command_id}
    row = next_event(game, **{name: used[name] for name in changes})
    before = stored()
    with suppress(IntegrityError), transaction.atomic():
        insert(EVENTS, row, ending=f"ON CONFLICT {target} {ending}")
    assert stored() == before


def test_events_that_continue_a_chain_are_allowed_one_by_one_and_many_at_once() -> None:
    game = table()
    insert(EVENTS, first := next_event(game))
    rows = [second := following(first), following(second)]
    insert(EVENTS, *rows)
    assert Event.objects.filter(game=game).count() == rows[-1]["seq"]


def following(row: dict[str, Any]) -> dict[str, Any]:
    """An event that continues another one."""
    changes = {"seq": row["seq"] + 1, "prev_hash": row["hash"], "hash": chain_hash(row["hash"], row["body"])}
    return {**row, **changes}


def test_many_events_at_once_must_continue_each_other() -> None:
    game = table()
    first = next_event(game)
    second = following(first)
    for rows in (
        [first, {**second, "seq": second["seq"] + 1}],
        [first, {**second, "prev_hash": first["prev_hash"]}],
        [second, first],
        [first, first],
    ):
        with refused_by_a_guard(EVENTS, "insert"):
            insert(EVENTS, *rows)


def test_a_chain_of_another_game_can_begin_at_any_time() -> None:
    table()
    row = Game.objects.get(pk=open_table())
    fresh = Game.objects.create(
        id="g-fresh", key=row.key, rules_version=1, invite="fresh", seq=0, head_hash="", last_at="", status="open"
    )
    with refused_by_a_guard(EVENTS, "insert"):
        insert(EVENTS, next_event(fresh.pk, seq=2))
    with refused_by_a_guard(EVENTS, "insert"):
        insert(EVENTS, next_event(fresh.pk, prev_hash="1" * 64))
    insert(EVENTS, next_event(fresh.pk))
    assert Event.objects.filter(game=fresh).count() == 1
