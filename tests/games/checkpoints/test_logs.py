"""The sorts of logs that checkpoints vouch for, and which of them have grown."""

import pytest

from games.checkpoints.logs import GAMES, sorts_of_logs, uncovered, vouch_for
from games.checkpoints.making import make_checkpoint
from games.guards.tables import guarded
from games.models import Checkpoint
from tests.games.tables import move, table


def test_games_are_the_first_sort_and_no_sort_is_there_twice() -> None:
    before = sorts_of_logs()
    assert before[0] == GAMES
    for logs in before:
        vouch_for(logs)
    assert sorts_of_logs() == before


def test_events_and_leaves_of_every_sort_are_guarded() -> None:
    names = {table.name for table in guarded()}
    for logs in sorts_of_logs():
        assert {logs.events._meta.db_table, logs.leaves._meta.db_table} <= names, logs.noun


def test_every_sort_has_the_columns_by_which_it_is_covered() -> None:
    for logs in sorts_of_logs():
        assert {"seq", "head_hash", "checkpointed_seq"} <= {field.name for field in logs.owners._meta.fields}
        assert {logs.column, "seq", "hash"} <= {field.attname for field in logs.events._meta.fields}
        leaf = {field.attname for field in logs.leaves._meta.fields}
        assert leaf == {"id", "checkpoint_id", "position", logs.column, "seq", "hash"}


@pytest.mark.django_db
def test_what_has_grown_since_it_was_covered_is_uncovered() -> None:
    grown, still = table(), table()
    assert set(uncovered(GAMES).values_list("pk", flat=True)) == {grown, still}
    make_checkpoint()
    move(grown)
    assert list(uncovered(GAMES).values_list("pk", flat=True)) == [grown]
    make_checkpoint()
    assert not uncovered(GAMES).exists()
    assert Checkpoint.objects.count() == 2
