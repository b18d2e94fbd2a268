"""The tampering sweep: whatever is changed in a column, the audit names it, or the docs list the column as outside."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.games.audit.world import stones_known
from tests.games.clocks.watch import wound
from tests.sizes import FULL
from tests.tournaments.audit.outside import outside
from tests.tournaments.audit.site import make_site
from tests.tournaments.audit.sweep import Change, changes, codes, named, tables

SAMPLE = 24
ENOUGH = 400
"""So many changes are the least of a whole sweep."""
DEPENDS = frozenset(
    {
        *("games_event.id", "games_game.asked_at", "games_game.bots_due_at"),
        *("games_uncountedresult.game_id", "games_uncountedresult.made_at"),
        "tournaments_formerseat.game_id",
        "tournaments_formerseat.player_id",
        "tournaments_formerseat.seat",
        "tournaments_league.id",
        "tournaments_ratedplayer.account_id",
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


NOT_OURS = {
    *("django_migrations.id", "django_migrations.app", "django_migrations.name", "django_migrations.applied"),
    *("sqlite_sequence.name", "sqlite_sequence.seq"),
}
"""The columns of tables that have no model: Django and SQLite keep them for themselves."""


def columns() -> set[str]:
    """All columns of all tables."""
    return NOT_OURS | {
        f"{table}.{field.column}" for table, model in tables().items() for field in model._meta.local_concrete_fields
    }


def in_sample(found: list[Change]) -> list[Change]:
    """All changes, or some of them."""
    return found if FULL else Random(SAMPLE).sample(found, SAMPLE)


def test_whatever_is_changed_is_named_or_listed_as_outside(site: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes() == set()
    listed, every = outside(), list(changes())
    assert listed.keys() <= columns(), "The docs list columns that there are not."
    unnamed: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for change in in_sample(every):
        found = named(change)
        counts["refused by the database" if found is None else "named" if found else "unnamed"] += 1
        unnamed.update([change.name] if found == set() else [])
    with capsys.disabled():
        print(f"\n{sum(counts.values())} changes: {dict(counts)}; {len(unnamed)} columns outside")  # noqa: T201
    assert unnamed.keys() <= listed.keys(), sorted(unnamed.keys() - listed.keys())
    if FULL:
        tried = {change.name for change in every}
        assert counts["named"] + counts["unnamed"] >= ENOUGH
        assert (listed.keys() & tried) - DEPENDS == unnamed.keys() - DEPENDS, "The docs list what the audit names."
        assert columns() - tried <= listed.keys(), "Nothing was tried of columns that are not listed."
