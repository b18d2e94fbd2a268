"""One worker counts at a time, and one that was killed does not keep the others from it for long."""

import pytest

from games.play.models import UncountedResult
from tests.games.clocks.watch import Watch
from tests.tournaments.ratings.world import people, played
from tournaments.models import CountingLease, LedgerEntry
from tournaments.ratings.counting import count_alone, is_due
from tournaments.ratings.lease import LEASE, alone, is_held
from tournaments.ratings.sweep import have_counted
from tournaments.tasks import count_results

pytestmark = pytest.mark.django_db


def test_while_somebody_counts_nobody_else_is_called_or_begins(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    played(people(2), [1, 2])
    called: list[str] = []
    monkeypatch.setattr(count_results, "delay_on_commit", lambda: called.append("once"))
    with alone() as renew:
        assert renew is not None
        count_alone()
        assert (UncountedResult.objects.count(), is_due(watch.at)) == (1, False)
        have_counted(watch.at)
    assert called == []
    have_counted(watch.at)
    assert called == ["once"]
    count_alone()
    assert (LedgerEntry.objects.count(), CountingLease.objects.count()) == (2, 0)


def test_a_lease_that_is_not_renewed_runs_out(watch: Watch) -> None:
    with alone() as first:
        assert first is not None
        watch.set(LEASE.total_seconds() - 1)
        first(1)
        watch.set(2)
        with alone() as second:
            assert second is None
        watch.set(LEASE.total_seconds())
        with alone() as third:
            assert third is not None
            first(1)
        assert not is_held(watch.at), "whoever has lost it neither renews nor keeps it"


def test_a_lease_of_a_clock_that_was_set_back_holds_nobody_up(watch: Watch) -> None:
    with alone():
        watch.set(-3600)
        assert not is_held(watch.at)
        with alone() as other:
            assert other is not None


def test_it_is_given_back_when_counting_fails() -> None:
    with pytest.raises(ValueError, match="why not"), alone():
        raise ValueError("why not")
    assert not CountingLease.objects.exists()
