"""Values that no column of clubs, tournaments and ratings should hold, which SQLite takes nevertheless."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction

from games.integrity.audit.database import columns_of
from games.integrity.audit.findings import Finding
from games.integrity.audit.full_audit import audit
from games.integrity.backups.check import ENDS, _is_derived
from tests.games.integrity.audit.tampering import IS_SQLITE, around_the_guards, execute
from tests.tournaments.ratings.solo.runs import ended_run
from tests.tournaments.ratings.solo.test_services import counted
from tests.tournaments.ratings.world import BEGIN, count, hours, people, random_result, store
from tests.tournaments.sample_clubs import club
from tournaments.audit.column_types import TOURNAMENTS, check_types
from tournaments.audit.ratings import check_ratings
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.audit.solo import check_solo
from tournaments.audit.tournaments import check_tournament
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament, TournamentEvent
from tournaments.ratings.rebuild import rebuild_ratings
from tournaments.ratings.solo.services import rebuild_solo

pytestmark = [
    pytest.mark.skipif(not IS_SQLITE, reason="PostgreSQL refuses such values itself."),
    pytest.mark.django_db,
    pytest.mark.slow,
]
MODELS = [model for model in apps.get_app_config("tournaments").get_models() if model is not TournamentEvent]
FITTING = {"bool": 0, "date": "2026-05-04", "datetime": "2026-05-04 12:00:00", "float": 1.5, "integer": 1, "text": "x"}
ODD: dict[str, list[Any]] = {
    "bool": [-1, 2, 0.5, "yes", b"\x01"],
    "date": [7, "some day", "2026-05-04 12:00:00", b"2026-05-04"],
    "datetime": [1, "some day", "2026-05-04", b"2026-05-04 12:00:00"],
    "float": ["much", b"\x01"],
    "integer": [1.5, "one", b"\x01"],
    "text": [b"x", b"\xff"],
}


@pytest.fixture
def unguarded() -> Iterator[None]:
    """A database that takes whatever it is given."""
    with around_the_guards():
        execute("PRAGMA ignore_check_constraints = ON")
        yield
        execute("PRAGMA ignore_check_constraints = OFF")
    # What a test has broken is not for the tear-down to judge.
    transaction.set_rollback(True)


def put(model: type[models.Model], column: str, value: Any) -> None:
    """Let all rows of a table say something."""
    execute(f'UPDATE {model._meta.db_table} SET "{column}" = %s', value)


def findings() -> list[Finding]:
    return check_types().findings


def is_rowid(model: type[models.Model], column: str) -> bool:
    """Whether a column is the number of its row, for which SQLite itself takes nothing but numbers."""
    return column == model._meta.pk.column and isinstance(model._meta.pk, models.AutoField)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_value_of_another_type_in_any_column_of_any_table(unguarded: None, model: type[models.Model]) -> None:
    columns, table = columns_of(model), model._meta.db_table
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(["%s"] * len(columns))
    execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", *(FITTING[kind] for kind in columns.values()))
    assert findings() == []
    for column, kind in columns.items():
        for value in () if is_rowid(model, column) else ODD[kind]:
            put(model, column, value)
            [found] = findings()
            assert f"of {table} holds in “{column}” what is no {kind}." in found.sentence, (column, value)
        put(model, column, FITTING[kind])
    assert findings() == []


def made_anew(*names: str) -> list[tuple[type[models.Model], str]]:
    """The columns of some models of which the audit says by its codes that they can be made anew; but for what says how
    far something is, for which the database takes only what it knows."""
    return [
        (model, column)
        for model in MODELS
        if model.__name__ in names
        for column in columns_of(model)
        if column not in TOURNAMENTS.kept.get(model.__name__, ())
        and not is_rowid(model, column)
        and f"head/{column}" not in ENDS
        and column != "status"
    ]


def named(value: Any) -> str:
    return str(getattr(value, "__name__", value))


def change_last(model: type[models.Model], column: str, value: Any) -> None:
    """Change the row of a table that was written last."""
    table = model._meta.db_table
    execute(f'UPDATE {table} SET "{column}" = %s WHERE rowid = (SELECT max(rowid) FROM {table})', value)


def codes_of(model: type[models.Model], column: str, value: Any) -> set[str]:
    """Under which codes the audit names a value."""
    assert findings() == []
    change_last(model, column, value)
    return {found.code for found in findings()}


OF_TOURNAMENTS = ("Tournament", "Entrant", "Round", "PairingRun", "Table", "Place")


@pytest.mark.parametrize(("model", "column"), made_anew(*OF_TOURNAMENTS), ids=named)
def test_rows_of_a_tournament_are_named_with_it_and_made_anew(
    tournament: str, model: type[models.Model], column: str
) -> None:
    for value in ODD[columns_of(model)[column]]:
        assert codes_of(model, column, value) == {TOURNAMENTS.codes[model.__name__].format(column)}
        assert {found.tournament for found in findings()} == {tournament}
        assert all(map(_is_derived, findings()))
        assert rebuild_tournament(tournament) is None
        assert findings() == check_tournament(tournament).findings == []


@pytest.mark.parametrize("column", ["name", "invite", "created_at", "seq", "head_hash", "last_at", "checkpointed_seq"])
def test_what_nothing_says_anew_is_only_named(tournament: str, column: str) -> None:
    value = ODD[columns_of(Tournament)[column]][0]
    assert codes_of(Tournament, column, value) <= {"value/type", f"head/{column}"}
    assert [_is_derived(found) for found in findings()] == [False]


OF_RATINGS = ("LedgerEntry", "Rating", "BoardRow", "BoardBucket")


@pytest.mark.parametrize(("model", "column"), made_anew(*OF_RATINGS), ids=named)
def test_ratings_and_leaderboards_are_made_anew(model: type[models.Model], column: str) -> None:
    rng, folk = Random(7), people(6)
    store([random_result(rng, folk, BEGIN + hours(9 * at)) for at in range(30)])
    count()
    for value in ODD[columns_of(model)[column]]:
        assert codes_of(model, column, value) == {TOURNAMENTS.codes[model.__name__]}
        list(rebuild_ratings())
        assert findings() == check_ratings().findings == []


@pytest.mark.parametrize(("model", "column"), made_anew("SoloRun"), ids=named)
def test_the_solo_table_is_made_anew(model: type[models.Model], column: str) -> None:
    counted(ended_run("Ada", 80), ended_run("Bob", 90))
    for value in ODD[columns_of(model)[column]]:
        assert codes_of(model, column, value) == {"solo/type"}
        list(rebuild_solo())
        assert findings() == check_solo().findings == []


def public_in_two_ways() -> str:
    """What is found of a club that is public for conditions, but not when it is read."""
    made = club("The Stackers")
    execute("UPDATE tournaments_club SET is_public = -1 WHERE id = %s", made.pk)
    assert not Club.objects.get(pk=made.pk).is_public
    assert Club.objects.exclude(is_public=False).filter(pk=made.pk).exists()
    return f'value/type: Row "{made.pk}" of tournaments_club holds in “is_public” what is no bool.'


def test_nothing_else_sees_what_can_be_read_in_two_ways() -> None:
    found = public_in_two_ways()
    assert [str(one) for one in findings()] == [found]
    assert [str(one) for one in audit().findings if "tournaments_club" in one.sentence] == [found]


def test_there_is_nothing_to_say_of_what_has_changed_since_a_time() -> None:
    public_in_two_ways()
    assert check_types("2026-05-04T12:00:00.000000Z").findings == []
