"""Who is told what of a tournament: that check-in is open, that a round is open or will soon be over, that a table has
started without somebody, that a tournament is called off.

Each in the caller's transaction. The words are in `tournaments.notices.words`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Count, QuerySet

from games.clock.site_time import write_time
from tournaments.events.models import Entrant, Place, Round, Table, Tournament
from tournaments.events.timetable import FEWEST_THAT_WAIT
from tournaments.notices.services import CALLED_OFF, CHECK_IN, LEFT_OUT, ROUND_ENDS, ROUND_OPEN, TABLE_STARTED, notify


def notify_about(accounts: Iterable[int], kind: str, tournament: Tournament, **more: int | str) -> None:
    """Tell some accounts something about a tournament; the same again tells nobody twice."""
    notify(accounts, kind, {"tournament": tournament.pk, **more})


def notify_of_check_in(tournament: Tournament, first: datetime) -> None:
    """Tell those who have not checked in that they must before the first round opens, in the caller's transaction."""
    asked = Entrant.objects.filter(tournament=tournament, left_round=None, is_checked_in=False, account__isnull=False)
    people = [account for account in asked.values_list("account", flat=True) if account is not None]
    notify_about(people, CHECK_IN, tournament, closes_at=write_time(first))


def notify_of_open_round(played: Round) -> None:
    """Tell everybody who has to play in a round that it is open, in the caller's transaction; and those whose table
    does not wait for them to the end, until when it does."""
    seated = Place.objects.filter(round=played, table__isnull=False, entrant__account__isnull=False)
    big = _tables_that_wait(played)
    closes_at = write_time(played.closes_at)
    told = {"tournament": played.tournament_id, "round": played.number, "closes_at": closes_at}
    waits = {} if played.waits_until is None else {"waits_until": write_time(played.waits_until)}
    notify(_people(seated.exclude(table__in=big)), ROUND_OPEN, told)
    notify(_people(seated.filter(table__in=big)), ROUND_OPEN, told, waits)


def _tables_that_wait(played: Round) -> QuerySet[Table]:
    """The tables of a round that can start without somebody."""
    tables = Table.objects.filter(round=played, is_on_paper=False)
    return tables.alias(seats=Count("places")).filter(seats__gte=FEWEST_THAT_WAIT)


def _people(seated: QuerySet[Place]) -> list[int]:
    accounts = seated.values_list("entrant__account", flat=True)
    return [account for account in accounts if account is not None]


def notify_of_started_table(
    played: Round, game: str, absent: Sequence[str], others: Sequence[str], is_decided: bool = False
) -> None:
    """Tell those at a table that has started without somebody, and those without whom it has; and these also if an
    organiser has decided so."""
    at_table = Place.objects.filter(round=played, entrant__account__isnull=False)
    missing = _people(at_table.filter(entrant__in=absent))
    told = {"tournament": played.tournament_id, "round": played.number, "game": game}
    notify(missing, LEFT_OUT, told, {"is_decided": True} if is_decided else None)
    notify_about(
        _people(at_table.filter(entrant__in=others)), TABLE_STARTED, played.tournament, round=played.number, game=game
    )


def notify_of_round_end(played: Round, entrants: Sequence[str]) -> None:
    """Remind those who have not finished, in the caller's transaction."""
    waiting = Entrant.objects.filter(pk__in=entrants, account__isnull=False).values_list("account", flat=True)
    people = [account for account in waiting if account is not None]
    closes_at = write_time(played.closes_at)
    notify_about(people, ROUND_ENDS, played.tournament, round=played.number, closes_at=closes_at)


def notify_of_cancellation(tournament: Tournament) -> None:
    """Tell everybody who is in a tournament that there will be no more of it, in the caller's transaction."""
    people = Entrant.objects.filter(tournament=tournament, left_round=None, account__isnull=False)
    accounts = people.values_list("account", flat=True)
    notify_about([account for account in accounts if account is not None], CALLED_OFF, tournament)
