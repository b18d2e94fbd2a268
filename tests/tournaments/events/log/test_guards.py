"""The database itself keeps the logs of tournaments append-only, and what checkpoints say of them."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from engine.log import FIRST_PREVIOUS, chain_hash
from games.integrity.checkpoints import make_checkpoints
from games.log.guards import missing_guards
from tests.games.log.guards.rows import IS_SQLITE, execute, insert, next_checkpoint
from tests.tournaments.events.rounds.world import announced, settings
from tournaments.events.models import TournamentEvent, TournamentLeaf

pytestmark = pytest.mark.django_db
TABLE = "tournaments_tournamentevent"
LEAVES = "tournaments_tournamentleaf"
REPLACING = ["INSERT OR REPLACE INTO", "REPLACE INTO"] if IS_SQLITE else []


def stored() -> list[Any]:
    """Everything that is guarded."""
    return [list(model._default_manager.order_by("pk").values_list()) for model in (TournamentEvent, TournamentLeaf)]


def attacked(does: str, attack: Any, table: str = TABLE) -> None:
    """An attack that the guard against something refuses, so that nothing has changed."""
    before = stored()
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        attack()
    assert f"{table} is append-only: {does} refused" in str(caught.value)
    assert stored() == before


def next_event(tournament: str, **changes: Any) -> dict[str, Any]:
    """The columns of an event that would continue a log."""
    last = TournamentEvent.objects.filter(tournament=tournament).latest("seq")
    body = f'{{"seq":{last.seq + 1}}}'
    return {
        "tournament_id": tournament,
        "seq": last.seq + 1,
        "kind": "tournament/paused",
        "body": body,
        "actor": "system",
        "at": last.at,
        "command_id": None,
        "command_hash": None,
        "prev_hash": last.hash,
        "hash": chain_hash(last.hash, body),
        **changes,
    }


def test_the_guards_are_there() -> None:
    assert missing_guards() == []


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE {TABLE} SET body = 'x'",
        f"UPDATE {TABLE} SET command_id = 'x' WHERE seq = 1",
        f"UPDATE {TABLE} SET seq = seq + 1000",
        *([f"UPDATE OR REPLACE {TABLE} SET seq = 1 WHERE seq = 2"] if IS_SQLITE else []),
    ],
)
def test_no_event_is_changed(statement: str) -> None:
    announced(settings(), "Mia")
    attacked("update", lambda: execute(statement))


@pytest.mark.parametrize("condition", ["seq > 0", "seq = 2"])
def test_no_event_is_deleted(condition: str) -> None:
    announced(settings(), "Mia")
    attacked("delete", lambda: execute(f"DELETE FROM {TABLE} WHERE {condition}"))


@pytest.mark.skipif(IS_SQLITE, reason="SQLite has no such statement")
def test_the_table_is_not_emptied() -> None:
    announced(settings())
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    attacked("truncate", lambda: execute(f"TRUNCATE {TABLE}"))


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING])
@pytest.mark.parametrize(
    "changes", [{"seq": 1}, {"seq": 2}, {"seq": 1000}, {"prev_hash": FIRST_PREVIOUS}, {"prev_hash": "x"}], ids=str
)
def test_no_event_takes_the_place_of_another_or_breaks_the_chain(verb: str, changes: dict[str, Any]) -> None:
    row = next_event(announced(settings(), "Mia"), **changes)
    attacked("insert", lambda: insert(TABLE, row, verb=verb))


def test_an_event_that_continues_its_chain_is_stored() -> None:
    row = next_event(announced(settings(), "Mia"))
    insert(TABLE, row)
    assert TournamentEvent.objects.filter(hash=row["hash"]).exists()


def next_leaf(tournament: str, **changes: Any) -> dict[str, Any]:
    """The columns of a leaf that would be the first under checkpoint 2."""
    return {"checkpoint_id": 2, "position": 0, "tournament_id": tournament, "seq": 1, "hash": "a" * 64, **changes}


@pytest.fixture
def covered() -> str:
    """A tournament under checkpoint 1; checkpoint 2 has room for two leaves and has none yet."""
    tournament = announced(settings(), "Mia")
    assert make_checkpoints() == [1]
    insert("games_checkpoint", next_checkpoint())
    return tournament


@pytest.mark.parametrize("column", ["seq", "hash", "position", "tournament_id", "checkpoint_id"])
def test_no_leaf_is_changed(covered: str, column: str) -> None:
    attacked("update", lambda: execute(f"UPDATE {LEAVES} SET {column} = {column}"), LEAVES)


def test_no_leaf_is_deleted(covered: str) -> None:
    attacked("delete", lambda: execute(f"DELETE FROM {LEAVES}"), LEAVES)


@pytest.mark.skipif(IS_SQLITE, reason="SQLite has no such statement")
def test_the_leaves_are_not_emptied(covered: str) -> None:
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    attacked("truncate", lambda: execute(f"TRUNCATE {LEAVES}"), LEAVES)


OUT_OF_PLACE: list[dict[str, Any]] = [
    {"position": 1},
    {"position": -1},
    {"checkpoint_id": 1},
    {"checkpoint_id": 1, "position": 1},
    {"checkpoint_id": 3},
]


@pytest.mark.parametrize("verb", ["INSERT INTO", *REPLACING])
@pytest.mark.parametrize("changes", OUT_OF_PLACE, ids=str)
def test_leaves_come_in_order_and_under_the_last_checkpoint(covered: str, verb: str, changes: dict[str, Any]) -> None:
    attacked("insert", lambda: insert(LEAVES, next_leaf(covered, **changes), verb=verb), LEAVES)


def test_a_checkpoint_gets_no_more_leaves_than_it_says(covered: str) -> None:
    insert(LEAVES, next_leaf(covered), next_leaf(covered, position=1))
    attacked("insert", lambda: insert(LEAVES, next_leaf(covered, position=2)), LEAVES)
    assert TournamentLeaf.objects.filter(checkpoint=2).count() == 2
