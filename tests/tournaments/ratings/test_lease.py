"""One worker counts at a time, and one that was killed does not keep the others from it for long."""

import pytest

from games.play.models import UncountedResult
from tests.games.clock.watch import Watch
from tests.tournaments.ratings.world import people, played
from tournaments.ratings.models import CountingLease, LedgerEntry
from tournaments.ratings.services import (
    COUNTING_LEASE,
    count_results_alone,
    counting_lease,
    is_counting_due,
    is_somebody_counting,
    request_counting,
)
from tournaments.ratings.tasks import count_results

pytestmark = pytest.mark.django_db


def test_while_somebody_counts_nobody_else_is_called_or_begins(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    played(people(2), [1, 2])
    called: list[str] = []
    monkeypatch.setattr(count_results, "delay_on_commit", lambda: called.append("once"))
    with counting_lease() as renew:
        assert renew is not None
        count_results_alone()
        assert (UncountedResult.objects.count(), is_counting_due(watch.at)) == (1, False)
        request_counting(watch.at)
    assert called == []
    request_counting(watch.at)
    assert called == ["once"]
    count_results_alone()
    assert (LedgerEntry.objects.count(), CountingLease.objects.count()) == (2, 0)


def test_a_lease_that_is_not_renewed_runs_out(watch: Watch) -> None:
    with counting_lease() as first:
        assert first is not None
        watch.set(COUNTING_LEASE.total_seconds() - 1)
        first(1)
        watch.set(2)
        with counting_lease() as second:
            assert second is None
        watch.set(COUNTING_LEASE.total_seconds())
        with counting_lease() as third:
            assert third is not None
            first(1)
        assert not is_somebody_counting(watch.at), "whoever has lost it neither renews nor keeps it"


def test_a_lease_of_a_clock_that_was_set_back_holds_nobody_up(watch: Watch) -> None:
    with counting_lease():
        watch.set(-3600)
        assert not is_somebody_counting(watch.at)
        with counting_lease() as other:
            assert other is not None


def test_it_is_given_back_when_counting_fails() -> None:
    with pytest.raises(ValueError, match="why not"), counting_lease():
        raise ValueError("why not")
    assert not CountingLease.objects.exists()
