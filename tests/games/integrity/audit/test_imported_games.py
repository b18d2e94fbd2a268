"""Attacks on imported games: on the document, and on what was said of it."""

from random import Random
from typing import Any

import pytest

from games.records.models import ImportedGame
from tests.games.integrity.audit.tampering import Named, changed, found
from tests.games.integrity.audit.world import World
from tests.games.sample_tables import account
from tests.sizes import size

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", range(size(5, 100)))
def test_a_changed_byte_of_a_document(world: World, number: int) -> None:
    imported = ImportedGame.objects.get()
    at = Random(f"document {number}").randrange(len(imported.document))
    ImportedGame.objects.update(document=changed(imported.document, at))
    named = found()
    assert {one.game for one in named} == {world.imported}
    assert {one.code for one in named} & {"imported/document", "imported/sha256"}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("sha256", "0" * 64),
        ("key", "stones"),
        ("rules_version", 2),
        ("variant", "duel"),
        ("seats", 3),
        ("checks", "{}"),
        ("result", "{}"),
    ],
)
def test_a_changed_column(world: World, column: str, value: Any) -> None:
    ImportedGame.objects.update(**{column: value})
    assert found() == {Named(f"imported/{column}", world.imported)}


def test_an_import_under_another_name(world: World) -> None:
    ImportedGame.objects.update(id="i-elsewhere")
    assert found() == {Named("imported/id", "i-elsewhere")}


def test_an_import_of_somebody_else(world: World) -> None:
    ImportedGame.objects.update(account=account("Ada"))
    assert found() == {Named("imported/id", world.imported)}


def test_an_import_whose_account_was_erased(world: World) -> None:
    ImportedGame.objects.update(account=None)
    assert found() == set()


def test_a_document_that_is_written_in_another_way(world: World) -> None:
    ImportedGame.objects.update(document=ImportedGame.objects.get().document + " ")
    assert found() == {Named("imported/document", world.imported), Named("imported/sha256", world.imported)}


def test_a_document_that_is_none(world: World) -> None:
    ImportedGame.objects.update(document="{")
    assert found() == {Named("imported/document", world.imported)}
