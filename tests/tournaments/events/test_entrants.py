"""Coming into a tournament and going out of it: who may, when, how many, and what the log says of it."""

from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import override_settings

from engine.errors import Illegal, Malformed
from games.accounts.models import Account
from games.accounts.moderation import block
from games.play.models import Contribution
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import CONTRIBUTION, account, caller, command
from tests.tournaments.events.log.world import drawn, tell
from tests.tournaments.events.rounds.world import (
    announced,
    counts,
    duplicate,
    entrant,
    is_unbroken,
    row,
    settings,
    told,
)
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club
from tournaments.audit.tournaments import check_tournament
from tournaments.clubs.services.persons import add_person
from tournaments.events.history import forbidden_pairs
from tournaments.events.models import Entrant, Tournament
from tournaments.events.services.deals import contribute_to_round
from tournaments.events.services.entrants import (
    allow_pair,
    check_in,
    enter,
    enter_other,
    forbid_pair,
    remove_entrant,
    return_entrant,
    withdraw,
)
from tournaments.events.services.tournaments import change_tournament, create_tournament


def inside(tournament: str) -> list[int | None]:
    """The accounts of those who are in."""
    found = Entrant.objects.filter(tournament=tournament, left_round=None).order_by("number")
    return list(found.values_list("account", flat=True))


@pytest.mark.django_db
def test_whoever_sees_it_enters_in_the_order_of_coming() -> None:
    tournament = announced(settings())
    for name in ("Dan", "Mia", "Olga"):
        enter(tournament, caller(name), command())
    found = Entrant.objects.filter(tournament=tournament).order_by("number")
    assert list(found.values_list("account__display_name", "number", "joined_round")) == [
        ("Dan", 1, 1), ("Mia", 2, 1), ("Olga", 3, 1),
    ]  # fmt: skip
    first, *_ = told(tournament, "entrant/entered")
    assert set(first) == {"entrant", "number", "joined_round", "who", "actor"}


@pytest.mark.django_db
def test_a_private_one_is_entered_by_members_and_by_the_link() -> None:
    tournament, dan = announced(settings()), caller("Dan")
    change_tournament(tournament, caller("Olga"), command(), is_public=False)
    for wrong in (None, "wrong", "", "\0"):
        with refused(NotFound, "tournament/not-found"):
            enter(tournament, dan, command(), wrong)
    enter(tournament, caller("Mia"), command())
    enter(tournament, dan, command(), row(tournament).invite)
    withdraw(tournament, dan, command())
    enter(tournament, dan, command())


@pytest.mark.django_db
@pytest.mark.parametrize(("entry", "code"), [("members", "tournament/members-only"), ("link", "tournament/by-link")])
def test_it_may_be_for_members_or_for_those_with_the_link(entry: str, code: str) -> None:
    tournament, dan = announced(settings(entry=entry)), caller("Dan")
    with refused(Forbidden, code):
        enter(tournament, dan, command())
    enter(tournament, caller("Mia" if entry == "members" else "Dan"), command(), row(tournament).invite)


@pytest.mark.django_db
def test_places_are_limited_and_come_free_again() -> None:
    tournament, dan = announced(settings(most=2), "Mia", "Sven"), caller("Dan")
    with refused(Conflict, "tournament/full"):
        enter(tournament, dan, command())
    with refused(Conflict, "tournament/full"):
        enter_other(tournament, caller("Olga"), command(), bot="greedy")
    withdraw(tournament, caller("Mia"), command())
    enter(tournament, dan, command())
    with refused(Conflict, "tournament/full"):
        enter(tournament, caller("Mia"), command())


@pytest.mark.django_db
def test_whoever_has_left_can_come_again_but_not_whoever_was_taken_out() -> None:
    tournament, olga = announced(settings(), "Mia", "Sven"), caller("Olga")
    withdraw(tournament, caller("Mia"), command())
    enter(tournament, caller("Mia"), command())
    assert Entrant.objects.filter(tournament=tournament).count() == 2
    sven = entrant(tournament, "Sven")
    remove_entrant(tournament, olga, command(), sven, "Does not come")
    with refused(Forbidden, "tournament/removed"):
        enter(tournament, caller("Sven"), command())
    return_entrant(tournament, olga, command(), sven)
    assert inside(tournament) == [account("Mia").pk, account("Sven").pk]
    with refused(Malformed, "tournament/no-reason"):
        remove_entrant(tournament, olga, command(), sven, "  ")


@pytest.mark.django_db
def test_late_ones_come_as_long_as_that_was_agreed_on() -> None:
    tournament = announced(settings(late_until=2, rounds=3), "Mia", "Sven", "Otto")
    ids = [entrant(tournament, name) for name in ("Mia", "Sven", "Otto")]
    tell(tournament, ("tournament/started", {"rounds": 3}), drawn(1, 1, [ids[:2]], ids[2:]))
    enter(tournament, caller("Ada"), command())
    assert Entrant.objects.get(pk=entrant(tournament, "Ada")).joined_round == 1
    tell(tournament, ("round/published", {"round": 1, "run": 1}))
    enter(tournament, caller("Dan"), command())
    assert Entrant.objects.get(pk=entrant(tournament, "Dan")).joined_round == 2
    withdraw(tournament, caller("Mia"), command())
    assert Entrant.objects.get(pk=ids[0]).left_round == 2
    tell(tournament, drawn(2, 1, [ids[:2]], []), ("round/published", {"round": 2, "run": 1}))
    eve = caller("Eve")
    for by, doing in ((eve, enter), (caller("Olga"), partial(enter_other, account="eve"))):
        with refused(Conflict, "tournament/entry-closed"):
            doing(tournament, by, command())
    return_entrant(tournament, caller("Olga"), command(), ids[0])
    back = Entrant.objects.get(pk=ids[0])
    assert (back.joined_round, back.left_round) == (1, None)
    assert check_tournament(tournament).findings == []


@pytest.mark.django_db
def test_a_schedule_that_is_under_way_has_a_place_only_where_somebody_was_free() -> None:
    tournament = announced(settings(format="round-robin", rounds=None, late_until=3), "Mia", "Sven", "Otto")
    ids = [entrant(tournament, name) for name in ("Mia", "Sven", "Otto")]
    published = ("round/published", {"round": 1, "run": 1})
    tell(tournament, ("tournament/started", {"rounds": 3}), drawn(1, 1, [ids[:2]], ids[2:]), published)
    enter(tournament, caller("Dan"), command())
    eve = caller("Eve")
    with refused(Conflict, "tournament/full"):
        enter(tournament, eve, command())


@pytest.mark.django_db
def test_organisers_enter_members_people_without_an_account_and_bots() -> None:
    made = club()
    gus = add_person(made.pk, caller("Olga"), "Old Gus")
    tournament, olga = announced(settings(), persons=[gus.pk], of=made), caller("Olga")
    for _ in range(2):
        enter_other(tournament, olga, command(), bot="greedy")
    enter_other(tournament, olga, command(), account="mia")
    enter_other(tournament, olga, command(), person=gus.pk)
    found = Entrant.objects.filter(tournament=tournament).order_by("number")
    assert list(found.values_list("account__username", "person", "bot")) == [
        (None, gus.pk, ""), (None, None, "greedy"), (None, None, "greedy"), ("mia", None, ""),
    ]  # fmt: skip
    assert [said["who"] for said in told(tournament, "entrant/entered")] == ["person", "bot", "bot", "account"]
    account("Gus", is_guest=True)
    block(account("Cleo"), account("Olga"))
    for sort, code, who in [
        (NotFound, "tournament/no-such-player", {"account": "nobody"}),
        (NotFound, "tournament/no-such-player", {"account": "\0"}),
        (NotFound, "tournament/no-such-player", {"account": "cleo"}),
        (Forbidden, "tournament/guest", {"account": "gus"}),
        (NotFound, "person/not-found", {"person": 999_999}),
        (Malformed, "tournament/bot", {"bot": "deep-blue"}),
        (Malformed, "tournament/who", {}),
        (Malformed, "tournament/who", {"bot": "greedy", "account": "mia"}),
    ]:
        with refused(sort, code):
            enter_other(tournament, olga, command(), **who)  # type: ignore[arg-type]


@pytest.mark.django_db
@pytest.mark.parametrize("kept", [{"is_private": True}, {"is_minor": True}])
def test_whoever_keeps_to_themselves_is_entered_by_their_own_clubs_only(kept: dict[str, bool]) -> None:
    tournament, olga = announced(settings()), caller("Olga")
    account("Pia", **kept)
    Account.objects.filter(username="mia").update(**kept)
    with refused(NotFound, "tournament/no-such-player"):
        enter_other(tournament, olga, command(), account="pia")
    enter_other(tournament, olga, command(), account="mia")
    enter(tournament, caller("Pia"), command())
    withdraw(tournament, caller("Pia"), command())
    enter_other(tournament, olga, command(), account="pia")
    assert inside(tournament) == [account("Mia").pk, account("Pia").pk]


@pytest.mark.django_db
def test_on_the_same_dice_only_people_who_are_told_apart_play() -> None:
    made = club()
    gus = add_person(made.pk, caller("Olga"), "Old Gus")
    tournament = announced(duplicate(), of=made)
    with refused(Illegal, "tournament/needs-account"):
        enter_other(tournament, caller("Olga"), command(), person=gus.pk)
    mia = caller("Mia")
    with override_settings(ACCOUNT_EMAIL_VERIFICATION="mandatory"):
        with refused(Forbidden, "tournament/not-verified"):
            enter(tournament, mia, command())
        EmailAddress.objects.create(user=account("Mia"), email="mia@example.org", verified=True)
        enter(tournament, mia, command())


@pytest.mark.django_db
def test_players_add_to_the_dice_until_the_round_opens() -> None:
    tournament = announced(duplicate(), "Sven")
    enter(tournament, caller("Mia"), command(), contribution=CONTRIBUTION)
    contribute_to_round(tournament, caller("Sven"), "f" * 32)
    contribute_to_round(tournament, caller("Mia"), "e" * 32)
    deal = row(tournament).deal_id
    assert sorted(Contribution.objects.filter(deal=deal).values_list("value", flat=True)) == ["e" * 32, "f" * 32]
    dan = caller("Dan")
    with refused(Conflict, "tournament/not-entered"):
        contribute_to_round(tournament, dan, "d" * 32)
    with refused(Malformed, "dice/contribution"):
        contribute_to_round(tournament, caller("Mia"), "mine")
    plain = announced(settings(), "Mia")
    with refused(Conflict, "tournament/no-dice"):
        contribute_to_round(plain, caller("Mia"), "e" * 32)


@pytest.mark.django_db
def test_people_say_that_they_are_there_when_it_is_asked() -> None:
    tournament = announced(settings(check_in=600), "Mia", "Sven")
    with refused(Conflict, "tournament/wrong-moment"):
        check_in(tournament, caller("Mia"), command())
    tell(tournament, ("tournament/check-in-opened", {}))
    for _ in range(2):
        check_in(tournament, caller("Mia"), command())
    check_in(tournament, caller("Olga"), command(), entrant=entrant(tournament, "Sven"))
    enter(tournament, caller("Ada"), command())
    assert counts(tournament)["entrant/checked-in"] == 3
    assert set(Entrant.objects.values_list("is_checked_in", flat=True)) == {True}
    with refused(Forbidden, "tournament/not-organiser"):
        check_in(tournament, caller("Mia"), command(), entrant=entrant(tournament, "Sven"))


@pytest.mark.django_db
def test_pairs_are_kept_apart_and_let_together_again() -> None:
    tournament, olga = announced(settings(), "Mia", "Sven"), caller("Olga")
    mia, sven = entrant(tournament, "Mia"), entrant(tournament, "Sven")
    forbid_pair(tournament, olga, command(), mia, sven)
    forbid_pair(tournament, olga, command(), sven, mia)
    assert forbidden_pairs(tournament) == {frozenset((mia, sven))}
    allow_pair(tournament, olga, command(), sven, mia)
    assert forbidden_pairs(tournament) == frozenset()
    assert (counts(tournament)["pair/forbidden"], counts(tournament)["pair/allowed"]) == (1, 1)
    with refused(Illegal, "tournament/one-entrant"):
        forbid_pair(tournament, olga, command(), mia, mia)
    for name in ("e-0", "\0", 7):
        with refused(NotFound, "tournament/no-such-entrant"):
            forbid_pair(tournament, olga, command(), mia, name)  # type: ignore[arg-type]


@pytest.mark.django_db
@pytest.mark.parametrize("over", [("tournament/cancelled", {}), ("tournament/finished", {"standings": []})])
def test_when_it_is_over_nothing_changes_any_more(over: tuple[str, Any]) -> None:
    tournament, olga = announced(settings(), "Mia"), caller("Olga")
    mia = entrant(tournament, "Mia")
    tell(tournament, over)
    for doing in (
        partial(withdraw, tournament, caller("Mia"), command()),
        partial(remove_entrant, tournament, olga, command(), mia, "Too late"),
        partial(change_tournament, tournament, olga, command(), "Other"),
    ):
        with refused(Conflict, "tournament/wrong-moment"):
            doing()
    with refused(Conflict, "tournament/entry-closed"):
        enter(tournament, olga, command())


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_the_last_places_exactly_that_many_get_in() -> None:
    tournament = announced(settings(most=5))
    crowd = [caller(f"Player{number}") for number in range(16)]
    results = at_once(*(partial(enter, tournament, by, command()) for by in crowd))
    assert codes(results) == ["tournament/full"] * 11
    assert len(inside(tournament)) == 5
    numbers = Entrant.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 5]
    assert is_unbroken(tournament)
    assert check_tournament(tournament).findings == []


@pytest.mark.django_db(transaction=True)
def test_the_same_person_many_times_at_once_is_in_once() -> None:
    tournament, mia = announced(settings()), caller("Mia")
    same, others = command(), [command() for _ in range(3)]
    results = at_once(*(partial(enter, tournament, mia, name) for name in [same] * 3 + others))
    assert codes(results) == []
    assert len(inside(tournament)) == counts(tournament)["entrant/entered"] == 1


@pytest.mark.django_db(transaction=True)
def test_people_who_enter_each_other_at_once_do_not_wait_in_a_circle() -> None:
    tournament = announced(settings())
    results = at_once(
        partial(enter_other, tournament, caller("Olga"), command(), account="otto"),
        partial(enter_other, tournament, caller("Otto"), command(), account="olga"),
        partial(enter, tournament, caller("Otto"), command()),
        partial(enter, tournament, caller("Olga"), command()),
    )
    assert codes(results) == []
    assert len(inside(tournament)) == 2


@pytest.mark.django_db(transaction=True)
def test_one_command_that_creates_at_once_creates_once() -> None:
    made, agreed, name = club(), settings(), command()
    results = at_once(*[partial(create_tournament, made.pk, caller("Olga"), name, "Bricks", agreed)] * 4)
    assert codes(results) == []
    assert len(set(results)) == Tournament.objects.count() == 1
