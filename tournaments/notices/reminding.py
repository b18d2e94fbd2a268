"""Telling people that they are asked whether they are there, that a round is open or will soon be over, and that a
tournament is called off."""

from collections.abc import Sequence
from datetime import datetime

from games.clocks.clock import write_time
from tournaments.models import Entrant, Place, Round, Tournament
from tournaments.notices.telling import CALLED_OFF, CHECK_IN, ROUND_ENDS, ROUND_OPEN, tell


def ask_who_is_there(tournament: Tournament, first: datetime) -> None:
    """Tell those who have not checked in that they must before the first round opens, in the caller's transaction."""
    asked = Entrant.objects.filter(tournament=tournament, left_round=None, is_checked_in=False, account__isnull=False)
    people = [account for account in asked.values_list("account", flat=True) if account is not None]
    tell(people, CHECK_IN, tournament, closes_at=write_time(first))


def tell_open(played: Round) -> None:
    """Tell everybody who has to play in a round that it is open, in the caller's transaction."""
    seated = Place.objects.filter(round=played, table__isnull=False, entrant__account__isnull=False)
    accounts = seated.values_list("entrant__account", flat=True)
    people = [account for account in accounts if account is not None]
    closes_at = write_time(played.closes_at)
    tell(people, ROUND_OPEN, played.tournament, round=played.number, closes_at=closes_at)


def remind(played: Round, entrants: Sequence[str]) -> None:
    """Remind those who have not finished, in the caller's transaction."""
    waiting = Entrant.objects.filter(pk__in=entrants, account__isnull=False).values_list("account", flat=True)
    people = [account for account in waiting if account is not None]
    closes_at = write_time(played.closes_at)
    tell(people, ROUND_ENDS, played.tournament, round=played.number, closes_at=closes_at)


def tell_called_off(tournament: Tournament) -> None:
    """Tell everybody who is in a tournament that there will be no more of it, in the caller's transaction."""
    people = Entrant.objects.filter(tournament=tournament, left_round=None, account__isnull=False)
    accounts = people.values_list("account", flat=True)
    tell([account for account in accounts if account is not None], CALLED_OFF, tournament)
