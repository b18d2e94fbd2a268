"""Whether somebody can still come into a tournament, and who: asked of a locked one."""

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings as site

from games.accounts.callers import Caller
from games.extension import role_in
from games.log.entries import SYSTEM
from tournaments.formats import find_format
from tournaments.log.kinds import REMOVED, RETURNED
from tournaments.log.reading import read_log
from tournaments.models import Entrant, Tournament
from tournaments.models.tournaments import CHECK_IN, REGISTRATION, RUNNING
from tournaments.refusals import (
    address_not_confirmed,
    entry_by_link_only,
    entry_closed,
    members_only,
    put_out,
    tournament_full,
)
from tournaments.rights import is_link, runs
from tournaments.rounds.situations import has_shared_deal
from tournaments.selectors.tournaments import format_of, load_history, open_round, settings_of
from tournaments.services.organising import BEFORE_THE_START
from tournaments.settings import BY_LINK, MEMBERS

MANDATORY: Final = "mandatory"


def require_entry(tournament: Tournament, by: Caller, invite: str | None) -> None:
    """Refuse whoever the tournament is not for."""
    entry = settings_of(tournament).entry
    if entry == MEMBERS and role_in(by.account, tournament.club_id) is None:
        raise members_only()
    if entry == BY_LINK and not is_link(tournament, invite) and not runs(tournament, by.account):
        raise entry_by_link_only()


def entry_round(tournament: Tournament, is_organiser: bool = False) -> int:
    """The first round of whoever comes in now, refused if nobody can: people enter while registration is open and as
    long as late ones are taken, organisers enter others before that too."""
    if tournament.status in (BEFORE_THE_START if is_organiser else (REGISTRATION, CHECK_IN)):
        return 1
    number = open_round(tournament)
    settings = settings_of(tournament)
    if tournament.status != RUNNING or number > settings.late_until or number > tournament.round_count:
        raise entry_closed()
    return number


def require_room(tournament: Tournament) -> None:
    """Refuse one more than there are places."""
    settings = settings_of(tournament)
    limits = [settings.most, find_format(settings.format).most_entrants(settings)]
    most = min((limit for limit in limits if limit is not None), default=None)
    if most is not None and Entrant.objects.filter(tournament=tournament, left_round=None).count() >= most:
        raise tournament_full()


def require_new_place(tournament: Tournament) -> None:
    """Refuse somebody new for whom a schedule that is under way has no place."""
    if tournament.status != RUNNING or not find_format(tournament.format).is_all_play_all:
        return
    if not format_of(tournament).has_room(settings_of(tournament), load_history(tournament, tournament.round)):
        raise tournament_full()


def require_one_person(tournament: Tournament, account: int) -> None:
    """Where everybody gets the same dice, whoever could play twice would know them: the site must know them apart as
    far as it asks for that at all."""
    if not has_shared_deal(tournament) or site.ACCOUNT_EMAIL_VERIFICATION != MANDATORY:
        return
    if not EmailAddress.objects.filter(user=account, verified=True).exists():
        raise address_not_confirmed()


def require_not_put_out(entrant: Entrant) -> None:
    """Refuse somebody who comes back by themselves although an organiser has taken them out."""
    moves = [link for link in read_log(entrant.tournament_id, REMOVED, RETURNED) if _is_about(link.entry.data, entrant)]
    if moves and moves[-1].entry.kind == REMOVED and moves[-1].entry.actor != SYSTEM:
        raise put_out()


def _is_about(data: dict[str, object], entrant: Entrant) -> bool:
    return data["entrant"] == entrant.pk
