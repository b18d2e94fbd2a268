"""By what names those are spoken of whose ratings would change: a private player only to those who know them."""

import logging
from collections.abc import Collection
from typing import NamedTuple

from games.accounts.profiles import seen_by
from games.models import Account, PlayerGame
from games.selectors import Viewer
from tournaments.models import Entrant, RatedPlayer, Tournament
from tournaments.ratings.players import supposed_account

log = logging.getLogger(__name__)


class RatedName(NamedTuple):
    """Somebody with a rating, in words as far as the viewer may know them."""

    name: str | None
    """None for somebody who keeps their profile to themselves, and for an account that was erased."""
    handle: str | None
    is_erased: bool = False


def rated_names(
    players: Collection[str], viewer: Viewer, game_id: str, tournament: Tournament | None
) -> dict[str, RatedName]:
    """The names of some players for somebody who may rule upon a game; whoever plays there is known to them."""
    accounts = _accounts(players)
    private = [account for account in accounts.values() if account is not None and not account.is_open]
    known = _known(private, viewer, game_id, tournament)
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
    if account.is_open:
        return RatedName(account.display_name, account.username)
    return RatedName(account.display_name if account.pk in known else None, None)


def _known(private: Collection[Account], viewer: Viewer, game_id: str, tournament: Tournament | None) -> set[int]:
    """Those of some private accounts whom the viewer knows: from the game, the tournament, or as they may see them."""
    if viewer.is_auditor:
        if private:
            told = ", ".join(str(account.pk) for account in private)
            log.info("Account %s was told the names of accounts %s, which are private.", viewer.account, told)
        return {account.pk for account in private}
    seated = PlayerGame.objects.filter(game=game_id, account__in=private).values_list("account")
    entrants = Entrant.objects.filter(tournament=tournament, account__in=private).values_list("account")
    met = {account for (account,) in seated.union(entrants)}
    own = Account.objects.filter(pk=viewer.account).first() if viewer.account is not None else None
    return met | seen_by(private, own)
