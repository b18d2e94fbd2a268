"""Who is to play in which division of a season that is not published yet."""

from typing import Any

from games.accounts.callers import Caller
from games.log.sql import write_transaction
from tournaments.clubs.models import Membership
from tournaments.clubs.refusals import no_such_person
from tournaments.clubs.services.members import find_member
from tournaments.extension import PersonClaim
from tournaments.leagues.models import Assignment
from tournaments.leagues.promotion import NEW, PlayerKey
from tournaments.leagues.refusals import (
    already_there,
    division_full,
    no_such_assignment,
    no_such_bot,
    no_such_division,
    not_one_player,
)
from tournaments.leagues.rules import MOST_IN_A_DIVISION
from tournaments.leagues.selectors import assignments_in_draft, bots_for, number_of_divisions
from tournaments.leagues.services.leagues import LockedSeason, lock_draft


def assign_player(
    league_id: str, number: int, by: Caller, division: Any, handle: Any = None, person: Any = None, bot: Any = None
) -> Assignment:
    """Let a member, a person of the club or a bot play in a division, behind those who are there."""
    with write_transaction():
        locked = lock_draft(league_id, number, by)
        player, name = _find_player(locked, handle, person, bot)
        _check_division(locked, division)
        if not player.bot and locked.season.assignments.filter(account=player.account, person=player.person).exists():
            raise already_there(name)
        return _append(locked, division, player)


def move_assigned_player(
    league_id: str, number: int, by: Caller, assignment: Any, division: Any, position: Any = None
) -> Assignment:
    """Let somebody play in another division, or put them at another place in theirs; without one, at its end."""
    with write_transaction():
        locked = lock_draft(league_id, number, by)
        moved = _find_assignment(locked, assignment)
        _check_division(locked, division, but=moved)
        others = list(assignments_in_draft(locked.season).filter(rank=division).exclude(pk=moved.pk))
        at = position - 1 if type(position) is int and 0 < position <= len(others) else len(others)
        moved.rank = division
        _put_in_order([*others[:at], moved, *others[at:]])
    return moved


def remove_assigned_player(league_id: str, number: int, by: Caller, assignment: Any) -> None:
    """Let somebody not play."""
    with write_transaction():
        _find_assignment(lock_draft(league_id, number, by), assignment).delete()


def assign_members(league_id: str, number: int, by: Caller) -> int:
    """Let all members play who do not yet, the longest-serving first, in divisions filled from the top; how many."""
    with write_transaction():
        locked = lock_draft(league_id, number, by)
        there = locked.season.assignments.exclude(account=None).values("account")
        members = Membership.objects.filter(club=locked.club, account__is_active=True).exclude(account__in=there)
        free = _free_places(locked)
        added = members.order_by("joined_at", "pk").values_list("account", flat=True)[: len(free)]
        for account, division in zip(added, free, strict=False):
            _append(locked, division, PlayerKey(account=account))
        return len(added)


def _free_places(locked: LockedSeason) -> list[int]:
    """The divisions with a place for somebody, once for each place; the last takes as many as a division can."""
    last = number_of_divisions(locked.season, locked.rules)
    free = []
    for rank in range(1, last + 1):
        most = MOST_IN_A_DIVISION if rank == last else locked.rules.size
        free += [rank] * (most - assignments_in_draft(locked.season).filter(rank=rank).count())
    return free


def _find_player(locked: LockedSeason, handle: Any, person: Any, bot: Any) -> tuple[PlayerKey, str]:
    """Who is meant, with their name; refused unless it is exactly one."""
    if [handle, person, bot].count(None) != 2:
        raise not_one_player()
    if handle is not None:
        account = find_member(locked.club, handle).account
        return PlayerKey(account=account.pk), account.display_name
    if bot is not None:
        if not isinstance(bot, str) or bot not in bots_for(locked.rules):
            raise no_such_bot(bot)
        return PlayerKey(bot=bot), bot
    is_number = type(person) is int and 0 < person < 2**63
    found = locked.club.persons.filter(pk=person, account=None).first() if is_number else None
    if found is None:
        raise no_such_person()
    return PlayerKey(person=found.pk), found.name


def _check_division(locked: LockedSeason, division: Any, but: Assignment | None = None) -> None:
    """Refuse a division that the season does not have, or that is full."""
    if type(division) is not int or not 1 <= division <= number_of_divisions(locked.season, locked.rules):
        raise no_such_division(division)
    there = assignments_in_draft(locked.season).filter(rank=division)
    others = there.exclude(pk=but.pk) if but else there
    if others.count() >= MOST_IN_A_DIVISION:
        raise division_full(MOST_IN_A_DIVISION)


def _append(locked: LockedSeason, division: int, player: PlayerKey) -> Assignment:
    last = locked.season.assignments.filter(rank=division).order_by("-position").first()
    position = last.position + 1 if last else 1
    row = Assignment(season=locked.season, rank=division, position=position, came=NEW, **player.columns)
    row.save()
    return row


def _find_assignment(locked: LockedSeason, assignment: Any) -> Assignment:
    is_number = type(assignment) is int and 0 < assignment < 2**63
    found = assignments_in_draft(locked.season).filter(pk=assignment).first() if is_number else None
    if found is None:
        raise no_such_assignment()
    return found


def _put_in_order(rows: list[Assignment]) -> None:
    for position, row in enumerate(rows, 1):
        row.position = position
    Assignment.objects.bulk_update(rows, ["rank", "position"])


def take_over_assignments(claim: PersonClaim) -> None:
    """Give an account the places of a person in seasons that are still drafts; one place in each is enough."""
    places = Assignment.objects.filter(person=claim.person)
    places.filter(season__in=Assignment.objects.filter(account=claim.account).values("season")).delete()
    places.update(account=claim.account, person=None)
