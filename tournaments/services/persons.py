"""People without an account who play at a club's evenings: entered by name by those who run it."""

from typing import Final

from games.accounts.callers import Caller
from games.accounts.names import clean_display_name
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.models import Club, ClubPerson, Entrant, Tournament
from tournaments.models.tournaments import CANCELLED, FINISHED
from tournaments.refusals import no_such_person, person_known
from tournaments.services.locking import lock_as
from tournaments.services.texts import name_key

MOST: Final = 1000
"""How many people without an account a club knows."""


def add_person(club_id: str, by: Caller, name: str) -> ClubPerson:
    """Enter somebody by name."""
    name = clean_display_name(name)
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        _refuse_known(club, name)
        if club.persons.count() >= MOST:
            template = "A club knows at most {most} people without an account; remove some of them first."
            raise Conflict("person/too-many", template, most=MOST)
        return ClubPerson.objects.create(club=club, name=name, name_key=name_key(name), added_at=now())


def rename_person(club_id: str, by: Caller, number: int, name: str) -> ClubPerson:
    """Call somebody by another name, also where they have played."""
    name = clean_display_name(name)
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        person = find_person(club, number)
        _refuse_known(club, name, person)
        person.name, person.name_key = name, name_key(name)
        person.save(update_fields=["name", "name_key"])
    return person


def remove_person(club_id: str, by: Caller, number: int) -> None:
    """Forget somebody who has not taken part in anything."""
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        person = find_person(club, number)
        hold_entries(club)
        if Entrant.objects.filter(person=person).exists():
            template = "“{name}” has taken part in a tournament and stays known under this name, or another one."
            raise Conflict("person/in-use", template, name=person.name)
        person.delete()


def find_person(club: Club, number: int) -> ClubPerson:
    """Somebody whom a locked club knows."""
    person = ClubPerson.objects.filter(club=club, pk=number).first()
    if person is None:
        raise no_such_person()
    return person


def hold_entries(club: Club) -> None:
    """Lock the tournaments that people can still be entered in, so that nobody enters the person just now."""
    running = Tournament.objects.filter(club=club).exclude(status__in=(FINISHED, CANCELLED))
    list(running.select_for_update().order_by("pk").values_list("pk"))


def _refuse_known(club: Club, name: str, but: ClubPerson | None = None) -> None:
    """Names differ within a locked club, so that everybody can be told from the others."""
    same = ClubPerson.objects.filter(club=club, name_key=name_key(name)).first()
    if same is not None and same != but:
        raise person_known(name)
