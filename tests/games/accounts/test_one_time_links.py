"""One-time links: only a hash is stored, they work once, within a day, and for one of many at the same moment."""

from functools import partial
from hashlib import sha256

import pytest

from games.accounts.models import Account, OneTimeLink
from games.accounts.owner import first_owner_link, has_owner, make_owner
from games.accounts.passwords import OWNER, PASSWORD, delete_ended_links, find_link, make_link, set_password, spend_link
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.accounts.still_time import watched
from tests.games.clock.threads import team
from tests.games.refusals import refused
from tests.games.sample_tables import account

GOOD = "correct horse battery"


@pytest.mark.django_db
def test_the_secret_is_not_stored() -> None:
    secret = make_link(PASSWORD, account("Ada"))
    link = OneTimeLink.objects.get()
    assert link.digest == sha256(secret.encode()).hexdigest()
    assert secret not in str(OneTimeLink.objects.values_list())
    assert find_link(secret) == link


@pytest.mark.django_db
@pytest.mark.parametrize("secret", ["", "x", "\0", "\ud800", "ü" * 1000])
def test_a_secret_that_nobody_made_opens_nothing(secret: str) -> None:
    with refused(NotFound, "link/ended"):
        find_link(secret)


@pytest.mark.django_db
def test_it_ends_after_a_day_and_is_deleted_then() -> None:
    with watched() as watch:
        secret = make_link(PASSWORD, account("Ada"))
        watch.pass_by(hours=23, minutes=59)
        link = find_link(secret)
        watch.pass_by(minutes=1)
        with refused(NotFound, "link/ended"):
            find_link(secret)
        with refused(NotFound, "link/ended"):
            spend_link(link)
        assert delete_ended_links() == 1


@pytest.mark.django_db
def test_a_new_one_ends_the_one_before() -> None:
    before, other = make_link(PASSWORD, account("Ada")), make_link(PASSWORD, account("Bob"))
    after = make_link(PASSWORD, account("Ada"))
    with refused(NotFound, "link/ended"):
        find_link(before)
    assert find_link(after)
    assert find_link(other)


@pytest.mark.django_db
def test_it_opens_nothing_for_an_account_that_was_locked_out() -> None:
    secret = make_link(PASSWORD, account("Ada"))
    Account.objects.update(is_active=False)
    with refused(NotFound, "link/ended"):
        set_password(secret, GOOD)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_it_at_the_same_moment_one_succeeds() -> None:
    ada = account("Ada")
    for _ in range(5):
        secret = make_link(PASSWORD, ada)
        with team(4) as threads:
            outcomes = threads.at_once(*(partial(set_password, secret, f"{GOOD} {number}") for number in range(4)))
        winners = [number for number, outcome in enumerate(outcomes) if isinstance(outcome, Account)]
        assert len(winners) == 1
        assert {outcome.code for outcome in outcomes if isinstance(outcome, NotFound)} == {"link/ended"}
        ada.refresh_from_db()
        assert ada.check_password(f"{GOOD} {winners[0]}")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_to_own_the_site_at_the_same_moment_one_does() -> None:
    secret = make_link(OWNER)
    with team(4) as threads:
        threads.at_once(*(partial(make_owner, secret, f"olga{number}", "Olga", GOOD) for number in range(4)))
    assert Account.objects.filter(is_superuser=True).count() == 1


@pytest.mark.django_db
def test_the_first_owner_may_do_everything() -> None:
    link = first_owner_link("http://club.example:8000/")
    assert link is not None
    assert link.startswith("http://club.example:8000/link/")
    owner = make_owner(link.rstrip("/").rpartition("/")[2], "olga", "Olga", GOOD, "de")
    owner.refresh_from_db()
    assert (owner.is_staff, owner.is_superuser, owner.is_guest, owner.language) == (True, True, False, "de")
    assert owner.check_password(GOOD)
    assert has_owner()
    assert first_owner_link("http://club.example/") is None


@pytest.mark.django_db
def test_every_start_makes_the_owners_link_anew() -> None:
    first, second = first_owner_link("http://a/"), first_owner_link("http://a/")
    assert first is not None
    assert second is not None
    with refused(NotFound, "link/ended"):
        make_owner(first.rstrip("/").rpartition("/")[2], "olga", "Olga", GOOD)
    make_owner(second.rstrip("/").rpartition("/")[2], "olga", "Olga", GOOD)


@pytest.mark.django_db
def test_nobody_takes_the_owners_link_when_there_is_an_owner() -> None:
    secret = make_link(OWNER)
    account("Olga", is_superuser=True)
    with refused(Conflict, "owner/there"):
        make_owner(secret, "otto", "Otto", GOOD)


@pytest.mark.django_db
def test_a_link_is_for_one_thing_only() -> None:
    owner, password = make_link(OWNER), make_link(PASSWORD, account("Ada"))
    with refused(Forbidden, "link/not-for-this"):
        set_password(owner, GOOD)
    with refused(Forbidden, "link/not-for-this"):
        make_owner(password, "otto", "Otto", GOOD)
