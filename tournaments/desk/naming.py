"""By what names those are spoken of whose ratings would change: a private player only to those who know them."""

import logging
from collections.abc import Collection
from typing import NamedTuple

from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from tournaments.models import RatedPlayer
from tournaments.ratings.players import supposed_account

log = logging.getLogger(__name__)


class RatedName(NamedTuple):
    """Somebody with a rating, in words as far as the viewer may know them."""

    name: str | None
    """None for somebody who keeps their profile to themselves, and for an account that was erased."""
    handle: str | None
    is_erased: bool = False


def rated_names(players: Collection[str], viewer: Viewer) -> dict[str, RatedName]:
    """The names of some players for somebody who may rule upon a game; what staff are told of others is noted down."""
    accounts = _accounts(players)
    private = [account.pk for account in accounts.values() if account is not None and not account.is_open]
    if viewer.is_auditor and private:
        told = ", ".join(map(str, private))
        log.info("Account %s was told the names of accounts %s, which are private.", viewer.account, told)
    known = known_by_name(accounts.values(), viewer)
    return {player: _named(accounts.get(player), known) for player in players}


def _accounts(players: Collection[str]) -> dict[str, Account | None]:
    """The accounts of players, also of those whose first result is not counted yet."""
    found = RatedPlayer.objects.filter(pk__in=players).select_related("account")
    new = {player: number for player in players if (number := supposed_account(player)) is not None}
    known = Account.objects.in_bulk(new.values())
    return {rated.pk: rated.account for rated in found} | {one: known.get(number) for one, number in new.items()}


def _named(account: Account | None, known: Collection[int]) -> RatedName:
    if account is None:
        return RatedName(None, None, is_erased=True)
    is_known = account.pk in known
    return RatedName(account.display_name if is_known else None, account.username if account.is_open else None)
