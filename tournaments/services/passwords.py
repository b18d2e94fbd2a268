"""Helping a member without a mail address to a new password.

Whoever holds such a link can be the member, and anybody may found a club and ask people in. So only a club that the
site stands behind, with one of its staff among the owners, can help like this; elsewhere the staff do.
"""

from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.accounts.passwords import make_password_link
from games.extension import CLUB_MANAGERS, OWNER
from games.log.sql import write_transaction
from tournaments.refusals import not_vouched_for
from tournaments.services.locking import lock_as
from tournaments.services.members import find_member


def make_member_link(club_id: str, by: Account, username: str) -> str:
    """The secret of a one-time link by which an ordinary member sets a new password."""
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, caller_of(by))
        member = find_member(club, username).account
        if not club.memberships.filter(role=OWNER, account__is_staff=True, account__is_active=True).exists():
            raise not_vouched_for()
        return make_password_link(by, member, club.pk)
