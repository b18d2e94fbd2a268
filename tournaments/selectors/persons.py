"""People without an account whom a club knows: its members see their names, those who run it what became of them."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.play.seats import is_invite
from tournaments.models import ClubPerson, Entrant
from tournaments.refusals import no_such_claim, no_such_person, not_a_member
from tournaments.selectors.clubs import SeenClub, as_seen, see_club_as_runner


def see_persons(seen: SeenClub) -> QuerySet[ClubPerson]:
    """Those whom a member knows of, by name: who has claimed what is theirs is a member like the others."""
    if seen.role is None:
        raise not_a_member()
    persons = ClubPerson.objects.filter(club=seen.club).select_related("account").order_by("name_key", "pk")
    played = Entrant.objects.filter(person=OuterRef("pk"))
    return persons.annotate(has_played=Exists(played)) if seen.runs_it else persons.filter(account=None)


def see_person(club_id: Any, number: int, viewer: Viewer) -> tuple[ClubPerson, SeenClub]:
    """One of them and the club, for those who run it."""
    seen = see_club_as_runner(club_id, viewer)
    found = see_persons(seen).filter(pk=number).first()
    if found is None:
        raise no_such_person()
    return found, seen


def about_persons(persons: Sequence[ClubPerson], seen: SeenClub, viewer: Viewer) -> list[Json]:
    """Some persons as lists show them; the link and who has claimed it are for those who run the club, by name as
    far as they may know whoever that is: they may have left the club since."""
    known = known_by_name([one.account for one in persons], viewer)
    return [_about(one, seen, known) for one in persons]


def _about(person: ClubPerson, seen: SeenClub, known: Collection[int]) -> Json:
    shown = {"id": person.pk, "name": person.name, "added_at": person.added_at}
    if not seen.runs_it:
        return shown
    account = person.account
    return {
        **shown,
        "has_played": getattr(person, "has_played", False),
        "account": _claimed_by(account, known) if account else None,
        "claim": None if account else person.claim,
    }


def _claimed_by(account: Account, known: Collection[int]) -> Json:
    if account.pk not in known:
        return {"handle": None, "name": None}
    return {"handle": account.username, "name": account.display_name}


def see_claimed(claim: str, viewer: Viewer) -> tuple[ClubPerson, SeenClub]:
    """The person whom a link is about, and the club; who has the link may know of both until it is used."""
    found = ClubPerson.objects.select_related("club").filter(claim=claim) if is_invite(claim) else ()
    for person in found:
        if person.account_id is None or person.account_id == viewer.account:
            [seen] = as_seen([person.club], viewer)
            return person, seen
    raise no_such_claim()
