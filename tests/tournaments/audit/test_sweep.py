"""The tampering sweep: whatever is changed in a column, the audit names it, or the docs list the column as outside."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.games.clock.watch import wound
from tests.games.integrity.audit.world import stones_known
from tests.ground import COUNTED
from tests.sizes import FULL
from tests.tournaments.audit.columns_outside import outside
from tests.tournaments.audit.site import make_site
from tests.tournaments.audit.sweep import Change, changes, codes, named

SAMPLE = 24
ENOUGH = 400
"""So many changes are the least of a whole sweep."""
DEPENDS = frozenset(
    {
        *("games_contribution.value", "games_event.id", "games_game.asked_at", "games_game.bots_due_at"),
        *("games_uncountedresult.game_id", "games_uncountedresult.made_at"),
        "tournaments_clubperson.id",
        "tournaments_entrant.account_id",
        "tournaments_formerseat.game_id",
        "tournaments_formerseat.player_id",
        "tournaments_formerseat.seat",
        "tournaments_league.id",
        *("tournaments_ratedplayer.account_id", "tournaments_ratedplayer.id"),
        *(f"tournaments_ratedseat.{column}" for column in ("player_id", "pool", "at", "match")),
        *("tournaments_ratingpool.boards_at", "tournaments_ratingpool.boards_match"),
        "tournaments_tournament.due_at",
    }
)
"""Listed columns that are named in some rows: whether one of those is hit depends on ids that are drawn by lot."""


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A site with something of everything."""
    with django_db_blocker.unblock(), stones_known(), transaction.atomic(), wound() as watch:
        make_site(watch)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def site(made: None, db: None) -> Iterator[None]:
    """The same, to be changed at will."""
    yield
    transaction.set_rollback(True)


SQLITES = {"sqlite_sequence.name", "sqlite_sequence.seq"}
"""The columns of a table that SQLite keeps for itself and does not name among the others."""


def columns() -> set[str]:
    """All columns of all tables that the database knows, whether there is a model or not."""
    with connection.cursor() as cursor:
        look = connection.introspection
        return SQLITES | {
            f"{table}.{column.name}"
            for table in look.table_names(cursor)
            for column in look.get_table_description(cursor, table)
        }


def in_sample(found: list[Change]) -> list[Change]:
    """All changes, or some of them."""
    return found if FULL else Random(SAMPLE).sample(found, SAMPLE)


@pytest.mark.slow
def test_whatever_is_changed_is_named_or_listed_as_outside(
    site: None, record_property: Callable[[str, object], None]
) -> None:
    assert codes() == set()
    listed, every = outside(), list(changes())
    assert listed.keys() <= columns(), "The docs list columns that there are not."
    unnamed: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for change in in_sample(every):
        found = named(change)
        counts["refused by the database" if found is None else "named" if found else "unnamed"] += 1
        unnamed.update([change.name] if found == set() else [])
    record_property(COUNTED, f"{sum(counts.values())} changes: {dict(counts)}; {len(unnamed)} columns outside")
    assert unnamed.keys() <= listed.keys(), sorted(unnamed.keys() - listed.keys())
    if FULL:
        tried = {change.name for change in every}
        assert counts["named"] + counts["unnamed"] >= ENOUGH
        assert (listed.keys() & tried) - DEPENDS == unnamed.keys() - DEPENDS, "The docs list what the audit names."
        assert columns() - tried <= listed.keys(), "Nothing was tried of columns that are not listed."
