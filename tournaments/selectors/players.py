"""By what names those who take part are spoken of: people by their own, bots by theirs, with a number if need be."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.selectors.names import BOTS
from tournaments.models import Assignment, Entrant

ACCOUNT = "account"
PERSON = "person"
BOT = "bot"
ERASED = "erased"
KINDS = (ACCOUNT, PERSON, BOT, ERASED)
Key = TypeVar("Key", str, int, str | int)


class PlayerName(NamedTuple):
    """Somebody who takes part, in words."""

    name: str
    kind: str
    """An account, a person of the club without one, a bot, or nobody any more."""
    handle: str | None = None
    """The account's, which leads to a profile; None for everybody else, and for those who keep theirs to themselves."""


def names_of(players: Iterable[Entrant | Assignment]) -> dict[str | int, PlayerName]:
    """The names of some who take part, by the keys of their rows; accounts and persons are to be fetched with them."""
    return _told_apart({player.pk: _name(player) for player in players})


def names_in(entrants: QuerySet[Entrant]) -> dict[str, PlayerName]:
    """The same for all that a query finds, without making rows of them: a field may have thousands."""
    of_account = [f"account__{column}" for column in ("display_name", "username", "is_private", "is_minor")]
    found = entrants.values_list("pk", *of_account, "person__name", "bot")
    return _told_apart({key: _named(*said) for key, *said in found.iterator()})


def _told_apart(named: dict[Key, PlayerName]) -> dict[Key, PlayerName]:
    """The same names, with a number for each of several bots of one name."""
    many = Counter(name.name for name in named.values() if name.kind == BOT)
    met: Counter[str] = Counter()
    for key, name in named.items():
        if name.kind == BOT and many[name.name] > 1:
            met[name.name] += 1
            named[key] = name._replace(name=f"{name.name} {met[name.name]}")
    return named


def _name(player: Entrant | Assignment) -> PlayerName:
    account, person = player.account, player.person
    name = person.name if person is not None else None
    if account is None:
        return _named(None, None, None, None, name, player.bot)
    return _named(account.display_name, account.username, account.is_private, account.is_minor, name, player.bot)


def _named(
    name: str | None, handle: str | None, is_private: bool | None, is_minor: bool | None, person: str | None, bot: str
) -> PlayerName:
    """Somebody by what is known of their account, if they have one, of the person, or of the bot."""
    if name is not None:
        return PlayerName(name, ACCOUNT, None if is_private or is_minor else handle)
    if person is not None:
        return PlayerName(person, PERSON)
    return PlayerName(str(BOTS.get(bot, bot)), BOT) if bot else PlayerName(_("Somebody who has left"), ERASED)
