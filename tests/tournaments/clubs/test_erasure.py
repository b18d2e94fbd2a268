"""What becomes of clubs when somebody's account is erased."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from games.accounts.erasure import erase_account
from games.accounts.models import Account
from games.clock.site_time import use_clock
from games.integrity.audit.full_audit import audit
from games.play.creation import create_game
from games.play.setup import Setup
from tests.games.sample_tables import account, caller, command, fold_of, people
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.sample_clubs import PEOPLE, club, roles
from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest
from tournaments.clubs.services.admission import ask_to_join, join_club
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import change_club, create_club, leave_every_club
from tournaments.clubs.services.members import set_role
from tournaments.clubs.services.persons import add_person, claim_person, make_claim_link
from tournaments.events.models import Entrant

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 16, 9, tzinfo=UTC)


def joined_in_order(*names: str) -> Club:
    """Olga's club, in which the others came one day after the other."""
    made = create_club(caller("Olga"), "Bricks")
    for day, name in enumerate(names):
        with use_clock(lambda day=day: MOMENT + timedelta(days=day)):  # type: ignore[misc]
            join_club(made.pk, caller(name), made.invite)
    return made


@pytest.mark.parametrize("name", ["Otto", "Sven", "Mia"])
def test_a_membership_goes_and_nothing_else(name: str) -> None:
    made = club()
    leave_every_club(account(name).pk)
    assert roles(made) == {other: role for other, role in PEOPLE.items() if other != name}


@pytest.mark.parametrize(
    ("came", "organisers", "heir"),
    [
        (["Ada", "Bob", "Cleo"], ["Bob", "Cleo"], "Bob"),
        (["Cleo", "Bob", "Ada"], ["Bob", "Cleo"], "Cleo"),
        (["Ada", "Bob", "Cleo"], [], "Ada"),
        (["Bob", "Ada"], [], "Bob"),
    ],
)
def test_a_club_without_owner_gets_its_oldest_organiser_else_its_oldest_member(
    came: Sequence[str], organisers: Sequence[str], heir: str
) -> None:
    made = joined_in_order(*came)
    for name in organisers:
        set_role(made.pk, caller("Olga"), name.lower(), "organiser")
    before = roles(made)
    leave_every_club(account("Olga").pk)
    assert roles(made) == {name: before[name] for name in came} | {heir: "owner"}


def test_a_scorekeeper_is_no_nearer_to_it_than_a_member() -> None:
    made = joined_in_order("Ada", "Sven")
    set_role(made.pk, caller("Olga"), "sven", "scorekeeper")
    leave_every_club(account("Olga").pk)
    assert roles(made) == {"Ada": "owner", "Sven": "scorekeeper"}


def test_another_owner_is_heir_enough() -> None:
    made = joined_in_order("Ada", "Bob")
    set_role(made.pk, caller("Olga"), "bob", "owner")
    leave_every_club(account("Olga").pk)
    assert roles(made) == {"Ada": "member", "Bob": "owner"}


def test_a_club_without_anybody_ends() -> None:
    alone, shared = create_club(caller("Olga"), "Alone"), joined_in_order("Ada")
    leave_every_club(account("Olga").pk)
    assert list(Club.objects.all()) == [shared]
    assert roles(alone) == {}


def test_whoever_is_in_no_club_changes_nothing() -> None:
    made = club()
    leave_every_club(account("Dan").pk)
    assert roles(made) == PEOPLE


def test_erasing_an_account_does_all_that_and_leaves_the_logs_whole() -> None:
    made, alone = club(), create_club(caller("Olga"), "Alone")
    game = create_game(Setup("standard", [1, 1], people(2), club=made.pk), caller("Olga"), command()).game
    olga = account("Olga").pk
    erase_account(account("Olga"))
    assert not Account.objects.filter(pk=olga).exists()
    assert not Club.objects.filter(pk=alone.pk).exists()
    assert roles(made) == {"Otto": "owner", "Sven": "scorekeeper", "Mia": "member"}
    assert fold_of(game).created["club"] == made.pk
    assert audit().findings == []


def test_what_somebody_asked_announced_and_claimed_goes_with_them() -> None:
    made = club(is_public=True)
    other = create_club(caller("Olga"), "Another", is_public=True, admission="approval")
    person = add_person(made.pk, caller("Olga"), "Piet")
    tournament = announced(settings(), persons=[person.pk], of=made)
    claim_person(made.pk, caller("Otto"), make_claim_link(made.pk, caller("Olga"), person.pk))
    make_announcement(made.pk, caller("Otto"), "We play")
    make_announcement(made.pk, caller("Olga"), "So we do")
    ask_to_join(other.pk, caller("Otto"))
    erase_account(account("Otto"))
    assert [told.title for told in Announcement.objects.all()] == ["So we do"]
    assert not ClubPerson.objects.exists()
    assert not JoinRequest.objects.exists()
    [entrant] = Entrant.objects.filter(tournament=tournament)
    assert (entrant.account, entrant.person) == (None, None)


def test_a_club_with_tournaments_outlives_its_people_and_takes_nobody() -> None:
    made = create_club(caller("Olga"), "Bricks", is_public=True, admission="open")
    piet, anna = (add_person(made.pk, caller("Olga"), name) for name in ("Piet", "Anna"))
    make_claim_link(made.pk, caller("Olga"), piet.pk)
    announced(settings(), persons=[piet.pk], of=made)
    change_club(made.pk, caller("Olga"), {"admission": "approval"})
    ask_to_join(made.pk, caller("Dan"))
    make_announcement(made.pk, caller("Olga"), "We play")
    leave_every_club(account("Olga").pk)
    left = Club.objects.get(pk=made.pk)
    assert (left.admission, roles(left)) == ("link", {})
    assert left.invite != made.invite
    assert [(person.name, person.claim) for person in ClubPerson.objects.all()] == [("Piet", None)]
    assert not ClubPerson.objects.filter(pk=anna.pk).exists()
    assert not JoinRequest.objects.exists()
