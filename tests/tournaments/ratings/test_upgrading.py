"""Results from before results were counted: the migration leaves word of them, and the next sweep counts them."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import UncountedResult
from tests.tournaments.ratings.world import BEGIN, STANDARD, count, hours, kept, people, played
from tournaments.audit.ratings import check_ratings
from tournaments.audit.solo import check_solo
from tournaments.models import SoloRun
from tournaments.ratings.counting import is_due

pytestmark = pytest.mark.django_db


def upgrade() -> None:
    """Do what the migration does."""
    import_module("tournaments.migrations.0005_earlier_results").leave_words(apps, None)


def test_every_rated_result_is_counted_after_the_upgrade() -> None:
    folk = people(3)
    games = [played(folk[:2], [1, 2], BEGIN + hours(at)) for at in range(3)]
    decided = played(folk[1:], [1, 2], BEGIN + hours(4), card={"status": "adjudicated"})
    solo = played(folk[:1], [1], BEGIN + hours(5), variant="solo")
    for card in ({"is_rated": False}, {"status": "voided"}, {"status": "aborted"}, {"status": "running"}):
        played(folk[:2], [1, 2], card=card)
    UncountedResult.objects.all().delete()
    upgrade()
    words = UncountedResult.objects.order_by("made_at")
    assert [word.game_id for word in words] == [*games, decided, solo]
    assert is_due(BEGIN + hours(6))
    count()
    assert [match.key for match in kept(STANDARD)] == [*games, decided]
    assert SoloRun.objects.get().pk == solo
    assert check_ratings().findings == check_solo().findings == []


def test_a_word_that_is_there_already_stays_and_again_changes_nothing() -> None:
    game = played(people(2), [1, 2])
    UncountedResult.objects.update(made_at=BEGIN + hours(9))
    for _ in range(2):
        upgrade()
        assert list(UncountedResult.objects.values_list("pk", "made_at")) == [(game, BEGIN + hours(9))]


def test_whatever_is_counted_already_is_not_counted_twice() -> None:
    played(people(2), [1, 2])
    count()
    before = kept(STANDARD)
    upgrade()
    assert count() == 1
    assert kept(STANDARD) == before
