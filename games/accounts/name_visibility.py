"""Who may know somebody by name: one rule for every list, page, record and download.

Whoever is open, that is neither keeps their profile to themselves nor has said that they are under 16, is named to
everybody. All others are named to themselves, to those who know them as `games.extension.acquaintances` says (whoever
has a seat at a table of theirs, members of a club of theirs, whoever a tournament puts at their table, those who run a
club that they play with), and to staff. Whoever else looks, anonymous visitors first of all, reads of a private player.
"""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from games.accounts.callers import Viewer
from games.accounts.models import Account, Block
from games.extension import acquaintances


def known_by_name(accounts: Iterable[Account | None], viewer: Viewer) -> set[int]:
    """The numbers of those of some accounts whose names a viewer may read; a few questions, however many these are."""
    people = [account for account in accounts if account is not None]
    kept = {account.pk for account in people if not account.is_open}
    return {account.pk for account in people if account.is_open} | known_among_private(kept, viewer)


def known_among_private(kept: Collection[int], viewer: Viewer) -> set[int]:
    """The same of accounts that are not open, by their numbers."""
    if viewer.is_auditor:
        return set(kept)
    if viewer.account is None or not kept:
        return set()
    return acquaintances_among(viewer.account, kept)


def acquaintances_among(one: int, others: Collection[int]) -> set[int]:
    """Those of some accounts whom another one knows, themselves included, whether or not it belongs to staff."""
    known = set(others) & {one}
    for acquainted_among in acquaintances:
        if left := set(others) - known:
            known |= acquainted_among(one, left)
    return known


def private_player_name(number: int | None = None) -> str:
    """What somebody is called whom whoever reads may not know by name, with a number where there are several."""
    return _("A private player") if number is None else _("A private player %(number)d") % {"number": number}


def blocks_seen_by(viewer: Viewer) -> list[tuple[Block, str]]:
    """Whom somebody keeps away, each by the name that they may read now."""
    rows = list(Block.objects.filter(account=viewer.account).select_related("blocked").order_by("pk"))
    known = known_by_name([row.blocked for row in rows], viewer)
    return [(row, row.blocked.display_name if row.blocked_id in known else private_player_name()) for row in rows]
