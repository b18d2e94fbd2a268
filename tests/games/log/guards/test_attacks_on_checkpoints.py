"""Checkpoints and their leaves are as append-only as events."""

from typing import Any

import pytest

from games.log.models import Checkpoint, CheckpointLeaf
from tests.games.log.guards.rows import (
    IS_SQLITE,
    execute,
    insert,
    next_checkpoint,
    next_leaf,
    refused_by_a_guard,
    refused_by_the_database,
)
from tests.games.sample_tables import open_table

pytestmark = pytest.mark.django_db

CHECKPOINTS = "games_checkpoint"
LEAVES = "games_checkpointleaf"
VERBS = ("INSERT INTO", *(("INSERT OR REPLACE INTO", "REPLACE INTO", "INSERT OR IGNORE INTO") if IS_SQLITE else ()))


@pytest.fixture
def game() -> str:
    """A game under two checkpoints, each with both its leaves."""
    game = open_table()
    for _ in range(2):
        insert(CHECKPOINTS, next_checkpoint())
        insert(LEAVES, next_leaf(game))
        insert(LEAVES, next_leaf(game))
    return game


@pytest.mark.parametrize("target", [CHECKPOINTS, LEAVES])
def test_nothing_is_changed_or_deleted(game: str, target: str) -> None:
    column = "size" if target == CHECKPOINTS else "seq"
    for statement in (f"UPDATE {target} SET {column} = 7", f"UPDATE {target} SET {column} = {column}"):
        with refused_by_a_guard(target, "update"):
            execute(statement)
    with refused_by_a_guard(target, "delete"):
        execute(f"DELETE FROM {target}")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("number", [1, 2, 4, 0, -1, None])
def test_checkpoints_are_numbered_without_a_gap(game: str, verb: str, number: int | None) -> None:
    with refused_by_a_guard(CHECKPOINTS, "insert"):
        insert(CHECKPOINTS, next_checkpoint(number=number), verb=verb)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "changes",
    [
        {"position": 0}, {"position": 1}, {"position": 2}, {"position": -1}, {"position": None},
        {"checkpoint_id": 1}, {"checkpoint_id": 1, "position": 2}, {"checkpoint_id": 4, "position": 0},
        {"checkpoint_id": None},
    ],
    ids=str,
)  # fmt: skip
def test_a_full_checkpoint_gets_no_more_leaves_and_an_old_one_none_at_all(
    game: str, verb: str, changes: dict[str, Any]
) -> None:
    with refused_by_a_guard(LEAVES, "insert"):
        insert(LEAVES, next_leaf(game, **changes), verb=verb)


@pytest.mark.parametrize("verb", VERBS)
def test_leaves_come_in_order(game: str, verb: str) -> None:
    insert(CHECKPOINTS, next_checkpoint(size=3))
    for position in (1, 2, 3, -1):
        with refused_by_a_guard(LEAVES, "insert"):
            insert(LEAVES, next_leaf(game, position=position), verb=verb)
    insert(LEAVES, next_leaf(game), verb="INSERT INTO")
    with refused_by_a_guard(LEAVES, "insert"):
        insert(LEAVES, next_leaf(game, position=0), verb=verb)
    insert(LEAVES, next_leaf(game), next_leaf(game, position=2))
    assert CheckpointLeaf.objects.filter(checkpoint=3).count() == 3


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("number", [-1, 0, None])
def test_a_leaf_takes_no_number_of_another_and_none_below_one(game: str, verb: str, number: int | None) -> None:
    insert(CHECKPOINTS, next_checkpoint())
    used = CheckpointLeaf.objects.order_by("pk").first()
    assert used is not None
    with refused_by_the_database():
        insert(LEAVES, {"id": used.pk if number is None else number, **next_leaf(game)}, verb=verb)


@pytest.mark.parametrize("ending", ["DO UPDATE SET note = 'x'", "DO NOTHING"])
def test_a_checkpoint_is_not_upserted(game: str, ending: str) -> None:
    with refused_by_a_guard(CHECKPOINTS, "insert"):
        insert(CHECKPOINTS, next_checkpoint(number=1), ending=f"ON CONFLICT (number) {ending}")


def test_checkpoints_that_come_next_are_allowed(game: str) -> None:
    insert(CHECKPOINTS, next_checkpoint(), next_checkpoint(number=4))
    assert list(Checkpoint.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
