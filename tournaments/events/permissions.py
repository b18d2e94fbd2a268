"""Who may know of a tournament, and who runs it."""

import secrets

from games.extension import CLUB_MANAGERS, role_in
from games.play.seats import is_invite
from tournaments.events.models import Entrant, Tournament
from tournaments.events.statuses import DRAFT


def runs_tournament(tournament: Tournament, account: int | None) -> bool:
    """Whether somebody runs a tournament: they are owner or organiser of its club."""
    return role_in(account, tournament.club_id) in CLUB_MANAGERS


def may_know(tournament: Tournament, account: int | None, invite: str | None = None) -> bool:
    """Whether somebody may know of a tournament: a draft is for those who run its club, a private one for the club's
    members, whoever takes part, and whoever has the link."""
    role = role_in(account, tournament.club_id)
    if tournament.status == DRAFT:
        return role in CLUB_MANAGERS
    if tournament.is_public or role is not None or is_tournament_link(tournament, invite):
        return True
    return account is not None and Entrant.objects.filter(tournament=tournament, account=account).exists()


def is_tournament_link(tournament: Tournament, invite: str | None) -> bool:
    """Whether this is the secret part of the link by which people enter a tournament."""
    return is_invite(invite) and secrets.compare_digest(tournament.invite, invite or "")
