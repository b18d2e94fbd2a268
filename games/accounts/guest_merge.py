"""What a guest has played becomes somebody's: whoever logs in while being a guest takes the guest's games along."""

from django.db.models import Q

from games.accounts.callers import forget_actors
from games.accounts.erasure import erase_account
from games.accounts.models import Account, Actor, Block, Report
from games.extension import on_guest_game_moved
from games.log.sql import write_transaction
from games.log.unit_of_work import lock_head


def take_over_guest(guest: Account, account: Account) -> list[str]:
    """Give an account everything of a guest, who is erased then.

    The games stay in which the account has a part already, as nobody can be two people in one log; these are
    returned, and the guest is kept for them.
    """
    games = list(Actor.objects.filter(account=guest).values_list("game", flat=True))
    left = [game for game in games if not _move_game(game, guest, account)]
    forget_actors()
    if not left:
        _move_the_rest(guest, account)
        erase_account(guest)
    return left


def _move_game(game: str, guest: Account, account: Account) -> bool:
    """Whether a game is the account's now; locked, so that no command of the guest is under way."""
    with write_transaction():
        lock_head(game)
        if Actor.objects.filter(game=game, account=account).exists():
            return False
        Actor.objects.filter(game=game, account=guest).update(account=account)
        on_guest_game_moved.call_all(game, guest.pk, account.pk)
        return True


def _move_the_rest(guest: Account, account: Account) -> None:
    with write_transaction():
        Report.objects.filter(reporter=guest).exclude(reported=account).update(reporter=account)
        known = account.blocks.values("blocked")
        Block.objects.filter(account=guest).exclude(Q(blocked__in=known) | Q(blocked=account)).update(account=account)
