"""What the club of a game allows its people to do in it."""

from games.clubs import KEEPING_SCORE, role_in
from games.log.fold import Fold
from games.refusals import NotFound
from games.services.callers import Caller


def require_club(club: str | None, by: Caller) -> None:
    """Refuse a game in a club of which whoever creates it is no member."""
    if club is None or by.is_system or role_in(by.account, club) is not None:
        return
    raise NotFound("club/not-found", "There is no club “{club}”.", club=club)


def keeps_score(fold: Fold, by: Caller) -> bool:
    """Whether somebody enters the rolls of this game for its club: only where the dice are on a table."""
    return fold.has_table_dice and role_in(by.account, fold.created.get("club")) in KEEPING_SCORE
