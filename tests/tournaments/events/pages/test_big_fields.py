"""Pages of a field of hundreds: a hundred lines at a time, and oneself always among them."""

import pytest

from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account
from tests.tournaments.events.rounds.world import announced, pass_time, settings
from tests.web.markup import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of two, so that a field of seven is a big one."""
    for module in ("tournaments.paging", "tournaments.events.views.tournaments"):
        monkeypatch.setattr(f"{module}.PER_PAGE", 2)


def test_who_has_entered_is_listed_page_by_page(watch: Watch) -> None:
    address = f"/tournaments/{announced(settings(), 'Ada', 'Bob', 'Mia')}/"
    first, second = page_of(browser().get(address)), page_of(browser().get(f"{address}?page=2"))
    assert "3 players" in first.text
    assert "Mia" not in first.text
    assert f"{address}?page=2" in first.values("href")
    assert "Mia" in second.text
    assert f"{address}live/?page=2" in second.values("hx-get")


def test_tables_are_listed_page_by_page_with_ones_own_before_all_others(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob", "Mia", "Sven", "Otto", "Olga", "Eve")
    pass_time(watch, 2 * 3600)
    address = f"/tournaments/{tournament}/rounds/1/"
    first, second = (browser().get(f"{address}?page={number}").context["round"] for number in (1, 2))
    assert [table.number for table in (*first.tables, *second.tables)] == [1, 2, 3]
    assert (first.has_more, second.has_more) == (True, False)
    further_down = next(seat.player.name for table in second.tables for seat in table.seats)
    for page in (address, f"/tournaments/{tournament}/"):
        assert browser(account(further_down)).get(page).context["round"].own.number == 3


def test_the_crosstable_goes_on_counting_on_its_next_page(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob", "Mia")
    pass_time(watch, 2 * 3600)
    page = browser().get(f"/tournaments/{tournament}/crosstable/?page=2")
    assert [at for at, *_ in page.context["rows"]] == [3]
    assert f"/tournaments/{tournament}/crosstable/?page=1" in page_of(page).values("href")
