"""A site from before checkpoints covered tournaments is brought up to date: the next minute signs all that is there."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from games.audit.whole import audit
from games.checkpoints.making import make_checkpoint, make_checkpoints
from games.guards import missing_guards, require_guards
from games.models import Checkpoint
from tests.games.tables import caller, command, table
from tests.tournaments.rounds.world import announced, settings
from tournaments.models import Tournament, TournamentEvent, TournamentLeaf
from tournaments.services import enter

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = "0007_boards_follow_the_ledger"


@pytest.fixture
def up_to_date_afterwards() -> Iterator[None]:
    """Other tests find the database as it should be, whatever happens here."""
    yield
    call_command("migrate", verbosity=0)


def log() -> list[tuple[object, ...]]:
    """All events of all tournaments."""
    return list(TournamentEvent.objects.order_by("pk").values_list())


@pytest.mark.usefixtures("up_to_date_afterwards")
def test_all_tournaments_of_an_older_site_are_under_the_first_checkpoint() -> None:
    table()
    assert make_checkpoint() == 1
    tournaments = sorted(announced(settings(), "Mia") for _ in range(3))
    events, [note] = log(), Checkpoint.objects.values_list("note", flat=True)

    call_command("migrate", "tournaments", BEFORE, verbosity=0)
    assert "tournaments_tournamentleaf" not in connection.introspection.table_names()
    assert (log(), missing_guards()) == (events, [])

    call_command("migrate", verbosity=0)
    require_guards()
    assert log() == events
    assert audit().is_clean
    assert make_checkpoints() == [2]
    assert list(TournamentLeaf.objects.order_by("position").values_list("tournament", flat=True)) == tournaments
    assert Checkpoint.objects.get(pk=1).note == note
    enter(tournaments[0], caller("Sven"), command())
    assert make_checkpoints() == [3]
    assert set(Tournament.objects.values_list("checkpointed_seq", flat=True)) == set(
        Tournament.objects.values_list("seq", flat=True)
    )
    assert audit().is_clean
