"""The sorts of logs that checkpoints vouch for, and which of them have grown."""

import pytest

from games.extension import other_logs
from games.integrity.checkpoints import make_checkpoint
from games.log.guards.tables import guarded_tables
from games.log.log_sorts import GAME_LOGS, log_sorts, uncovered_logs
from games.log.models import Checkpoint
from tests.games.sample_tables import move, table


def test_games_are_the_first_sort_and_no_sort_is_there_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_logs, "values", [*other_logs.values])
    before = log_sorts()
    assert before[0] == GAME_LOGS
    for logs in before:
        other_logs.add(logs)
    assert log_sorts() == before


def test_events_and_leaves_of_every_sort_are_guarded() -> None:
    names = {table.name for table in guarded_tables()}
    for logs in log_sorts():
        assert {logs.events._meta.db_table, logs.leaves._meta.db_table} <= names, logs.noun


def test_every_sort_has_the_columns_by_which_it_is_covered() -> None:
    for logs in log_sorts():
        assert {"seq", "head_hash", "checkpointed_seq"} <= {field.name for field in logs.owners._meta.fields}
        assert {logs.column, "seq", "hash"} <= {field.attname for field in logs.events._meta.fields}
        leaf = {field.attname for field in logs.leaves._meta.fields}
        assert leaf == {"id", "checkpoint_id", "position", logs.column, "seq", "hash"}


@pytest.mark.django_db
def test_what_has_grown_since_it_was_covered_is_uncovered() -> None:
    grown, still = table(), table()
    assert set(uncovered_logs(GAME_LOGS).values_list("pk", flat=True)) == {grown, still}
    make_checkpoint()
    move(grown)
    assert list(uncovered_logs(GAME_LOGS).values_list("pk", flat=True)) == [grown]
    make_checkpoint()
    assert not uncovered_logs(GAME_LOGS).exists()
    assert Checkpoint.objects.count() == 2
