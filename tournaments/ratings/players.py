"""Whoever has a rating, under an id that says nothing about them."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from games.accounts.models import Account
from tournaments.ratings.bulk_sql import select_among
from tournaments.ratings.models import RatedPlayer
from tournaments.ratings.values import PlayerId


def players_of(accounts: Iterable[int]) -> dict[int, PlayerId]:
    """The ids under which accounts are rated, as far as there are any."""
    found = RatedPlayer.objects.filter(account__in=set(accounts))
    return {number: player for number, player in found.values_list("account", "id") if number is not None}


def make_players(accounts: Iterable[int]) -> dict[int, PlayerId]:
    """The ids of all of these accounts that are there, made where there are none; inside the caller's transaction."""
    wanted = set(accounts)
    known = players_of(wanted)
    if wanted <= known.keys():
        return known
    fresh = [
        RatedPlayer(id=f"r-{secrets.token_hex(8)}", account_id=account) for account in _lock_accounts(wanted - {*known})
    ]
    # Somebody else may have been faster.
    RatedPlayer.objects.bulk_create(fresh, ignore_conflicts=True)
    return players_of(wanted)


_SUPPOSED: Final = "r-?"
"""How the ids of those begin who have none yet; no id that is given does."""


def supposed_players(accounts: Iterable[int]) -> dict[int, PlayerId]:
    """The ids of accounts; whoever has none yet gets one that is nobody's, and nothing is stored."""
    wanted = set(accounts)
    return {account: f"{_SUPPOSED}{account}" for account in wanted} | players_of(wanted)


def supposed_account(player: PlayerId) -> int | None:
    """The account of somebody who has no id yet."""
    return int(player.removeprefix(_SUPPOSED)) if player.startswith(_SUPPOSED) else None


def _lock_accounts(accounts: Iterable[int]) -> list[int]:
    """Those of these accounts that are there, and stay until the transaction ends.

    A database looks only at its end whether what rows point to is there. By then the caller may hold pools, for which
    whoever erases one of these accounts waits.
    """
    found = Account.objects.select_for_update(no_key=True).filter(pk__in=accounts)
    return list(found.order_by("pk").values_list("pk", flat=True))


def erased_among(players: Sequence[PlayerId]) -> set[PlayerId]:
    """Those of these players whose accounts are gone."""
    found = select_among(
        "SELECT id FROM tournaments_ratedplayer WHERE account_id IS NULL AND id IN ({among})", [], players
    )
    return {player for (player,) in found}
